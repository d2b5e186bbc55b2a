package podgraft.aws_test

test_a_pod_that_opts_out_has_no_findings if {
	opted_out := pod({"labels": {key("skip-pod-identity-webhook"): "x"}, "annotations": {key("typo"): "x"}}, {})
	codes({"pod": opted_out, "serviceAccount": unknown}, {}) == []
}

test_unknown_keys if {
	metadata := {"annotations": {key("role-arn"): role, key("compute-type"): "ec2", key("token-expiration"): "600", "other/x": ""}}
	changes := {"pod": pod(metadata, {}), "serviceAccount": account({key("role-arm"): role, key("audience"): "x"})}
	decide(changes, {}).findings == [
		{
			"code": "annotation.unknown",
			"path": ["metadata", "annotations", key("role-arn")],
			"params": {"provider": "aws", "holder": "pod", "key": key("role-arn"), "known": ["skip-containers", "token-expiration"]},
		},
		{
			"code": "annotation.unknown",
			"path": ["spec", "serviceAccountName"],
			"params": {
				"provider": "aws",
				"holder": "serviceAccount",
				"key": key("role-arm"),
				"known": ["audience", "role-arn", "sts-regional-endpoints", "token-expiration"],
			},
		},
	]
	codes(changes, {"annotationPrefix": "iam.example.com"}) == []
}

test_a_missing_account if {
	decide({"serviceAccount": missing}, {}).findings == [{
		"code": "aws.service_account_missing",
		"path": ["spec", "serviceAccountName"],
		"params": {"serviceAccount": "orders"},
	}]
}

test_role_forms if {
	good := [
		role,
		"arn:aws-us-gov:iam::111122223333:role/a/b_C-1.2@x+=,",
		"arn:aws:iam::${ACCOUNT}:role/orders",
	]
	every text in good { codes({"serviceAccount": account({key("role-arn"): text})}, {}) == [] }
	bad := [
		" ",
		"orders",
		"arn:aws:iam::1:role/x",
		"arn:aws:iam::11112222333x:role/x",
		"arn:azure:iam::111122223333:role/x",
		"arn:awsX:iam::111122223333:role/x",
		"arn:aws:iam::111122223333:user/x",
		"arn:aws:iam::111122223333:role/",
		"arn:aws:iam::111122223333:role/a b",
		"arn:aws:iam:eu:111122223333:role/x",
		"arn:aws:iam::111122223333:role/x:y",
	]
	every text in bad {
		decide({"serviceAccount": account({key("role-arn"): text})}, {}).findings == [{
			"code": "aws.role_arn_malformed",
			"path": ["spec", "serviceAccountName"],
			"params": {"role": text, "from": "serviceAccount:eks.amazonaws.com/role-arn"},
		}]
	}
}

test_ignored_values if {
	changes := {
		"pod": annotated({key("token-expiration"): "1h"}),
		"serviceAccount": account({
			key("role-arn"): role,
			key("token-expiration"): " 1",
			key("sts-regional-endpoints"): "yes",
			key("skip-containers"): "app",
		}),
	}
	decide(changes, {}).findings == [
		{
			"code": "aws.expiration_ignored",
			"path": ["metadata", "annotations", key("token-expiration")],
			"params": {"holder": "pod", "key": key("token-expiration"), "value": "1h"},
		},
		{
			"code": "aws.expiration_ignored",
			"path": ["spec", "serviceAccountName"],
			"params": {"holder": "serviceAccount", "key": key("token-expiration"), "value": " 1"},
		},
		{
			"code": "aws.regional_sts_ignored",
			"path": ["spec", "serviceAccountName"],
			"params": {"holder": "serviceAccount", "key": key("sts-regional-endpoints"), "value": "yes"},
		},
		{
			"code": "aws.skip_containers_on_service_account",
			"path": ["spec", "serviceAccountName"],
			"params": {"holder": "serviceAccount", "key": key("skip-containers"), "value": "app"},
		},
	]
}

test_valid_values_are_not_reported if {
	every value in ["true", "F"] { codes({"serviceAccount": with_role_and("sts-regional-endpoints", value)}, {}) == [] }
	codes({"serviceAccount": with_role_and("token-expiration", "0")}, {}) == []
}

test_expiration_beyond_what_the_server_takes if {
	codes({"pod": annotated({key("token-expiration"): "4294967296"})}, {}) == []
	decide({"pod": annotated({key("token-expiration"): "4294967297"})}, {}).findings == [{
		"code": "expiration.too_large",
		"path": ["metadata", "annotations", key("token-expiration")],
		"params": {"provider": "aws", "seconds": 4294967297, "from": concat(":", ["pod", key("token-expiration")])},
	}]
	decide({"serviceAccount": with_role_and("token-expiration", "4294967297")}, {}).findings[0].path == ["spec", "serviceAccountName"]
}

test_skip_lists if {
	path := ["metadata", "annotations", key("skip-containers")]
	every case in [
		{"value": "app", "findings": []},
		{"value": "", "findings": []},
		{"value": "app,", "findings": []},
		{"value": "app,x", "findings": [{"code": "container.unknown", "path": path, "params": {"provider": "aws", "container": "x"}}]},
		{"value": "app, b", "findings": [{"code": "aws.skip_containers_spaces", "path": path, "params": {"container": " b"}}]},
		{"value": "app,\"b", "findings": [{"code": "aws.skip_containers_invalid", "path": path, "params": {"error": "quote"}}]},
	] {
		decide({"pod": annotated({key("skip-containers"): case.value})}, {}).findings == case.findings
	}
}

test_conflicts if {
	foreign := {"name": "aws-iam-token", "emptyDir": {}}
	stale := {"name": "aws-iam-token", "projected": {"sources": [{"serviceAccountToken": {"audience": "x", "path": "token"}}]}}
	cover := {"name": "data", "mountPath": "/var/run/secrets/eks.amazonaws.com/serviceaccount/"}
	every case in [
		{"spec": {"volumes": [foreign]}, "is": ["volume.conflict"]},
		{"spec": {"volumes": [stale]}, "is": ["token.mismatch"]},
		{"spec": {"containers": [{"name": "app", "volumeMounts": [cover]}]}, "is": ["mount.conflict"]},
		{"spec": {"containers": [{"name": "app", "env": [variable("AWS_ROLE_ARN", "x")]}]}, "is": ["identity.mismatch"]},
		{"spec": {"containers": [{"name": "app", "env": [{"name": "AWS_ROLE_ARN", "valueFrom": {}}]}]}, "is": []},
	] {
		codes({"pod": pod({}, case.spec)}, {}) == case.is
	}
}

test_a_mount_elsewhere if {
	elsewhere := {"name": "aws-iam-token", "mountPath": "/own"}
	here := {"name": "aws-iam-token", "mountPath": "/var/run/secrets/eks.amazonaws.com//serviceaccount/"}
	own_file := [variable("AWS_WEB_IDENTITY_TOKEN_FILE", "/own/token")]
	every case in [
		{"container": {"name": "app", "volumeMounts": [elsewhere]}, "is": ["aws.token_mounted_elsewhere", "container.not_injected"]},
		{"container": {"name": "app", "volumeMounts": [elsewhere, here]}, "is": ["container.not_injected"]},
		{"container": {"name": "app", "volumeMounts": [elsewhere], "env": own_file}, "is": ["identity.mismatch", "container.not_injected"]},
		{"container": {"name": "app"}, "is": ["container.not_injected", "container.not_injected"]},
	] {
		codes({"pod": pod({}, {"containers": [case.container, injected_container, {"name": "late"}], "volumes": [token_volume]})}, {}) == case.is
	}
}

test_late_containers if {
	half := {"name": "half", "env": [own_pair[0]]}
	late := pod({}, {
		"initContainers": [{"name": "mesh-init"}],
		"containers": [injected_container, half, {"name": "mesh"}],
		"volumes": [token_volume],
	})
	decide({"pod": late}, {}).findings == [
		{"code": "container.not_injected", "path": ["spec", "initContainers", 0], "params": {"provider": "aws", "container": "mesh-init"}},
		{"code": "container.not_injected", "path": ["spec", "containers", 2], "params": {"provider": "aws", "container": "mesh"}},
	]
}

test_region_from_env_from if {
	sources := [{"configMapRef": {"name": "settings"}}]
	region := {"awsDefaultRegion": "eu-west-1"}
	every case in [
		{"container": {"name": "app", "envFrom": sources}, "choices": region, "is": ["environment.from"]},
		{"container": {"name": "app", "envFrom": []}, "choices": region, "is": []},
		{"container": {"name": "app", "envFrom": [{"prefix": "AWS_", "secretRef": {"name": "x"}}]}, "choices": region, "is": ["environment.from"]},
		{"container": {"name": "app", "envFrom": [{"prefix": "APP_", "secretRef": {"name": "x"}}]}, "choices": region, "is": []},
		{"container": {"name": "app", "envFrom": sources}, "choices": {}, "is": []},
		{"container": {"name": "app", "envFrom": sources, "env": [variable("AWS_REGION", "x")]}, "choices": region, "is": []},
	] {
		codes({"pod": containing([case.container])}, case.choices) == case.is
	}
	decide({"pod": containing([{"name": "app", "envFrom": sources}])}, region).findings == [{
		"code": "environment.from",
		"path": ["spec", "containers", 0, "envFrom"],
		"params": {"provider": "aws", "container": "app", "variables": ["AWS_DEFAULT_REGION", "AWS_REGION"]},
	}]
}
