package podgraft.lib.pod_test

import data.podgraft.lib.pod

full := {
	"metadata": {"labels": {"a": "b"}, "annotations": {"c": "d"}},
	"spec": {
		"initContainers": [{"name": "init"}, {"name": "gcloud-setup"}],
		"containers": [{"name": "app"}, {"image": "nameless"}, {"name": "skipped"}],
		"volumes": [{"name": "data"}],
	},
}

test_members_that_are_there if {
	pod.labels == {"a": "b"} with input.pod as full
	pod.annotations == {"c": "d"} with input.pod as full
	pod.init_containers == full.spec.initContainers with input.pod as full
	pod.containers == full.spec.containers with input.pod as full
	pod.volumes == [{"name": "data"}] with input.pod as full
	pod.spec == full.spec with input.pod as full
	pod.metadata == full.metadata with input.pod as full
}

test_absent_and_null_are_empty if {
	every empty in [{}, {"metadata": null, "spec": null}, {"metadata": {"labels": null, "annotations": null}, "spec": {
		"containers": null,
		"initContainers": null,
		"volumes": null,
	}}] {
		pod.labels == {} with input.pod as empty
		pod.annotations == {} with input.pod as empty
		pod.init_containers == [] with input.pod as empty
		pod.containers == [] with input.pod as empty
		pod.volumes == [] with input.pod as empty
	}
}

test_annotations_of_an_existing_account_only if {
	annotations := {"a": "b"}
	every case in [
		{"found": true, "metadata": {"annotations": annotations}, "is": annotations},
		{"found": true, "metadata": {"annotations": null}, "is": {}},
		{"found": true, "metadata": {}, "is": {}},
		{"found": false, "metadata": {"annotations": annotations}, "is": {}},
		{"found": null, "metadata": {"annotations": annotations}, "is": {}},
	] {
		pod.service_account_annotations == case.is with input.serviceAccount as case
	}
}

test_targets if {
	declared := {"aws": ["app"], "gcp": ["gcloud-setup"]}
	pod.targets(["app"], ["skipped"]) == [
		{"list": "initContainers", "container": 0, "value": {"name": "init"}},
		{"list": "containers", "container": 0, "value": {"name": "app"}},
		{"list": "containers", "container": 1, "value": {"image": "nameless"}},
	] with input as {"pod": full, "declared": declared}
	[[target.list, target.container] | some target in pod.targets([], {"init"})] == [
		["containers", 1],
		["containers", 2],
	] with input as {"pod": full, "declared": declared}
}

test_protected if {
	declared := {"aws": null, "gcp": ["gcloud-setup"]}
	pod.is_declared("gcloud-setup") with input.declared as declared
	not pod.is_declared("app") with input.declared as declared
}
