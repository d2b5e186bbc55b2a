package podgraft.aws_test

everything := {"awsDefaultRegion": "eu-west-1", "stsRegionalEndpoint": true}

all_names := [
	"AWS_STS_REGIONAL_ENDPOINTS", "AWS_DEFAULT_REGION", "AWS_REGION",
	"AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE",
]

pair_names := ["AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE"]

named(names) := [{"name": name} | some name in names]

test_variables_by_what_is_there if {
	every case in [
		{"present": [], "added": all_names, "mounts": 1},
		{"present": ["OTHER", "aws_region", "AWS_PROFILE"], "added": all_names, "mounts": 1},
		{"present": ["AWS_STS_REGIONAL_ENDPOINTS"], "added": array.slice(all_names, 1, 5), "mounts": 1},
		{"present": ["AWS_REGION"], "added": ["AWS_STS_REGIONAL_ENDPOINTS", "AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE"], "mounts": 1},
		{"present": ["AWS_ROLE_ARN"], "added": array.slice(all_names, 0, 3), "mounts": 1},
		{"present": ["AWS_CONTAINER_CREDENTIALS_FULL_URI"], "added": all_names, "mounts": 1},
		{"present": ["AWS_ROLE_ARN", "AWS_DEFAULT_REGION"], "added": ["AWS_STS_REGIONAL_ENDPOINTS"], "mounts": 1},
		{"present": ["AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_REGION", "AWS_STS_REGIONAL_ENDPOINTS"], "added": [], "mounts": 0},
	] {
		decision := decide({"pod": containing([{"name": "app", "env": named(case.present)}])}, everything)
		added(decision, "containers", 0) == case.added
		count(mounted(decision)) == case.mounts
		count(token(decision)) == 3
	}
}

# The short circuit does not ask whether region and STS are wanted.
test_short_circuit_without_settings if {
	names := ["AWS_ROLE_ARN", "AWS_REGION", "AWS_STS_REGIONAL_ENDPOINTS"]
	mounted(decide({"pod": containing([{"name": "app", "env": named(names)}])}, {})) == []
}

test_null_and_empty_lists if {
	every container in [
		{"name": "app", "env": null, "volumeMounts": null},
		{"name": "app", "env": [], "volumeMounts": []},
		{"name": "app", "env": [{"name": null}], "volumeMounts": [{"name": null}]},
	] {
		decision := decide({"pod": containing([container])}, {})
		added(decision, "containers", 0) == pair_names
		mounted(decision) == [["containers", 0]]
	}
	decide({"pod": pod({}, {"containers": null, "volumes": null})}, {}).edits == [{"edit": "addVolume", "at": "first", "value": token_volume}]
}

test_both_lists_and_protected_containers if {
	spec := {
		"initContainers": [{"name": "gcloud-setup"}, {"name": "prepare"}],
		"containers": [{"name": "app"}, {"name": "gcloud-setup"}],
	}
	decision := decide({"pod": pod({}, spec)}, {})
	mounted(decision) == [["initContainers", 1], ["containers", 0]]
	added(decision, "initContainers", 1) == pair_names
	added(decision, "initContainers", 0) == []
}

test_a_mount_of_the_name_is_kept if {
	mount := {"name": "aws-iam-token", "mountPath": "/own"}
	decision := decide({"pod": containing([{"name": "app", "volumeMounts": [mount]}])}, {})
	mounted(decision) == []
	added(decision, "containers", 0) == pair_names
}

test_a_volume_of_the_name_is_kept if {
	decision := decide({"pod": pod({}, {"volumes": [{"name": "data"}, {"name": "aws-iam-token", "emptyDir": {}}]})}, {})
	[edit.edit | some edit in decision.edits] == ["addEnv", "addEnv", "addMount"]
}

test_skipped_containers if {
	every case in [
		{"value": "sidecar", "left": [["containers", 0]]},
		{"value": "app,sidecar", "left": []},
		{"value": "\"app\",x", "left": [["containers", 1]]},
		{"value": "app, sidecar", "left": [["containers", 1]]},
		{"value": "app,\"sidecar", "left": [["containers", 0], ["containers", 1]]},
		{"value": "", "left": [["containers", 0], ["containers", 1]]},
		{"value": null, "left": [["containers", 0], ["containers", 1]]},
	] {
		skipping := pod(
			{"annotations": {key("skip-containers"): case.value}},
			{"containers": [{"name": "app"}, {"name": "sidecar"}]},
		)
		decision := decide({"pod": skipping}, {})
		mounted(decision) == case.left
		decision.edits[0].edit == "addVolume"
	}
}

test_an_empty_value_is_no_key if {
	decision := decide({}, object.union(listed, {"containerCredentials": {"fullUri": ""}}))
	decision.edits[2].value == {"name": "AWS_CONTAINER_CREDENTIALS_FULL_URI"}
}

test_container_credentials_groups if {
	web := containing([{"name": "app", "env": own_pair}])
	added(decide({"pod": web}, listed), "containers", 0) == ["AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"]
	half := containing([{"name": "app", "env": [credentials_pair[1]]}])
	added(decide({"pod": half}, listed), "containers", 0) == []
}
