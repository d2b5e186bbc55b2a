package podgraft.azure_test

proxied(annotations, spec_) := {"pod": {
	"metadata": annotated(object.union({key("inject-proxy-sidecar"): "true"}, annotations)),
	"spec": spec_,
}}

added(decision) := [[edit.list, edit.at, edit.value.name] | some edit in edits(decision, "addContainer")]

native := [["initContainers", "last", "azwi-proxy-init"], ["initContainers", "first", "azwi-proxy"]]

classic := [["initContainers", "last", "azwi-proxy-init"], ["containers", "first", "azwi-proxy"]]

test_place_by_kubernetes_version if {
	every version, places in {
		"": native, "v1.32.0-rc.1": native, "1.32.4": native, "v2.0.0": native, "x": native,
		"v1.31.14+k3s1": classic, "1.9.0": classic,
	} {
		added(decide(proxied({}, {}), {"kubernetesVersion": version})) == places
	}
	added(decide(proxied({}, {}), {"kubernetesVersion": null})) == native
}

test_proxy_containers_carry_the_identity if {
	decision := decide(proxied({key("proxy-sidecar-port"): "+9000"}, {}), {"logLevel": "debug"})
	[setup, sidecar] := [edit.value | some edit in edits(decision, "addContainer")]
	setup == {
		"name": "azwi-proxy-init",
		"image": "mcr.microsoft.com/oss/azure/workload-identity/proxy-init:v1.6.0",
		"imagePullPolicy": "IfNotPresent",
		"securityContext": {
			"capabilities": {"add": ["NET_ADMIN"], "drop": ["ALL"]},
			"privileged": true,
			"runAsNonRoot": false,
			"runAsUser": 0,
		},
		"env": array.concat([{"name": "PROXY_PORT", "value": "9000"}], variables(fixed_file)),
		"volumeMounts": [fixed_mount],
	}
	sidecar == {
		"name": "azwi-proxy",
		"image": "mcr.microsoft.com/oss/azure/workload-identity/proxy:v1.6.0",
		"imagePullPolicy": "IfNotPresent",
		"args": ["--proxy-port=9000", "--log-level=debug"],
		"ports": [{"containerPort": 9000}],
		"lifecycle": {"postStart": {"exec": {"command": ["/proxy", "--proxy-port=9000", "--probe", "--log-level=debug"]}}},
		"restartPolicy": "Always",
		"securityContext": {
			"allowPrivilegeEscalation": false,
			"capabilities": {"drop": ["ALL"]},
			"privileged": false,
			"readOnlyRootFilesystem": true,
			"runAsNonRoot": true,
		},
		"env": variables(fixed_file),
		"volumeMounts": [fixed_mount],
	}
	decision.findings == []
}

test_skipped_proxy_containers_stay_plain if {
	decision := decide(proxied({key("skip-containers"): "azwi-proxy;azwi-proxy-init"}, {}), {"kubernetesVersion": "1.31.0"})
	[setup, sidecar] := [edit.value | some edit in edits(decision, "addContainer")]
	count(setup.env) == 1
	not setup.volumeMounts
	not sidecar.env
	not sidecar.restartPolicy
	decision.findings == []
}

test_images if {
	decision := decide(proxied({}, {}), {"proxyImage": "a", "proxyInitImage": "b", "profile": "1.5.1"})
	[edit.value.image | some edit in edits(decision, "addContainer")] == ["b", "a"]
}

test_present_proxy_containers if {
	decision := decide(proxied({}, {"initContainers": [{"name": "azwi-proxy"}, {"name": "azwi-proxy-init"}]}), {})
	added(decision) == []
	count(edits(decision, "addMount")) == 3
	decision.findings == []
}

test_proxy_in_the_other_list_gets_a_namesake if {
	decision := decide(proxied({}, {"containers": [{"name": "app"}, {"name": "azwi-proxy"}]}), {})
	added(decision) == native
	decision.findings == [{
		"code": "azure.duplicate_container",
		"path": ["spec", "containers", 1],
		"params": {"container": "azwi-proxy"},
	}]
}

test_value_that_reads_like_a_refusal if {
	decision := decide(proxied({key("inject-proxy-sidecar"): "False"}, {}), {})
	added(decision) == native
	decision.findings == [{
		"code": "azure.proxy_annotation_value",
		"path": ["metadata", "annotations", key("inject-proxy-sidecar")],
		"params": {"value": "False"},
	}]
}

test_unknown_names_in_the_skip_list if {
	decision := decide({"pod": {"metadata": annotated({key("skip-containers"): "app,x;gcloud-setup;azwi-proxy;"})}}, {})
	[finding.params.container | some finding in decision.findings] == ["app,x"]
}
