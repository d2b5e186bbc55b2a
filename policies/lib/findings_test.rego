package podgraft.lib.findings_test

import data.podgraft.lib.findings

expected := {
	"provider": "aws",
	"volume": "token",
	"audience": "sts",
	"tokenPath": "token",
	"mountPath": "/var//run/aws/",
	"tokenFile": "/var/run/aws/token",
}

projected(token) := {"name": "token", "projected": {"sources": [{"configMap": {}}, {"serviceAccountToken": token}]}}

volume_codes(volumes, wanted) := codes if {
	codes := [finding.code | some finding in findings.volume_conflicts(wanted)] with input.pod.spec.volumes as volumes
}

test_volumes if {
	every case in [
		{"volumes": [], "is": []},
		{"volumes": [{"name": "other"}], "is": []},
		{"volumes": [projected({"audience": "sts", "path": "token"})], "is": []},
		{"volumes": [{"name": "token", "emptyDir": {}}], "is": ["volume.conflict"]},
		{"volumes": [{"name": "token", "projected": {"sources": null}}], "is": ["volume.conflict"]},
		{"volumes": [projected({"audience": "x", "path": "token"})], "is": ["token.mismatch"]},
		{"volumes": [projected({"audience": "sts", "path": "x"})], "is": ["token.mismatch"]},
		{"volumes": [projected({"path": "token"})], "is": ["token.mismatch"]},
	] {
		volume_codes(case.volumes, expected) == case.is
	}
	volume_codes([projected({"path": "token"})], object.union(expected, {"audience": ""})) == []
}

test_volume_findings_in_full if {
	volumes := [{"name": "a"}, {"name": "token"}, projected({"path": "token"})]
	findings.volume_conflicts(expected) == [
		{"code": "volume.conflict", "path": ["spec", "volumes", 1], "params": {"provider": "aws", "volume": "token"}},
		{
			"code": "token.mismatch",
			"path": ["spec", "volumes", 2],
			"params": {"provider": "aws", "volume": "token", "expectedAudience": "sts", "expectedPath": "token"},
		},
	] with input.pod.spec.volumes as volumes
}

target(value) := {"list": "containers", "container": 3, "value": value}

test_mounts if {
	every case in [
		{"path": "/var/run/aws", "is": 1},
		{"path": "/var/run/aws/", "is": 1},
		{"path": "/var/run/aws/token", "is": 1},
		{"path": "/var/run", "is": 0},
		{"path": "/var/run/awsome", "is": 0},
		{"path": "/var/run/aws/token-2", "is": 0},
		{"path": "/var/run/aws/tok", "is": 0},
	] {
		mounts := [{"name": "token", "mountPath": case.path}, {"name": "data", "mountPath": case.path}]
		found := findings.mount_conflicts(expected, [target({"volumeMounts": mounts}), target({}), target({"volumeMounts": null})])
		found == [finding |
			some _ in numbers.range(1, case.is)
			case.is > 0
			finding := {
				"code": "mount.conflict",
				"path": ["spec", "containers", 3, "volumeMounts", 1],
				"params": {"provider": "aws", "mountPath": case.path, "volume": "data"},
			}
		]
	}
}

test_a_mount_between_path_and_file if {
	deep := object.union(expected, {"tokenFile": "/var/run/aws/deep/token"})
	count(findings.mount_conflicts(deep, [target({"volumeMounts": [{"name": "data", "mountPath": "/var/run/aws/deep"}]})])) == 1
}

test_a_root_mount_path if {
	root := object.union(expected, {"mountPath": "/", "tokenFile": "/token"})
	paths := ["/", "/token", "/other"]
	mounts := [{"name": "data", "mountPath": path} | some path in paths]
	[finding.params.mountPath | some finding in findings.mount_conflicts(root, [target({"volumeMounts": mounts})])] == ["/", "/token"]
}

test_identities if {
	variables := [
		{"name": "ROLE", "value": "mine"},
		{"name": "ROLE", "value": "other"},
		{"name": "ROLE"},
		{"name": "ROLE", "valueFrom": {"fieldRef": {}}},
		{"name": "X", "value": "other"},
	]
	found := findings.identity_mismatches("aws", {"ROLE": "mine"}, [target({"env": variables}), target({})])
	found == [
		{
			"code": "identity.mismatch",
			"path": ["spec", "containers", 3, "env", 1],
			"params": {"provider": "aws", "variable": "ROLE", "value": "other", "expected": "mine"},
		},
		{
			"code": "identity.mismatch",
			"path": ["spec", "containers", 3, "env", 2],
			"params": {"provider": "aws", "variable": "ROLE", "value": "", "expected": "mine"},
		},
	]
}

state(container, word) := {"list": "containers", "container": container, "name": format_int(container, 10), "state": word}

test_late_containers if {
	every case in [
		{"states": ["none", "none"], "is": []},
		{"states": ["complete", "partial"], "is": []},
		{"states": ["none", "partial"], "is": []},
		{"states": ["none", "complete", "none", "complete"], "is": [0, 2]},
	] {
		found := findings.late_containers("aws", [state(index, word) | some index, word in case.states])
		found == [{
			"code": "container.not_injected",
			"path": ["spec", "containers", container],
			"params": {"provider": "aws", "container": format_int(container, 10)},
		} |
			some container in case.is
		]
	}
}

test_unknown_containers if {
	found := findings.unknown_containers("aws", "skip", ["init", "x", "gcloud-setup", "app", "y"]) with input.pod as {"spec": {
		"initContainers": [{"name": "init"}],
		"containers": [{"name": "app"}],
	}}
		with input.declared as {"aws": [], "gcp": ["gcloud-setup"]}
	found == [{
		"code": "container.unknown",
		"path": ["metadata", "annotations", "skip"],
		"params": {"provider": "aws", "container": name},
	} |
		some name in ["x", "y"]
	]
}

test_unknown_keys if {
	keys := {"p/b": "", "p/a": "", "p/known": "", "other/c": "", "p": ""}
	every case in [
		{"holder": "pod", "path": ["metadata", "labels"], "paths": [["metadata", "labels", "p/a"], ["metadata", "labels", "p/b"]]},
		{"holder": "serviceAccount", "path": ["spec"], "paths": [["spec"], ["spec"]]},
	] {
		findings.unknown_keys("aws", "p", keys, {"known", "else"}, {"holder": case.holder, "path": case.path}) == [{
			"code": "annotation.unknown",
			"path": case.paths[index],
			"params": {"provider": "aws", "holder": case.holder, "key": key, "known": ["else", "known"]},
		} |
			some index, key in ["p/a", "p/b"]
		]
	}
}
