package podgraft.gcp_test

test_expiration_too_large if {
	every sample in [
		{"pod": {"token-expiration": "4294967297"}, "account": {}, "flag": 3600, "path": ["metadata", "annotations", "cloud.google.com/token-expiration"], "from": "pod:cloud.google.com/token-expiration"},
		{"pod": {}, "account": {"token-expiration": "4294967297"}, "flag": 3600, "path": ["spec", "serviceAccountName"], "from": "serviceAccount:cloud.google.com/token-expiration"},
		{"pod": {}, "account": {}, "flag": 4294967297, "path": ["spec", "serviceAccountName"], "from": "setting:tokenExpiration"},
	] {
		decide(
			{
				"pod": pod({"annotations": keyed(sample.pod)}, {}),
				"serviceAccount": account(object.union(pair, keyed(sample.account))),
			},
			{"tokenExpirationSeconds": sample.flag},
		).findings == [{
			"code": "expiration.too_large",
			"path": sample.path,
			"params": {"provider": "gcp", "seconds": 4294967297, "from": sample.from},
		}]
	}
	decide({}, {"tokenExpirationSeconds": 4294967296}).findings == []
}

test_project_unknown if {
	with_annotations(keyed({"service-account-email": "a@example.com"}), {}).findings == [{
		"code": "gcp.project_unknown",
		"path": ["spec", "serviceAccountName"],
		"params": {"key": "cloud.google.com/service-account-email", "value": "a@example.com"},
	}]
}

test_skip_list_names_no_container if {
	changes := {"pod": pod({"annotations": keyed({"skip-containers": "gcloud-setup,azwi-proxy,metrics,app"})}, {})}
	decide(changes, {}).findings == [{
		"code": "container.unknown",
		"path": ["metadata", "annotations", "cloud.google.com/skip-containers"],
		"params": {"provider": "gcp", "container": "metrics"},
	}]
}

test_mounts_that_hide if {
	mounts := [
		{"name": "own", "mountPath": "/var/run/secrets/sts.googleapis.com/serviceaccount"},
		{"name": "gcloud-config", "mountPath": "/var/run/secrets/sts.googleapis.com/serviceaccount"},
		{"name": "other", "mountPath": "/var/run/secrets/gcloud/config"},
	]
	changes := {"pod": pod({}, {"containers": [{"name": "app", "volumeMounts": mounts}]})}
	[[finding.code, finding.path[4]] | some finding in decide(changes, {}).findings] == [["mount.conflict", 0], ["mount.conflict", 2]]
	[finding.path[4] | some finding in decide(
		object.union(changes, {"serviceAccount": account(object.union(pair, direct))}),
		{},
	).findings] == [0, 1]
}

test_late_containers if {
	complete := {
		"name": "app",
		"volumeMounts": [{"name": "gcp-iam-token", "mountPath": "/var/run/secrets/sts.googleapis.com/serviceaccount"}],
		"env": [{"name": "GOOGLE_APPLICATION_CREDENTIALS"}],
	}
	containers := [
		complete,
		object.remove(complete, ["env"]),
		object.remove(complete, ["volumeMounts"]),
		{"name": "mesh"},
	]
	changes := {"pod": pod({}, {"containers": containers, "volumes": [{"name": "gcp-iam-token"}]})}
	decide(changes, {}).findings == [{
		"code": "container.not_injected",
		"path": ["spec", "containers", 3],
		"params": {"provider": "gcp", "container": "mesh"},
	}]
	decide({"pod": pod({}, {"containers": containers})}, {}).findings == []
}

leftover(mode, path, name) := [{
	"code": "gcp.other_mode_leftover",
	"path": path,
	"params": {"mode": mode, "name": name},
}]

test_leftovers_of_the_other_mode if {
	changes := {"pod": pod({}, {
		"initContainers": [{"name": "init"}, {"name": "gcloud-setup"}],
		"volumes": [{"name": "external-credential-config"}],
	})}
	decide(changes, {}).findings == leftover("gcloud", ["spec", "volumes", 0], "external-credential-config")
	decide(object.union(changes, {"serviceAccount": account(object.union(pair, direct))}), {}).findings == leftover(
		"direct",
		["spec", "initContainers", 1],
		"gcloud-setup",
	)
}

test_misspelt_keys if {
	every name in [
		"service_account_email",
		"ServiceAccountEmail",
		"service-acount-email",
		"gcp-service-account-email",
		"workload-identity-provder",
		"workload-identity",
		"tokenexpiration",
		"injection-mdoe",
		"audiences",
		"audince",
		"skip-containers",
	] {
		findings := decide({"serviceAccount": account(keyed({name: "x"}))}, {}).findings
		[finding.code | some finding in findings] == ["annotation.unknown"]
		findings[0].params.holder == "serviceAccount"
		findings[0].path == ["spec", "serviceAccountName"]
	}
}

test_keys_of_others_are_left_alone if {
	names := [
		"neg",
		"neg-status",
		"backend-config",
		"app-protocols",
		"load-balancer-type",
		"gke-nodepool",
		"gke-spot",
		"compute-class",
		"machine-family",
		"a",
	]
	annotations := {concat("/", ["cloud.google.com", name]): "x" | some name in names}
	changes := {
		"pod": pod({"annotations": annotations, "labels": annotations}, {}),
		"serviceAccount": account(object.union(annotations, {"iam.gke.io/gcp-service-account": "x"})),
	}
	decide(changes, {}).findings == []
}

annotated(map, name) := {"pod": pod({map: keyed({name: "x"})}, {})}

test_keys_in_the_wrong_place if {
	every sample in [
		{"changes": annotated("annotations", "injection-mode"), "codes": ["annotation.unknown"]},
		{"changes": annotated("labels", "skip-containers"), "codes": ["annotation.unknown"]},
		{"changes": annotated("annotations", "service-account-email"), "codes": []},
		{
			"changes": object.union(annotated("annotations", "service-account-email"), {"serviceAccount": account({})}),
			"codes": ["annotation.unknown"],
		},
	] {
		codes(decide(sample.changes, {})) == sample.codes
	}
}
