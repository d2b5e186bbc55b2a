package podgraft.aws_test

entry := {"RoleARN": role, "Audience": "map", "UseRegionalSTS": true, "TokenExpiration": 700}

test_config_map_entry_in_full if {
	decision := decide({"serviceAccount": without_role}, watched({"shop/orders": entry}))
	decision.reason.code == "aws.config_map"
	decision.identity == {
		"provider": "aws",
		"subject": "system:serviceaccount:shop:orders",
		"principal": role,
		"audience": "map",
		"expirationSeconds": 700,
		"tokenFile": token_file,
		"from": {
			"principal": "configMap:shop/orders",
			"audience": "configMap:shop/orders",
			"expirationSeconds": "configMap:shop/orders",
			"tokenFile": "setting:tokenMountPath",
			"AWS_STS_REGIONAL_ENDPOINTS": "configMap:shop/orders",
			"AWS_ROLE_ARN": "configMap:shop/orders",
			"AWS_WEB_IDENTITY_TOKEN_FILE": "setting:tokenMountPath",
		},
	}
	added(decision, "containers", 0) == ["AWS_STS_REGIONAL_ENDPOINTS", "AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE"]
	decision.findings == []
}

test_which_entry_holds if {
	other := {"RoleARN": "arn:aws:iam::111122223333:role/other"}
	every case in [
		{"map": {"shop/orders": entry, "*/orders": other}, "is": role},
		{"map": {"*/orders": entry, "other/orders": other}, "is": role},
		{"map": {"shop/orders/b": entry, "shop/orders/c": other}, "is": role},
		{"map": {"shop/orders/b": other, "shop/orders": entry}, "is": role},
		{"map": {"shop/orders": null, "*/orders": entry}, "is": role},
		{"map": {"shop/orders": {"rolearn": role, "AUDIENCE": "map"}}, "is": role},
		{"map": {"shop/orders": {"RoleARN": role, "Extra": [1]}}, "is": role},
		{"map": {"shop/orders": {"RoleARN": null, "roleARN": role}}, "is": role},
	] {
		identity({"serviceAccount": without_role}, watched(case.map)).principal == case.is
	}
}

test_field_names_fold_as_in_go if {
	folded := {"shop/orders": {"RoleARN": role, "To\u212aenExpiration": 700, "U\u017feRegional\u017fTS": true}}
	decision := decide({"serviceAccount": without_role}, watched(folded))
	decision.identity.expirationSeconds == 700
	"AWS_STS_REGIONAL_ENDPOINTS" in added(decision, "containers", 0)
}

test_maps_that_give_no_role if {
	every case in [
		{"choices": {"configMap": {"shop/orders": entry}}, "is": "aws.no_role"},
		{"choices": watched({"sho*/orders": entry, "*/*": entry, " shop/orders": entry}), "is": "aws.no_role"},
		{"choices": watched({"shop/orders": {}, "*/orders": entry}), "is": "aws.config_map_without_role"},
	] {
		reason({"serviceAccount": without_role}, case.choices) == case.is
	}
}

test_one_ill_typed_entry_makes_the_map_unusable if {
	every broken in [
		7,
		[],
		{"RoleARN": 7},
		{"audience": false},
		{"UseRegionalSTS": "true"},
		{"TokenExpiration": "3600"},
		{"TokenExpiration": 3600.5},
		{"TokenExpiration": 9223372036854775808},
	] {
		decision := decide({"serviceAccount": without_role}, watched({"shop/orders": entry, "x/y": broken}))
		decision.reason.code == "aws.no_role"
		decision.findings == [{
			"code": "aws.config_map_invalid",
			"path": ["spec", "serviceAccountName"],
			"params": {"key": "shop/orders"},
		}]
	}
}

test_a_broken_map_is_no_matter_for_others if {
	broken := watched({"shop/other": 7})
	codes({"serviceAccount": without_role}, broken) == []
	codes({}, watched({"shop/orders": 7})) == []
}

test_ignored_entries if {
	every case in [
		{"map": {"shop/orders": null}, "keys": ["shop/orders"]},
		{"map": {"*/orders": null, "orders": entry}, "keys": ["*/orders", "orders"]},
		{"map": {"shop/other": null, "other": entry}, "keys": []},
	] {
		decision := decide({"serviceAccount": without_role}, watched(case.map))
		decision.reason.code == "aws.no_role"
		decision.findings == [{
			"code": "aws.config_map_entry_ignored",
			"path": ["spec", "serviceAccountName"],
			"params": {"key": key_},
		} |
			some key_ in case.keys
		]
	}
}

test_the_map_needs_no_account if {
	decision := decide({"serviceAccount": missing}, watched({"shop/orders": entry}))
	decision.reason.code == "aws.config_map"
	[finding.code | some finding in decision.findings] == ["aws.service_account_missing"]
}

test_defaults_of_an_entry if {
	bare := watched({"shop/orders": {"RoleARN": role, "TokenExpiration": 0}})
	decision := decide({"serviceAccount": without_role}, object.union(bare, {"tokenExpiration": 43200, "stsRegionalEndpoint": true}))
	token(decision) == {"expirationSeconds": 43200, "path": "token"}
	added(decision, "containers", 0) == ["AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE"]
}

test_an_entry_is_not_raised_to_the_minimum if {
	low := watched({"shop/orders": {"RoleARN": role, "TokenExpiration": -5}})
	decision := decide({"serviceAccount": without_role}, low)
	token(decision).expirationSeconds == -5
	decision.findings == [{
		"code": "aws.expiration_too_small",
		"path": ["spec", "serviceAccountName"],
		"params": {"seconds": -5, "from": "configMap:shop/orders"},
	}]
}

# Container credentials take lifetime and STS from the account, else from the own entry, never from that of `*`.
test_container_credentials_and_the_map if {
	every case in [
		{"account": missing, "key": "shop/orders", "seconds": 700, "sts": true},
		{"account": missing, "key": "*/orders", "seconds": 79200, "sts": false},
		{"account": without_role, "key": "shop/orders", "seconds": 79200, "sts": false},
	] {
		decision := decide({"serviceAccount": case.account}, object.union(listed, watched({case.key: entry})))
		token(decision).expirationSeconds == case.seconds
		regional(decision) == case.sts
	}
}
