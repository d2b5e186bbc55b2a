package podgraft.aws_test

composing(region) := {
	"composeRoleArn": true,
	"instanceIdentity": {"accountId": "111122223333", "region": region},
}

test_composed_roles if {
	every case in [
		{"region": "eu-west-1", "partition": "aws"},
		{"region": "cn-north-1", "partition": "aws-cn"},
		{"region": "us-gov-west-1", "partition": "aws-us-gov"},
		{"region": "us-iso-east-1", "partition": "aws-iso"},
		{"region": "us-isob-east-1", "partition": "aws-iso-b"},
		{"region": "eusc-de-east-1", "partition": "aws-eusc"},
		{"region": "us-isof-south-1", "partition": "aws"},
	] {
		decision := decide({"serviceAccount": account({key("role-arn"): "reader"})}, composing(case.region))
		decision.identity.principal == concat("", ["arn:", case.partition, ":iam::111122223333:role/reader"])
		decision.findings == []
	}
}

test_a_full_arn_is_not_composed if identity({}, composing("eu-west-1")).principal == role

test_an_empty_role_is_composed if {
	empty := account({key("role-arn"): ""})
	identity({"serviceAccount": empty}, composing("eu-west-1")).principal == "arn:aws:iam::111122223333:role/"
}

test_audience if {
	every case in [
		{"account": with_role, "flag": "flag", "is": "flag", "from": "setting:tokenAudience"},
		{"account": with_role_and("audience", "own"), "flag": "flag", "is": "own", "from": "serviceAccount:eks.amazonaws.com/audience"},
		{"account": with_role_and("audience", ""), "flag": "flag", "is": "", "from": "serviceAccount:eks.amazonaws.com/audience"},
		{"account": with_role, "flag": "", "is": "", "from": "setting:tokenAudience"},
	] {
		decision := decide({"serviceAccount": case.account}, {"tokenAudience": case.flag})
		object.get(token(decision), "audience", "") == case.is
		decision.identity.from.audience == case.from
	}
}

test_an_empty_audience_is_no_key if {
	decision := decide({}, {"tokenAudience": ""})
	token(decision) == {"expirationSeconds": 86400, "path": "token"}
	decision.identity.audience == null
}

test_expiration_by_source if {
	every case in [
		{"pod": {}, "account": with_role, "flag": 43200, "is": 43200, "from": "setting:tokenExpiration"},
		{"pod": {}, "account": with_role_and("token-expiration", "+3600"), "flag": 60, "is": 3600, "from": "serviceAccount:eks.amazonaws.com/token-expiration"},
		{"pod": {}, "account": with_role_and("token-expiration", "-1"), "flag": 43200, "is": 600, "from": "serviceAccount:eks.amazonaws.com/token-expiration"},
		{"pod": {}, "account": with_role_and("token-expiration", "1h"), "flag": 43200, "is": 43200, "from": "setting:tokenExpiration"},
		{"pod": {key("token-expiration"): "0900"}, "account": with_role_and("token-expiration", "3600"), "flag": 60, "is": 900, "from": "pod:eks.amazonaws.com/token-expiration"},
		{"pod": {key("token-expiration"): "x"}, "account": with_role_and("token-expiration", "3600"), "flag": 60, "is": 3600, "from": "serviceAccount:eks.amazonaws.com/token-expiration"},
		{"pod": {key("token-expiration"): null}, "account": with_role, "flag": 700, "is": 700, "from": "setting:tokenExpiration"},
	] {
		decision := decide({"pod": annotated(case.pod), "serviceAccount": case.account}, {"tokenExpiration": case.flag})
		token(decision).expirationSeconds == case.is
		decision.identity.expirationSeconds == case.is
		decision.identity.from.expirationSeconds == case.from
	}
}

test_expiration_is_exact_beyond_double_precision if {
	decision := decide({"serviceAccount": with_role_and("token-expiration", "9223372036854775807")}, {})
	token(decision).expirationSeconds == 9223372036854775807
}

test_default_expiration_of_container_credentials_is_spread if {
	every case in [
		{"account": missing, "pod": {}, "is": 79200},
		{"account": without_role, "pod": {}, "is": 79200},
		{"account": account({key("token-expiration"): "86399"}), "pod": {}, "is": 86399},
		{"account": account({key("token-expiration"): "3600"}), "pod": {key("token-expiration"): "86400"}, "is": 79200},
	] {
		decision := decide({"pod": annotated(case.pod), "serviceAccount": case.account}, listed)
		token(decision).expirationSeconds == case.is
	}
	token(decide({"serviceAccount": without_role}, object.union(listed, {"tokenExpiration": 700}))).expirationSeconds == 700
	token(decide({"serviceAccount": missing}, object.union(listed, {"tokenExpiration": 700}))).expirationSeconds == 79200
}

stable := object.union(listed, {"jitter": "stable"})

spread(owner) := token(decide({"owner": owner}, stable)).expirationSeconds

test_spread_by_namespace_and_owner if {
	orders := spread({"kind": "Deployment", "name": "orders"})
	orders == 83207
	orders == spread({"kind": "Deployment", "name": "orders", "path": ["spec", "template"]})
	orders != spread({"kind": "StatefulSet", "name": "orders"})
	every number in numbers.range(0, 40) {
		seconds := spread({"kind": "Deployment", "name": format_int(number, 10)})
		seconds >= 79200
		seconds <= 86400
		seconds == floor(seconds)
	}
	identity({"owner": {}}, stable).from.expirationSeconds == "rule"
}

test_an_existing_token_keeps_its_expiration if {
	decision := decide({"pod": injected_by_eks}, listed)
	decision.edits == [{"edit": "setLabel", "key": "eks.amazonaws.com/pod-identity", "value": "enabled"}]
	decision.identity.expirationSeconds == 80000
	decision.identity.from.expirationSeconds == "pod:spec.volumes"
	foreign := pod({}, {"volumes": [{"name": "eks-pod-identity-token", "emptyDir": {}}]})
	identity({"pod": foreign}, listed).expirationSeconds == 86400
}

regional(decision) if {
	"AWS_STS_REGIONAL_ENDPOINTS" in added(decision, "containers", 0)
} else := false

test_regional_sts if {
	every case in [
		{"account": with_role, "choices": {}, "is": false},
		{"account": with_role, "choices": {"stsRegionalEndpoint": true}, "is": true},
		{"account": with_role_and("sts-regional-endpoints", "T"), "choices": {}, "is": true},
		{"account": with_role_and("sts-regional-endpoints", "0"), "choices": {"stsRegionalEndpoint": true}, "is": false},
		{"account": with_role_and("sts-regional-endpoints", "yes"), "choices": {"stsRegionalEndpoint": true}, "is": true},
		{"account": missing, "choices": object.union(listed, {"stsRegionalEndpoint": true}), "is": false},
		{"account": without_role, "choices": object.union(listed, {"stsRegionalEndpoint": true}), "is": true},
	] {
		regional(decide({"serviceAccount": case.account}, case.choices)) == case.is
	}
}

test_origins_of_region_and_sts if {
	from := identity({}, {"stsRegionalEndpoint": true, "awsDefaultRegion": "eu-west-1"}).from
	from.AWS_STS_REGIONAL_ENDPOINTS == "setting:stsRegionalEndpoint"
	from.AWS_DEFAULT_REGION == "setting:awsDefaultRegion"
	from.AWS_REGION == "setting:awsDefaultRegion"
}

test_token_file if {
	every case in [
		{"selector": null, "path": "/a//b/../c/", "file": "/a/c/token"},
		{"selector": {"kubernetes.io/os": "windows"}, "path": "/a", "file": "C:\\a\\token"},
		{"selector": {"kubernetes.io/os": "linux", "beta.kubernetes.io/os": "windows"}, "path": "/a", "file": "C:\\a\\token"},
		{"selector": {"kubernetes.io/os": "Windows"}, "path": "/a", "file": "/a/token"},
	] {
		decision := decide({"pod": pod({}, {"nodeSelector": case.selector})}, {"tokenMountPath": case.path})
		decision.identity.tokenFile == case.file
		decision.edits[3].value.mountPath == case.path
	}
}
