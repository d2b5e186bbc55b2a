package podgraft.azure_test

test_fresh_template_gets_the_render_layout if {
	decision := decide({}, {})
	decision.outcome == "inject"
	decision.reason == {"code": "azure.selected", "params": {"serviceAccount": "orders"}}
	[edit.value | some edit in edits(decision, "addEnv")] == variables(fixed_file)
	edits(decision, "addMount") == [{"edit": "addMount", "list": "containers", "container": 0, "at": "last", "value": fixed_mount}]
	edits(decision, "addVolume") == [{"edit": "addVolume", "at": "last", "value": {
		"name": "azure-identity-token",
		"projected": {"sources": fixed_volume("api://AzureADTokenExchange").projected.sources},
	}}]
	count(decision.edits) == 6
	decision.findings == []
}

test_final_name_is_hashed if {
	every sample in [
		{"metadata": {"name": "orders-0", "generateName": "x"}, "volume": hashed},
		{"metadata": {"name": "app", "generateName": "app-"}, "volume": "azure-workload-identity-reserved-a172cedcae47474b615c54d510a5d8"},
		{"metadata": {"name": "", "generateName": "app-"}, "volume": "azure-workload-identity-reserved-f8c01cdb5cb39dd9e9600bf4df2bab"},
		{"metadata": {"name": null}, "volume": "azure-workload-identity-reserved-7ae265465cf68a19ccd3c91d70dc31"},
	] {
		decision := decide(object.union(bare, {"pod": {"metadata": sample.metadata}}), {})
		edits(decision, "addVolume")[0].value == hashed_volume(sample.volume, 3600)
		edits(decision, "addMount")[0].value == hashed_mount(sample.volume)
		decision.identity.tokenFile == hashed_file
	}
}

test_name_that_is_not_final_is_not_hashed if {
	decision := decide({"owner": {"kind": "Pod", "nameIsFinal": false}}, {})
	decision.identity.tokenFile == fixed_file
}

test_old_profile_has_the_fixed_layout_on_a_bare_pod if {
	decision := decide(bare, old)
	decision.identity.tokenFile == fixed_file
	edits(decision, "addMount")[0].value == fixed_mount
}

spec(containers, volumes) := {"pod": {"metadata": labelled, "spec": {
	"serviceAccountName": "orders",
	"containers": containers,
	"volumes": volumes,
}}}

app(mount, file) := complete("app", file, mount)

test_carried_layouts_are_kept if {
	every sample in [
		spec([app(hashed_mount(foreign), hashed_file)], [hashed_volume(foreign, 3600)]),
		spec([app(fixed_mount, fixed_file)], [fixed_volume("api://AzureADTokenExchange")]),
		spec(
			[{
				"name": "app",
				"env": variables(fixed_file),
				"volumeMounts": [fixed_mount, hashed_mount(foreign)],
			}],
			[fixed_volume("api://AzureADTokenExchange"), hashed_volume(foreign, 3600)],
		),
	] {
		every owner in [bare, {}] {
			decision := decide(object.union(sample, owner), {})
			decision.outcome == "inject"
			decision.edits == []
			decision.findings == []
		}
	}
}

test_late_container_is_completed_in_the_carried_layout if {
	decision := decide(
		object.union(bare, spec([app(hashed_mount(foreign), hashed_file), {"name": "late"}], [hashed_volume(foreign, 3600)])),
		{},
	)
	[edit.value | some edit in edits(decision, "addMount")] == [hashed_mount(foreign)]
	[edit.value | some edit in edits(decision, "addEnv")] == variables(hashed_file)
	edits(decision, "addVolume") == []
	decision.findings == [{
		"code": "container.not_injected",
		"path": ["spec", "containers", 1],
		"params": {"provider": "azure", "container": "late"},
	}]
}

test_partial_container_is_not_late if {
	decision := decide(
		spec(
			[app(fixed_mount, fixed_file), {"name": "partial", "volumeMounts": [fixed_mount]}],
			[fixed_volume("api://AzureADTokenExchange")],
		),
		{},
	)
	decision.findings == []
	count(edits(decision, "addEnv")) == 4
}

test_outdated_volume_of_a_carried_layout_is_replaced if {
	decision := decide(
		object.union(bare, spec([app(hashed_mount(foreign), hashed_file)], [hashed_volume(foreign, 7200)])),
		{},
	)
	decision.edits == [{"edit": "replaceVolume", "index": 0, "value": hashed_volume(foreign, 3600)}]
}

test_layouts_that_are_not_carried if {
	every sample in [
		spec([app(hashed_mount(foreign), hashed_file)], [{"name": foreign, "emptyDir": {}}]),
		spec([{"name": "app"}], [hashed_volume(foreign, 3600)]),
		spec([app(hashed_mount("x"), hashed_file)], [hashed_volume(foreign, 3600)]),
		spec([app(object.union(hashed_mount(foreign), {"mountPath": "/x"}), hashed_file)], [hashed_volume(foreign, 3600)]),
		spec([app(hashed_mount("azure-workload-identity-reserved-1"), hashed_file)], [hashed_volume("azure-workload-identity-reserved-1", 3600)]),
		spec(
			[app(hashed_mount("azure-workload-identity-reserved-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"), hashed_file)],
			[hashed_volume("azure-workload-identity-reserved-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", 3600)],
		),
	] {
		decision := decide(object.union(bare, sample), {})
		edits(decision, "addVolume")[0].value.name == hashed
	}
}

test_carried_layout_means_nothing_where_it_is_not_accepted if {
	decision := decide(
		object.union(bare, spec([app(hashed_mount(foreign), hashed_file)], [hashed_volume(foreign, 3600)])),
		{"acceptEquivalentLayout": false},
	)
	edits(decision, "addVolume")[0].value.name == hashed
	codes(decision) == ["mount.conflict"]
}

test_volume_alone_is_carried_where_all_containers_are_skipped if {
	decision := decide(
		object.union(bare, {"pod": {
			"metadata": annotated({key("skip-containers"): "app"}),
			"spec": {"volumes": [hashed_volume(foreign, 3600)]},
		}}),
		{},
	)
	decision.edits == []
}

test_new_profile_replaces_in_place if {
	decision := decide(
		spec(
			[{"name": "app", "volumeMounts": [{"name": "azure-identity-token", "mountPath": "/x", "subPath": "y"}]}],
			[{"name": "data", "emptyDir": {}}, {"name": "azure-identity-token", "emptyDir": {}}],
		),
		{},
	)
	edits(decision, "replaceMount") == [{"edit": "replaceMount", "list": "containers", "container": 0, "index": 0, "value": fixed_mount}]
	edits(decision, "replaceVolume")[0].index == 1
	edits(decision, "addVolume") == []
	codes(decision) == []
}

test_old_profile_keeps if {
	decision := decide(
		spec(
			[{"name": "app", "volumeMounts": [{"name": "azure-identity-token", "mountPath": "/x"}]}],
			[fixed_volume("other")],
		),
		old,
	)
	[edit.edit | some edit in decision.edits] == ["addEnv", "addEnv", "addEnv", "addEnv"]
	codes(decision) == ["token.mismatch"]
}

test_present_variables_are_kept if {
	decision := decide(
		spec([{"name": "app", "env": [{"name": "AZURE_CLIENT_ID", "value": "other"}, {"name": "AZURE_TENANT_ID", "valueFrom": {}}]}], []),
		{},
	)
	[edit.value.name | some edit in edits(decision, "addEnv")] == ["AZURE_FEDERATED_TOKEN_FILE", "AZURE_AUTHORITY_HOST"]
	codes(decision) == ["identity.mismatch"]
}

test_init_containers_come_first_and_skipped_ones_are_left if {
	decision := decide(
		{"pod": {
			"metadata": annotated({key("skip-containers"): " app ;"}),
			"spec": {"initContainers": [{"name": "gcloud-setup"}, {"name": "first"}, {"name": "app"}], "containers": [{"name": "app"}, {"name": "second"}]},
		}},
		{},
	)
	[[edit.list, edit.container] | some edit in edits(decision, "addMount")] == [["initContainers", 1], ["containers", 1]]
	decision.findings == []
}

test_identity_and_origins if {
	decision := decide({}, {})
	decision.identity == {
		"provider": "azure",
		"subject": "system:serviceaccount:shop:orders",
		"principal": "client",
		"audience": "api://AzureADTokenExchange",
		"expirationSeconds": 3600,
		"tokenFile": fixed_file,
		"from": {
			"principal": "serviceAccount:azure.workload.identity/client-id",
			"audience": "rule",
			"expirationSeconds": "rule",
			"tokenFile": "rule",
			"AZURE_CLIENT_ID": "serviceAccount:azure.workload.identity/client-id",
			"AZURE_TENANT_ID": "setting:azureTenantId",
			"AZURE_FEDERATED_TOKEN_FILE": "rule",
			"AZURE_AUTHORITY_HOST": "setting:azureEnvironment",
		},
	}
}

test_identity_without_client_id_in_an_unknown_namespace if {
	decision := azure_on(object.union(object.remove(given({}), ["serviceAccount", "namespace"]), {
		"serviceAccount": account({key("client-id"): null, key("tenant-id"): ""}),
		"namespace": {"name": null, "labels": null},
	}))
	decision.identity.subject == null
	decision.identity.principal == null
	[edit.value.name | some edit in edits(decision, "addEnv")] == ["AZURE_FEDERATED_TOKEN_FILE", "AZURE_AUTHORITY_HOST"]
	not decision.identity.from.principal
	codes(decision) == ["azure.client_id_missing"]
}

test_own_client_id_is_not_missed if {
	changes := spec([{"name": "app", "env": [{"name": "AZURE_CLIENT_ID", "value": "own"}]}], [])
	decide(object.union(changes, {"serviceAccount": account({key("client-id"): ""})}), {}).findings == []
}

test_expiration_sources if {
	name := key("service-account-token-expiration")
	every sample in [
		{"pod": "+7200", "account": "x", "seconds": 7200, "from": "pod:azure.workload.identity/service-account-token-expiration"},
		{"pod": "", "account": "5000", "seconds": 5000, "from": "serviceAccount:azure.workload.identity/service-account-token-expiration"},
		{"pod": "", "account": "", "seconds": 3600, "from": "rule"},
	] {
		decision := decide({"pod": {"metadata": annotated({name: sample.pod})}, "serviceAccount": account({name: sample.account})}, {})
		decision.identity.expirationSeconds == sample.seconds
		decision.identity.from.expirationSeconds == sample.from
		edits(decision, "addVolume")[0].value.projected.sources[0].serviceAccountToken.expirationSeconds == sample.seconds
	}
}

test_the_cloud_gives_the_sign_in_host if {
	edits(decide({}, {"authorityHost": "https://login.microsoftonline.us/"}), "addEnv")[3].value.value == "https://login.microsoftonline.us/"
}

test_audience_setting if {
	decision := decide({}, {"audience": "mine"})
	decision.identity.audience == "mine"
	decision.identity.from.audience == "setting:audience"
}

on_endpoint := {"pod": {"metadata": annotated({key("use-binding"): "TRUE"})}}

test_custom_endpoint_sources if {
	bundle := {"signerName": "s/x", "path": "ca-cert/ca.crt", "optional": false}
	every sample in [
		{"choices": {}, "sources": []},
		{
			"choices": {"azureKubernetesCaConfigmapName": "kube-root-ca.crt"},
			"sources": [{"configMap": {
				"name": "kube-root-ca.crt",
				"items": [{"key": "ca.crt", "path": "ca-cert/ca.crt"}],
				"optional": false,
			}}],
		},
		{"choices": {"azureKubernetesCaCtbSignerName": "s/x"}, "sources": [{"clusterTrustBundle": bundle}]},
		{
			"choices": {"azureKubernetesCaCtbSignerName": "s/x", "azureKubernetesCaCtbLabelSelectorObject": {"matchLabels": {"a": "b"}}},
			"sources": [{"clusterTrustBundle": object.union(bundle, {"labelSelector": {"matchLabels": {"a": "b"}}})}],
		},
		{
			"choices": {"azureKubernetesCaCtbSignerName": "s/x", "azureKubernetesCaCtbLabelSelectorObject": {}},
			"sources": [{"clusterTrustBundle": object.union(bundle, {"labelSelector": {}})}],
		},
	] {
		decision := decide(on_endpoint, object.union(endpoint, sample.choices))
		sources := edits(decision, "addVolume")[0].value.projected.sources
		sources[0].serviceAccountToken.audience == "api://binding"
		array.slice(sources, 1, 9) == sample.sources
		decision.identity.from.audience == "setting:customTokenEndpointAudience"
	}
}

test_custom_endpoint_variables if {
	values := [edit.value |
		some edit in edits(decide(on_endpoint, object.union(endpoint, {"azureKubernetesCaData": "data"})), "addEnv")
	]
	array.slice(values, 4, 9) == [
		{"name": "AZURE_KUBERNETES_TOKEN_PROXY", "value": "https://proxy"},
		{"name": "AZURE_KUBERNETES_CA_FILE", "value": "/var/run/secrets/azure/tokens/ca-cert/ca.crt"},
		{"name": "AZURE_KUBERNETES_CA_DATA", "value": "data"},
	]
}

test_custom_endpoint_is_for_those_who_ask if {
	every decision in [
		decide({}, endpoint),
		decide({"pod": {"metadata": annotated({key("use-binding"): " true"})}}, endpoint),
		decide({"pod": {"metadata": annotated({key("use-"): "true"})}}, {}),
		decide(on_endpoint, object.union(endpoint, old)),
	] {
		decision.identity.audience == "api://AzureADTokenExchange"
		count(edits(decision, "addEnv")) == 4
	}
}
