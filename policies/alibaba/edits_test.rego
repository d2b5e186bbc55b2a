package podgraft.alibaba_test

identity_variables := [
	{"name": "ALIBABA_CLOUD_ROLE_ARN", "value": "acs:ram::1234567890123456:role/reader"},
	{"name": "ALIBABA_CLOUD_OIDC_PROVIDER_ARN", "value": "acs:ram::1234567890123456:oidc-provider/ack-rrsa-c0"},
	{"name": "ALIBABA_CLOUD_OIDC_TOKEN_FILE", "value": "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens/token"},
]

sts_variables := [
	{"name": "ALIBABA_CLOUD_STS_ENDPOINT", "value": "sts-vpc.cn-hangzhou.aliyuncs.com"},
	{"name": "ALIBABA_CLOUD_STS_REGION", "value": "cn-hangzhou"},
	{"name": "ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED", "value": "true"},
]

test_injection if {
	decision := decide({}, {})
	values(decision, "addVolume") == [token_volume(3600)]
	values(decision, "addMount") == [token_mount]
	values(decision, "addEnv") == array.concat(identity_variables, sts_variables)
	count(decision.edits) == 8
	decision.findings == []
	decision.identity == {
		"provider": "alibaba",
		"subject": "system:serviceaccount:shop:orders",
		"principal": "acs:ram::1234567890123456:role/reader",
		"audience": "sts.aliyuncs.com",
		"expirationSeconds": 3600,
		"tokenFile": "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens/token",
		"from": {
			"principal": "serviceAccount:pod-identity.alibabacloud.com/role-name",
			"audience": "rule",
			"expirationSeconds": "rule",
			"tokenFile": "rule",
			"ALIBABA_CLOUD_ROLE_ARN": "serviceAccount:pod-identity.alibabacloud.com/role-name",
			"ALIBABA_CLOUD_OIDC_PROVIDER_ARN": "setting:clusterId",
			"ALIBABA_CLOUD_OIDC_TOKEN_FILE": "rule",
			"ALIBABA_CLOUD_STS_ENDPOINT": "setting:region",
			"ALIBABA_CLOUD_STS_REGION": "setting:region",
			"ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED": "setting:autoInjectSTSEnvVars",
		},
	}
}

test_unknown_namespace_name if {
	decide({"namespace": {"name": null, "labels": on}}, {}).identity.subject == null
}

test_given_provider_arn if {
	decision := decide({}, {"oidcProviderArn": "acs:ram::1:oidc-provider/own"})
	values(decision, "addEnv")[1].value == "acs:ram::1:oidc-provider/own"
	decision.identity.from.ALIBABA_CLOUD_OIDC_PROVIDER_ARN == "setting:oidcProviderArn"
}

test_sts_variables if {
	asked := {"serviceAccount": account(object.union(role, keyed({"inject-sts-endpoint": "on"})))}
	every sample in [
		{"changes": {}, "choices": {"region": ""}, "count": 0},
		{"changes": {}, "choices": {"autoInjectSTSEnvVars": false}, "count": 0},
		{"changes": asked, "choices": {"autoInjectSTSEnvVars": false}, "count": 1},
		{"changes": asked, "choices": {}, "count": 3},
		{"changes": asked, "choices": old, "count": 0},
	] {
		values(decide(sample.changes, sample.choices), "addEnv") == array.concat(
			identity_variables,
			array.slice(sts_variables, 0, sample.count),
		)
	}
}

test_volume if {
	source := {"audience": "sts.aliyuncs.com", "expirationSeconds": 1200, "path": "token"}
	every sample in [
		{"volume": {"projected": {"sources": [{"configMap": {}}, {"serviceAccountToken": source}]}}, "edits": []},
		{
			"volume": {"projected": {"sources": [{"serviceAccountToken": object.union(source, {"path": "other"})}]}},
			"edits": ["replaceVolume"],
		},
		{
			"volume": {"projected": {"sources": [{"serviceAccountToken": object.remove(source, ["audience"])}]}},
			"edits": ["replaceVolume"],
		},
		{"volume": {"emptyDir": {}}, "edits": ["replaceVolume"]},
		{"volume": {"name": "other", "projected": {"sources": [{"serviceAccountToken": source}]}}, "edits": ["addVolume"]},
	] {
		volume := object.union({"name": "rrsa-oidc-token"}, sample.volume)
		decision := decide({"pod": pod({}, {"volumes": [{"name": "data"}, volume]})}, {})
		made := array.concat(edits(decision, "replaceVolume"), edits(decision, "addVolume"))
		[edit.edit | some edit in made] == sample.edits
		[edit.index | some edit in made; edit.edit == "replaceVolume"] == [1 | "replaceVolume" in sample.edits]
	}
}

test_mounts if {
	ours := {"name": "rrsa-oidc-token", "mountPath": "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens", "subPath": "x"}
	elsewhere := {"name": "rrsa-oidc-token", "mountPath": "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens/"}
	other := {"name": "data", "mountPath": "/data"}
	every sample in [
		{"mounts": [other, ours], "replaced": [], "added": 0},
		{"mounts": [elsewhere, ours], "replaced": [], "added": 0},
		{"mounts": [other, elsewhere, elsewhere], "replaced": [1], "added": 0},
		{"mounts": [other], "replaced": [], "added": 1},
		{"mounts": null, "replaced": [], "added": 1},
	] {
		decision := decide({"pod": pod({}, {"containers": [{"name": "app", "volumeMounts": sample.mounts}]})}, {})
		[edit.index | some edit in edits(decision, "replaceMount")] == sample.replaced
		count(edits(decision, "addMount")) == sample.added
	}
}

test_variables if {
	present := [
		{"name": "ALIBABA_CLOUD_ROLE_ARN", "value": "own"},
		{"name": "OTHER"},
		{"name": "ALIBABA_CLOUD_STS_REGION", "valueFrom": {}},
		{"name": "ALIBABA_CLOUD_ROLE_ARN"},
	]
	every sample in [
		{"pod": {}, "namespace": {}, "choices": {}, "replaced": []},
		{"pod": {"override-env": "true"}, "namespace": {"override-env": "false"}, "choices": {}, "replaced": [0, 2, 3]},
		{"pod": {"override-env": "false"}, "namespace": {"override-env": "true"}, "choices": {}, "replaced": [0, 2, 3]},
		{"pod": {"override-env": "True"}, "namespace": {"override-env": "on"}, "choices": {}, "replaced": []},
		{"pod": {"override-env": "true"}, "namespace": {}, "choices": {"autoInjectSTSEnvVars": false}, "replaced": [0, 3]},
		{"pod": {"override-env": "true"}, "namespace": {"override-env": "true"}, "choices": old, "replaced": []},
	] {
		changes := {
			"pod": pod({"annotations": keyed(sample.pod)}, {"containers": [{"name": "app", "env": present}]}),
			"namespace": namespace(object.union(on, keyed(sample.namespace))),
		}
		decision := decide(changes, sample.choices)
		[edit.index | some edit in edits(decision, "replaceEnv")] == sample.replaced
		every edit in edits(decision, "replaceEnv") { edit.value in array.concat(identity_variables, sts_variables) }
		every value in values(decision, "addEnv") { not value.name in {"ALIBABA_CLOUD_ROLE_ARN", "ALIBABA_CLOUD_STS_REGION"} }
	}
}
