package podgraft.gcp_test

token_volume(source, mode) := {
	"name": "gcp-iam-token",
	"projected": {"sources": [{"serviceAccountToken": source}], "defaultMode": mode},
}

credentials_volume := {
	"name": "external-credential-config",
	"downwardAPI": {
		"items": [{
			"path": "federation.json",
			"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.annotations['cloud.google.com/external-credentials-json']"},
		}],
		"defaultMode": 288,
	},
}

token_mount := {"name": "gcp-iam-token", "mountPath": "/var/run/secrets/sts.googleapis.com/serviceaccount", "readOnly": true}

gcloud_mount := {"name": "gcloud-config", "mountPath": "/var/run/secrets/gcloud/config"}

credentials_mount := {"name": "external-credential-config", "mountPath": "/var/run/secrets/workload-identity", "readOnly": true}

values(decision, kind) := [edit.value | some edit in edits(decision, kind)]

test_gcloud_mode if {
	decision := with_annotations({}, {"gcpDefaultRegion": "europe-west4"})
	[[edit.key, edit.value] | some edit in edits(decision, "setAnnotation")] == [
		["cloud.google.com/workload-identity-provider", provider],
		["cloud.google.com/service-account-email", email],
		["cloud.google.com/audience", "sts.googleapis.com"],
		["cloud.google.com/token-expiration", "86400"],
	]
	values(decision, "addVolume") == [
		token_volume({"audience": "sts.googleapis.com", "expirationSeconds": 86400, "path": "token"}, 288),
		{"name": "gcloud-config", "emptyDir": {}},
	]
	values(decision, "addMount") == [token_mount, gcloud_mount]
	values(decision, "addEnv") == [
		{"name": "GOOGLE_APPLICATION_CREDENTIALS", "value": "/var/run/secrets/gcloud/config/federation.json"},
		{"name": "CLOUDSDK_CONFIG", "value": "/var/run/secrets/gcloud/config"},
		{"name": "CLOUDSDK_COMPUTE_REGION", "value": "europe-west4"},
		{"name": "CLOUDSDK_CORE_PROJECT", "value": "shop"},
	]
	setup := edits(decision, "addContainer")
	[[edit.list, edit.at] | some edit in setup] == [["initContainers", "first"]]
	crypto.sha256(setup[0].value.command[2]) == "e3a54b940b2a82f9b6752c11381a4b18793e686b0c5910fa11bc64c07db382e2"
	object.remove(setup[0].value, ["command"]) == {
		"name": "gcloud-setup",
		"image": "registry.example.com/cloud-cli:500",
		"env": [
			{"name": "GCP_WORKLOAD_IDENTITY_PROVIDER", "value": provider},
			{"name": "GCP_SERVICE_ACCOUNT", "value": email},
			{"name": "CLOUDSDK_CONFIG", "value": "/var/run/secrets/gcloud/config"},
			{"name": "CLOUDSDK_CORE_PROJECT", "value": "shop"},
		],
		"volumeMounts": [token_mount, gcloud_mount],
		"securityContext": {"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}},
	}
	decision.findings == []
}

test_setup_container_options if {
	resources := {"requests": {"cpu": "100m"}}
	decision := with_annotations(keyed({"gcloud-run-as-user": "+1000"}), {"setupContainerResources": resources})
	setup := values(decision, "addContainer")[0]
	setup.securityContext.runAsUser == 1000
	setup.resources == resources
	unset := values(with_annotations({}, {"setupContainerResources": null}), "addContainer")[0]
	not unset.resources
}

test_direct_mode if {
	decision := with_annotations(object.union(direct, keyed({"gcloud-run-as-user": "0"})), {})
	edits(decision, "setAnnotation")[4] == {
		"edit": "setAnnotation",
		"key": "cloud.google.com/external-credentials-json",
		"value": concat("", [
			`{"type":"external_account","audience":"//iam.googleapis.com/`,
			provider,
			`","subject_token_type":"urn:ietf:params:oauth:token-type:jwt","token_url":"https://sts.googleapis.com/v1/token",`,
			`"service_account_impersonation_url":"https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/`,
			email,
			`:generateAccessToken","credential_source":{"file":"/var/run/secrets/sts.googleapis.com/serviceaccount/token",`,
			`"format":{"type":"text"}}}`,
		]),
	}
	[volume.name | some volume in values(decision, "addVolume")] == ["gcp-iam-token", "external-credential-config"]
	values(decision, "addVolume")[1] == credentials_volume
	values(decision, "addMount") == [token_mount, credentials_mount]
	values(decision, "addEnv") == [
		{"name": "GOOGLE_APPLICATION_CREDENTIALS", "value": "/var/run/secrets/workload-identity/federation.json"},
		{"name": "CLOUDSDK_COMPUTE_REGION"},
		{"name": "CLOUDSDK_CORE_PROJECT", "value": "shop"},
	]
	edits(decision, "addContainer") == []
	decision.findings == []
}

test_direct_mode_of_the_next_profile if {
	decision := with_annotations({}, next)
	[volume.name | some volume in values(decision, "addVolume")] == ["gcp-iam-token", "external-credential-config", "gcloud-config"]
	values(decision, "addMount") == [token_mount, credentials_mount, gcloud_mount]
	[variable.name | some variable in values(decision, "addEnv")] == [
		"GOOGLE_APPLICATION_CREDENTIALS",
		"CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE",
		"CLOUDSDK_CONFIG",
		"CLOUDSDK_COMPUTE_REGION",
		"CLOUDSDK_CORE_PROJECT",
	]
}

test_prefixes if {
	every prefix, expected in {
		"wif.example.com": {"key": "wif.example.com/audience", "path": "metadata.annotations['wif.example.com/external-credentials-json']"},
		"p/": {"key": "p/audience", "path": "metadata.annotations['p//external-credentials-json']"},
		"": {"key": "audience", "path": "metadata.annotations['/external-credentials-json']"},
	} {
		start := trim_suffix(expected.key, "audience")
		annotations := {
			concat("", [start, "workload-identity-provider"]): provider,
			concat("", [start, "service-account-email"]): email,
			concat("", [start, "injection-mode"]): "direct",
		}
		decision := decide({"serviceAccount": account(annotations)}, {"annotationPrefix": prefix})
		edits(decision, "setAnnotation")[2].key == expected.key
		values(decision, "addVolume")[1].downwardAPI.items[0].fieldRef.fieldPath == expected.path
	}
}

test_audience if {
	every sample in [
		{"annotations": {"audience": "pool"}, "choices": {}, "source": {"audience": "pool"}, "identity": "pool", "from": "serviceAccount:cloud.google.com/audience"},
		{"annotations": {"audience": ""}, "choices": {}, "source": {}, "identity": null, "from": "serviceAccount:cloud.google.com/audience"},
		{"annotations": {}, "choices": {"tokenAudience": "flag"}, "source": {"audience": "flag"}, "identity": "flag", "from": "setting:tokenAudience"},
	] {
		decision := with_annotations(keyed(sample.annotations), sample.choices)
		source := values(decision, "addVolume")[0].projected.sources[0].serviceAccountToken
		object.remove(source, ["expirationSeconds", "path"]) == sample.source
		edits(decision, "setAnnotation")[2].value == object.get(sample.source, "audience", "")
		decision.identity.audience == sample.identity
		decision.identity.from.audience == sample.from
	}
}

test_expiration if {
	every sample in [
		{"pod": {"token-expiration": "+7200"}, "account": {"token-expiration": "10000"}, "flag": 86400, "text": "7200", "from": "pod:cloud.google.com/token-expiration"},
		{"pod": {}, "account": {"token-expiration": "-1"}, "flag": 86400, "text": "3600", "from": "serviceAccount:cloud.google.com/token-expiration"},
		{"pod": {}, "account": {"token-expiration": "9007199254740993"}, "flag": 86400, "text": "9007199254740993", "from": "serviceAccount:cloud.google.com/token-expiration"},
		{"pod": {}, "account": {}, "flag": 7200, "text": "7200", "from": "setting:tokenExpiration"},
		{"pod": {}, "account": {}, "flag": 9223372036, "text": "9223372036", "from": "setting:tokenExpiration"},
	] {
		decision := decide(
			{
				"pod": pod({"annotations": keyed(sample.pod)}, {}),
				"serviceAccount": account(object.union(pair, keyed(sample.account))),
			},
			{"tokenExpirationSeconds": sample.flag},
		)
		edits(decision, "setAnnotation")[3].value == sample.text
		values(decision, "addVolume")[0].projected.sources[0].serviceAccountToken.expirationSeconds == to_number(sample.text)
		decision.identity.expirationSeconds == to_number(sample.text)
		decision.identity.from.expirationSeconds == sample.from
	}
}

test_existing_parts_are_replaced_in_place if {
	changes := {"pod": pod({}, {
		"volumes": [{"name": "data"}, {"name": "gcloud-config"}, {"name": "gcp-iam-token"}],
		"initContainers": [{"name": "first"}, {"name": "gcloud-setup"}],
		"containers": [{
			"name": "app",
			"volumeMounts": [{"name": "data"}, {"name": "gcp-iam-token"}, {"name": "gcp-iam-token"}],
			"env": [
				{"name": "CLOUDSDK_CORE_PROJECT", "value": "own"},
				{"name": "GOOGLE_APPLICATION_CREDENTIALS", "valueFrom": {}},
				{"name": "GOOGLE_APPLICATION_CREDENTIALS"},
			],
		}],
	})}
	decision := decide(changes, {})
	[[edit.index, edit.value.name] | some edit in edits(decision, "replaceVolume")] == [[2, "gcp-iam-token"], [1, "gcloud-config"]]
	edits(decision, "addVolume") == []
	[[edit.list, edit.container, edit.value.name] | some edit in edits(decision, "replaceContainer")] == [["initContainers", 1, "gcloud-setup"]]
	edits(decision, "addContainer") == []
	[[edit.list, edit.container, edit.index] | some edit in edits(decision, "replaceMount")] == [["containers", 0, 1]]
	[[edit.list, edit.container, edit.index] | some edit in edits(decision, "replaceEnv")] == [["containers", 0, 1]]
	[[edit.list, edit.container, edit.value.name] | some edit in edits(decision, "addEnv")] == [
		["initContainers", 0, "GOOGLE_APPLICATION_CREDENTIALS"],
		["initContainers", 0, "CLOUDSDK_CONFIG"],
		["initContainers", 0, "CLOUDSDK_COMPUTE_REGION"],
		["initContainers", 0, "CLOUDSDK_CORE_PROJECT"],
		["containers", 0, "CLOUDSDK_CONFIG"],
		["containers", 0, "CLOUDSDK_COMPUTE_REGION"],
	]
}

test_untouched_containers if {
	changes := {"pod": pod({"annotations": keyed({"skip-containers": " logs ,,\u0085init\u00a0"})}, {
		"initContainers": [{"name": "init"}],
		"containers": [{"name": "logs"}, {"name": "azwi-proxy"}, {"name": "gcloud-setup"}, {"name": "app"}],
	})}
	decision := decide(changes, {})
	{[edit.list, edit.container] | some edit in edits(decision, "addMount")} == {["containers", 3]}
	decision.findings == []
}

test_identity if {
	decide({}, {}).identity == {
		"provider": "gcp",
		"subject": "system:serviceaccount:shop:orders",
		"principal": email,
		"audience": "sts.googleapis.com",
		"expirationSeconds": 86400,
		"tokenFile": "/var/run/secrets/sts.googleapis.com/serviceaccount/token",
		"from": {
			"principal": "serviceAccount:cloud.google.com/service-account-email",
			"audience": "setting:tokenAudience",
			"expirationSeconds": "setting:tokenExpiration",
			"tokenFile": "rule",
			"GOOGLE_APPLICATION_CREDENTIALS": "rule",
			"CLOUDSDK_CONFIG": "rule",
			"CLOUDSDK_COMPUTE_REGION": "setting:gcpDefaultRegion",
			"CLOUDSDK_CORE_PROJECT": "serviceAccount:cloud.google.com/service-account-email",
		},
	}
	decide({"namespace": {"name": null, "labels": null}}, {}).identity.subject == null
}
