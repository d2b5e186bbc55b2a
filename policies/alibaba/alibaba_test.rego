package podgraft.alibaba_test

import data.podgraft.alibaba

test_skipped_pods if {
	missing := {"name": "orders", "found": false, "metadata": {}}
	unknown := {"name": "orders", "found": null, "metadata": {}}
	labelled := pod({"labels": on}, {})
	every sample in [
		{"code": "alibaba.service_account_name_empty", "changes": {"pod": pod({}, {"serviceAccountName": ""})}, "findings": []},
		{"code": "alibaba.not_selected", "changes": {"namespace": namespace({})}, "findings": []},
		{"code": "alibaba.not_selected", "changes": {"namespace": namespace({}), "serviceAccount": unknown}, "findings": []},
		{"code": "alibaba.service_account_missing", "changes": {"serviceAccount": missing}, "findings": []},
		{"code": "context.service_account_unknown", "changes": {"serviceAccount": unknown}, "findings": []},
		{
			"code": "context.service_account_unknown",
			"changes": {"namespace": namespace(null), "serviceAccount": unknown},
			"findings": [],
		},
		{"code": "alibaba.role_name_missing", "changes": {"serviceAccount": account({})}, "findings": []},
		{
			"code": "alibaba.role_name_missing",
			"changes": {"namespace": namespace(null), "serviceAccount": account({})},
			"findings": [],
		},
		{
			"code": "alibaba.role_name_missing",
			"changes": {"pod": labelled, "serviceAccount": account({})},
			"findings": ["alibaba.role_name_missing"],
		},
		{
			"code": "alibaba.role_name_invalid",
			"changes": {"serviceAccount": account(keyed({"role-name": "acs:ram::1:role/reader"}))},
			"findings": ["alibaba.role_name_invalid"],
		},
		{"code": "context.namespace_unknown", "changes": {"namespace": namespace(null)}, "findings": []},
		{
			"code": "alibaba.no_container",
			"changes": {"pod": pod({}, {"containers": [{"name": "gcloud-setup"}]})},
			"findings": [],
		},
		{
			"code": "alibaba.no_container",
			"changes": annotated({"only-containers": "nobody"}),
			"findings": ["container.unknown"],
		},
	] {
		decision := decide(sample.changes, {})
		decision.outcome == "skip"
		decision.reason == {"code": sample.code, "params": {}}
		decision.edits == []
		codes(decision) == sample.findings
	}
}

test_labels if {
	every sample in [
		{"pod": {}, "namespace": on, "choices": {}, "code": "alibaba.namespace_label"},
		{"pod": on, "namespace": {}, "choices": {}, "code": "alibaba.pod_label"},
		{"pod": on, "namespace": null, "choices": {}, "code": "alibaba.pod_label"},
		{"pod": keyed({"injection": "off"}), "namespace": on, "choices": {}, "code": "alibaba.namespace_label"},
		{"pod": keyed({"injection": "On"}), "namespace": {}, "choices": {}, "code": "alibaba.not_selected"},
		{"pod": on, "namespace": {}, "choices": old, "code": "alibaba.not_selected"},
		{"pod": on, "namespace": null, "choices": old, "code": "context.namespace_unknown"},
		{"pod": {}, "namespace": on, "choices": old, "code": "alibaba.namespace_label"},
	] {
		changes := {"pod": pod({"labels": sample.pod}, {}), "namespace": namespace(sample.namespace)}
		decide(changes, sample.choices).reason.code == sample.code
	}
}

test_role_names if {
	longest := concat("", [digit | some _ in numbers.range(1, 64); digit := "9"])
	every name in ["a", "-", "Reader.of-ORDERS-1", longest] {
		alibaba._is_role_name(name)
	}
	every name in ["", "a_b", "a/b", "reader ", "r\u00f6le", concat("", [longest, "9"])] {
		not alibaba._is_role_name(name)
	}
}

test_expiration if {
	pod_origin := "pod:pod-identity.alibabacloud.com/service-account-token-expiration"
	account_origin := "serviceAccount:pod-identity.alibabacloud.com/service-account-token-expiration"
	every sample in [
		{"pod": {}, "account": {}, "seconds": 3600, "from": "rule", "codes": []},
		{"pod": {"e": "600"}, "account": {"e": "7200"}, "seconds": 600, "from": pod_origin, "codes": []},
		{"pod": {"e": "+43200"}, "account": {}, "seconds": 43200, "from": pod_origin, "codes": []},
		{"pod": {}, "account": {"e": "007200"}, "seconds": 7200, "from": account_origin, "codes": []},
		{"pod": {"e": "599"}, "account": {"e": "7200"}, "seconds": 3600, "from": "rule", "codes": ["alibaba.expiration_invalid"]},
		{"pod": {"e": ""}, "account": {"e": "7200"}, "seconds": 3600, "from": "rule", "codes": ["alibaba.expiration_invalid"]},
		{"pod": {}, "account": {"e": "43201"}, "seconds": 3600, "from": "rule", "codes": ["alibaba.expiration_invalid"]},
		{"pod": {}, "account": {"e": "1h"}, "seconds": 3600, "from": "rule", "codes": ["alibaba.expiration_invalid"]},
	] {
		changes := {
			"pod": pod({"annotations": keyed({"service-account-token-expiration": value | value := sample.pod.e})}, {}),
			"serviceAccount": account(object.union(role, keyed({"service-account-token-expiration": value | value := sample.account.e}))),
		}
		decision := decide(changes, {})
		values(decision, "addVolume") == [token_volume(sample.seconds)]
		decision.identity.expirationSeconds == sample.seconds
		decision.identity.from.expirationSeconds == sample.from
		codes(decision) == sample.codes
	}
}

test_container_lists if {
	every sample in [
		{"annotations": {}, "targets": [["initContainers", 0], ["containers", 0], ["containers", 1]]},
		{"annotations": {"only-containers": " app ,, init"}, "targets": [["initContainers", 0], ["containers", 0]]},
		{"annotations": {"only-containers": " , "}, "targets": [["initContainers", 0], ["containers", 0], ["containers", 1]]},
		{"annotations": {"skip-containers": "app,"}, "targets": [["initContainers", 0], ["containers", 1]]},
		{"annotations": {"only-containers": "app,logs", "skip-containers": "logs"}, "targets": [["containers", 0]]},
		{"annotations": {"skip-containers": "App;logs"}, "targets": [["initContainers", 0], ["containers", 0], ["containers", 1]]},
	] {
		changes := {"pod": pod({"annotations": keyed(sample.annotations)}, {
			"initContainers": [{"name": "init"}],
			"containers": [{"name": "app"}, {"name": "logs"}, {"name": "gcloud-setup"}],
		})}
		[[edit.list, edit.container] | some edit in edits(decide(changes, {}), "addMount")] == sample.targets
	}
}
