package podgraft.alibaba_test

test_injection_values if {
	every sample in [
		{"pod": "off", "namespace": "on", "choices": {}, "holders": ["pod"]},
		{"pod": "off", "namespace": "off", "choices": {}, "holders": []},
		{"pod": "true", "namespace": "off", "choices": {}, "holders": ["pod"]},
		{"pod": "on", "namespace": "On", "choices": {}, "holders": ["namespace"]},
	] {
		changes := {
			"pod": pod({"labels": keyed({"injection": sample.pod})}, {}),
			"namespace": namespace(keyed({"injection": sample.namespace})),
		}
		findings := decide(changes, sample.choices).findings
		[finding.params.holder | some finding in findings] == sample.holders
		every finding in findings { finding.code == "alibaba.injection_value" }
	}
}

test_finding_about_a_value if {
	key := "pod-identity.alibabacloud.com/injection"
	changes := {"pod": pod({"labels": {key: "off"}}, {})}
	decide(changes, {}).findings == [{
		"code": "alibaba.injection_value",
		"path": ["metadata", "labels", key],
		"params": {"holder": "pod", "key": key, "value": "off"},
	}]
	decide({"namespace": namespace({key: ""})}, {}).findings[0].path == ["metadata", "namespace"]
	decide({"serviceAccount": account(keyed({"role-name": ""}))}, {}).findings[0].path == ["spec", "serviceAccountName"]
}

test_override_values if {
	every sample in [
		{"pod": {"override-env": "true"}, "namespace": {"override-env": "false"}, "holders": []},
		{"pod": {"override-env": "false"}, "namespace": {}, "holders": []},
		{"pod": {"override-env": "false"}, "namespace": {"override-env": "true"}, "holders": ["pod"]},
		{"pod": {"override-env": "True"}, "namespace": {"override-env": "on"}, "holders": ["pod", "namespace"]},
	] {
		changes := {
			"pod": pod({"annotations": keyed(sample.pod)}, {}),
			"namespace": namespace(object.union(on, keyed(sample.namespace))),
		}
		findings := decide(changes, {}).findings
		[finding.params.holder | some finding in findings] == sample.holders
		every finding in findings { finding.code == "alibaba.override_value" }
	}
}

test_sts_values if {
	every sample in [
		{"value": "on", "choices": {}, "codes": []},
		{"value": "off", "choices": {}, "codes": ["alibaba.sts_value"]},
		{"value": "off", "choices": {"autoInjectSTSEnvVars": false}, "codes": []},
		{"value": "true", "choices": {"autoInjectSTSEnvVars": false}, "codes": ["alibaba.sts_value"]},
		{"value": "on", "choices": {"region": ""}, "codes": ["alibaba.region_unset"]},
	] {
		changes := {"serviceAccount": account(object.union(role, keyed({"inject-sts-endpoint": sample.value})))}
		codes(decide(changes, sample.choices)) == sample.codes
	}
}

test_unknown_keys if {
	every sample in [
		{"changes": {"pod": pod({"labels": keyed({"Injection": "on"})}, {})}, "choices": {}, "holder": "pod"},
		{"changes": annotated({"injection": "on"}), "choices": {}, "holder": "pod"},
		{"changes": annotated({"override-env": "true"}), "choices": old, "holder": "pod"},
		{"changes": {"pod": pod({"labels": on}, {})}, "choices": old, "holder": "pod"},
		{
			"changes": {"serviceAccount": account(object.union(role, keyed({"skip-containers": "app"})))},
			"choices": {},
			"holder": "serviceAccount",
		},
		{"changes": {"namespace": namespace(object.union(on, keyed({"override": "true"})))}, "choices": {}, "holder": "namespace"},
		{"changes": {"namespace": namespace(keyed({"injektion": "on"}))}, "choices": {}, "holder": "namespace"},
	] {
		findings := decide(sample.changes, sample.choices).findings
		codes({"findings": findings}) == ["annotation.unknown"]
		findings[0].params.holder == sample.holder
	}
}

test_list_names if {
	changes := annotated({"only-containers": "app,gcloud-setup,nobody", "skip-containers": "logs"})
	[finding.path[2] | some finding in decide(changes, {}).findings] == [
		"pod-identity.alibabacloud.com/only-containers",
		"pod-identity.alibabacloud.com/skip-containers",
	]
}

test_conflicts if {
	container := {
		"name": "app",
		"volumeMounts": [{"name": "own", "mountPath": "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens"}],
		"env": [
			{"name": "ALIBABA_CLOUD_ROLE_ARN", "value": "acs:ram::1234567890123456:role/writer"},
			{"name": "ALIBABA_CLOUD_STS_REGION", "value": "cn-beijing"},
		],
	}
	changes := {"pod": pod({}, {"containers": [container]})}
	codes(decide(changes, {})) == ["mount.conflict", "identity.mismatch"]
	overriding := object.union(changes, {"namespace": namespace(object.union(on, keyed({"override-env": "true"})))})
	codes(decide(overriding, {})) == ["mount.conflict"]
}

test_late_containers if {
	complete := {"name": "app", "volumeMounts": [token_mount], "env": identity_variables}
	containers := [
		complete,
		object.union(complete, {"env": []}),
		object.union(complete, {"volumeMounts": []}),
		{"name": "mesh"},
	]
	changes := {"pod": pod({}, {"containers": containers, "volumes": [token_volume(3600)]})}
	decide(changes, {}).findings == [{
		"code": "container.not_injected",
		"path": ["spec", "containers", 3],
		"params": {"provider": "alibaba", "container": "mesh"},
	}]
	decide({"pod": pod({}, {"containers": containers})}, {}).findings == []
}
