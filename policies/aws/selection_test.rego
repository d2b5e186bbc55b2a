package podgraft.aws_test

test_web_identity_in_full if {
	decide({}, {}) == {
		"outcome": "inject",
		"reason": {"code": "aws.role_arn", "params": {}},
		"edits": [
			{"edit": "addVolume", "at": "first", "value": token_volume},
			{"edit": "addEnv", "list": "containers", "container": 0, "at": "last", "value": own_pair[0]},
			{"edit": "addEnv", "list": "containers", "container": 0, "at": "last", "value": own_pair[1]},
			{"edit": "addMount", "list": "containers", "container": 0, "at": "last", "value": token_mount},
		],
		"identity": {
			"provider": "aws",
			"subject": "system:serviceaccount:shop:orders",
			"principal": role,
			"audience": "sts.amazonaws.com",
			"expirationSeconds": 86400,
			"tokenFile": token_file,
			"from": {
				"principal": "serviceAccount:eks.amazonaws.com/role-arn",
				"audience": "setting:tokenAudience",
				"expirationSeconds": "setting:tokenExpiration",
				"tokenFile": "setting:tokenMountPath",
				"AWS_ROLE_ARN": "serviceAccount:eks.amazonaws.com/role-arn",
				"AWS_WEB_IDENTITY_TOKEN_FILE": "setting:tokenMountPath",
			},
		},
		"findings": [],
	}
}

test_container_credentials_in_full if {
	decide({"serviceAccount": without_role}, listed) == {
		"outcome": "inject",
		"reason": {"code": "aws.container_credentials", "params": {}},
		"edits": [
			{"edit": "setLabel", "key": "eks.amazonaws.com/pod-identity", "value": "enabled"},
			{
				"edit": "addVolume",
				"at": "first",
				"value": {"name": "eks-pod-identity-token", "projected": {"sources": [{"serviceAccountToken": {
					"audience": "pods.eks.amazonaws.com",
					"expirationSeconds": 79200,
					"path": "eks-pod-identity-token",
				}}]}},
			},
			{"edit": "addEnv", "list": "containers", "container": 0, "at": "last", "value": credentials_pair[0]},
			{"edit": "addEnv", "list": "containers", "container": 0, "at": "last", "value": credentials_pair[1]},
			{"edit": "addMount", "list": "containers", "container": 0, "at": "last", "value": credentials_mount},
		],
		"identity": {
			"provider": "aws",
			"subject": "system:serviceaccount:shop:orders",
			"principal": null,
			"audience": "pods.eks.amazonaws.com",
			"expirationSeconds": 79200,
			"tokenFile": credentials_file,
			"from": {
				"audience": "setting:containerCredentials.audience",
				"expirationSeconds": "setting:jitter",
				"tokenFile": "setting:containerCredentials.tokenMountPath",
				"AWS_CONTAINER_CREDENTIALS_FULL_URI": "setting:containerCredentials.fullUri",
				"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "setting:containerCredentials.tokenMountPath",
			},
		},
		"findings": [],
	}
}

test_an_ordinary_pod_is_skipped_without_findings if {
	decide({"serviceAccount": without_role}, {}) == {
		"outcome": "skip",
		"reason": {"code": "aws.no_role", "params": {}},
		"edits": [],
		"findings": [],
	}
}

test_an_injected_pod_needs_nothing if {
	decision := decide({"pod": injected}, {})
	decision.outcome == "inject"
	decision.edits == []
	decision.findings == []
}

test_reasons if {
	every case in [
		{"changes": {"pod": pod({"labels": {key("skip-pod-identity-webhook"): ""}}, {})}, "choices": listed, "is": "aws.skip_label"},
		{"changes": {"pod": pod({"labels": {key("skip-pod-identity-webhook"): null}}, {})}, "choices": {}, "is": "aws.skip_label"},
		{"changes": {"pod": pod({"labels": null}, {})}, "choices": {}, "is": "aws.role_arn"},
		{"changes": {"serviceAccount": unknown}, "choices": listed, "is": "context.service_account_unknown"},
		{"changes": {"namespace": {"name": null}}, "choices": listed, "is": "context.namespace_unknown"},
		{"changes": {}, "choices": listed, "is": "aws.container_credentials"},
		{"changes": {"namespace": {"name": "other"}}, "choices": listed, "is": "aws.role_arn"},
		{"changes": {"serviceAccount": account({key("role-arn"): ""})}, "choices": {}, "is": "aws.no_role"},
		{"changes": {"serviceAccount": account({key("role-arn"): null})}, "choices": {}, "is": "aws.no_role"},
		{"changes": {"serviceAccount": missing}, "choices": {}, "is": "aws.service_account_missing"},
	] {
		reason(case.changes, case.choices) == case.is
	}
}

test_an_empty_name_matches_no_annotation_but_an_empty_entry if {
	nameless := {"pod": {"metadata": {}, "spec": {"containers": []}}, "serviceAccount": object.union(with_role, {"name": "default"})}
	reason(nameless, {}) == "aws.no_role"
	reason(nameless, watched({"shop/": {"RoleARN": role}})) == "aws.config_map"
	identity(nameless, watched({"shop/": {"RoleARN": role}})).subject == "system:serviceaccount:shop:default"
	nobody := {"containerCredentials": {"identities": [{"namespace": "shop", "serviceAccount": ""}]}}
	reason(nameless, nobody) == "aws.container_credentials"
}

test_unknown_context_has_neither_finding_nor_edit if {
	decide({"serviceAccount": unknown}, {}) == {
		"outcome": "skip",
		"reason": {"code": "context.service_account_unknown", "params": {}},
		"edits": [],
		"findings": [],
	}
	decide({"namespace": {"name": null}}, listed).findings == []
}

# An unknown namespace matters only where it could decide.
test_unknown_namespace if {
	entry := {"RoleARN": role}
	every case in [
		{"account": with_role, "choices": {}, "is": "aws.role_arn"},
		{"account": with_role, "choices": watched({"shop/orders": entry}), "is": "aws.role_arn"},
		{"account": without_role, "choices": watched({"shop/orders": entry}), "is": "context.namespace_unknown"},
		{"account": without_role, "choices": watched({"shop/orders/x": entry}), "is": "context.namespace_unknown"},
		{"account": without_role, "choices": watched({"shop/billing": entry}), "is": "aws.no_role"},
		{"account": without_role, "choices": watched({"shop/orders": null, "orders": entry}), "is": "aws.no_role"},
		{"account": without_role, "choices": watched({"*/orders": entry}), "is": "aws.config_map"},
		{"account": without_role, "choices": watched({"shop/orders": entry, "x/y": 1}), "is": "aws.no_role"},
		{"account": without_role, "choices": {"configMap": {"shop/orders": entry}}, "is": "aws.no_role"},
	] {
		reason({"namespace": {"name": null}, "serviceAccount": case.account}, case.choices) == case.is
	}
	identity({"namespace": {"name": null}}, {}).subject == null
}

test_an_association_outside_the_configuration_is_accepted if {
	every account_ in [with_role, without_role, missing] {
		decide({"pod": injected_by_eks, "serviceAccount": account_}, {}) == {
			"outcome": "skip",
			"reason": {"code": "aws.external_association", "params": {}},
			"edits": [],
			"findings": [{
				"code": "aws.external_association",
				"path": ["spec", "volumes", 0],
				"params": {"serviceAccount": "orders"},
			}],
		}
	}
}

test_an_incomplete_association_is_none if {
	every spec in [
		{"volumes": []},
		{"volumes": [{"name": "eks-pod-identity-token", "emptyDir": {}}]},
		{"containers": [{"name": "app", "env": credentials_pair}]},
		{"containers": [{"name": "app", "env": [credentials_pair[0]], "volumeMounts": [credentials_mount]}]},
		{"containers": [{"name": "app", "env": [credentials_pair[1]], "volumeMounts": [credentials_mount]}]},
	] {
		reason({"pod": {"metadata": {}, "spec": object.union(injected_by_eks.spec, spec)}}, {}) == "aws.role_arn"
	}
}
