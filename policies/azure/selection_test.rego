package podgraft.azure_test

test_without_the_label_nothing_happens if {
	decision := decide({"pod": {"metadata": {"labels": {key("use"): "false"}}}}, {})
	decision.outcome == "skip"
	decision.reason.code == "azure.not_selected"
	decision.edits == []
	decision.findings == []
}

test_no_labels_at_all if {
	decision := decide({"pod": {"metadata": {"labels": null}}, "serviceAccount": {"metadata": {"annotations": null}}}, {})
	decision.reason.code == "azure.not_selected"
	decision.findings == []
}

test_signs_of_a_missed_label if {
	every sample in [
		{"label": {key("use"): "True"}, "account": {}, "codes": ["azure.label_value"], "path": ["metadata", "labels", key("use")]},
		{"label": {}, "account": {}, "codes": ["azure.client_id_without_label"], "path": ["metadata", "labels"]},
		{
			"label": {},
			"account": {"metadata": {"labels": {key("use"): "true"}}},
			"codes": ["azure.label_on_service_account"],
			"path": ["spec", "serviceAccountName"],
		},
		{"label": {key("use"): "FALSE"}, "account": {"metadata": {"labels": {key("use"): "true"}}}, "codes": [], "path": null},
		{"label": {}, "account": {"metadata": {"annotations": {key("client-id"): ""}}}, "codes": [], "path": null},
		{
			"label": {},
			"account": {"metadata": {"annotations": {key("client-id"): ""}, "labels": {key("use"): "false"}}},
			"codes": [],
			"path": null,
		},
		{"label": {}, "account": {"found": false}, "codes": [], "path": null},
	] {
		decision := azure_on(object.union(
			object.remove(given({"serviceAccount": sample.account}), ["pod"]),
			{"pod": {"metadata": {"labels": sample.label}}},
		))
		decision.outcome == "skip"
		codes(decision) == sample.codes
		every finding in decision.findings { finding.path == sample.path }
	}
}

azure_on(object_) := decision if {
	decision := data.podgraft.azure.decision with input as object_ with data.settings.azure as settings
}

test_misspelt_keys if {
	decision := decide(
		{
			"pod": {"metadata": {
				"labels": {key("used"): "true"},
				"annotations": {key("client-id"): "x", key("use-binding"): "true", "other/use": "x"},
			}},
			"serviceAccount": {"metadata": {"annotations": {key("clientid"): "x"}, "labels": {key("tenant-id"): "x"}}},
		},
		{},
	)
	[[finding.params.holder, finding.params.key] | some finding in decision.findings] == [
		["pod", key("used")],
		["pod", key("client-id")],
		["pod", key("use-binding")],
		["serviceAccount", key("tenant-id")],
		["serviceAccount", key("clientid")],
	]
}

test_configured_endpoint_key_is_known if {
	metadata := {"pod": {"metadata": {"annotations": {key("use-binding"): "false"}}}}
	decide(metadata, endpoint).findings == []
	codes(decide(metadata, object.union(endpoint, old))) == ["annotation.unknown"]
}

test_namespace_selector if {
	name := "kubernetes.io/metadata.name"
	every sample in [
		{"selector": {"matchLabels": {"team": "a"}}, "namespace": {"labels": {"team": "a"}}, "code": "azure.selected"},
		{"selector": {"matchLabels": {"team": "a"}}, "namespace": {"labels": {"team": "b"}}, "code": "azure.namespace_not_selected"},
		{"selector": {"matchLabels": {"team": "a"}}, "namespace": {"labels": null}, "code": "context.namespace_unknown"},
		{"selector": {"matchLabels": {name: "shop"}}, "namespace": {"labels": null}, "code": "azure.selected"},
		{"selector": {"matchLabels": {name: "shop"}}, "namespace": {"name": null, "labels": null}, "code": "context.namespace_unknown"},
		{"selector": {"matchLabels": {"team": "a"}}, "namespace": {"name": null, "labels": {"team": "a"}}, "code": "azure.selected"},
		{
			"selector": {"matchLabels": {"team": "a", name: "other"}},
			"namespace": {"labels": null},
			"code": "azure.namespace_not_selected",
		},
		{"selector": {"matchExpressions": [in_(["a", "b"])]}, "namespace": {"labels": {"team": "b"}}, "code": "azure.selected"},
		{"selector": {"matchExpressions": [in_([])]}, "namespace": {"labels": {}}, "code": "azure.namespace_not_selected"},
		{"selector": {"matchExpressions": [not_in]}, "namespace": {"labels": {}}, "code": "azure.selected"},
		{"selector": {"matchExpressions": [not_in]}, "namespace": {"labels": {"team": "a"}}, "code": "azure.namespace_not_selected"},
		{"selector": {"matchExpressions": [exists]}, "namespace": {"labels": {"team": ""}}, "code": "azure.selected"},
		{"selector": {"matchExpressions": [exists]}, "namespace": {"labels": {}}, "code": "azure.namespace_not_selected"},
		{"selector": {"matchExpressions": [absent]}, "namespace": {"labels": {}}, "code": "azure.selected"},
		{"selector": {"matchExpressions": [absent]}, "namespace": {"labels": {"team": "a"}}, "code": "azure.namespace_not_selected"},
		{"selector": {"matchLabels": {}}, "namespace": {"labels": null}, "code": "azure.selected"},
	] {
		decision := decide({"namespace": sample.namespace}, {"mutatingWebhookNamespaceSelector": sample.selector})
		decision.reason.code == sample.code
	}
}

in_(values) := {"key": "team", "operator": "In", "values": values}

not_in := {"key": "team", "operator": "NotIn", "values": ["a"]}

exists := {"key": "team", "operator": "Exists"}

absent := {"key": "team", "operator": "DoesNotExist"}

test_unknown_context if {
	namespace := decide({"namespace": {"labels": null}}, {"mutatingWebhookNamespaceSelector": {"matchLabels": {"team": "a"}}})
	namespace == {"outcome": "skip", "reason": {"code": "context.namespace_unknown", "params": {}}, "edits": [], "findings": []}
	account_ := decide({"serviceAccount": {"found": null, "metadata": {}}}, {})
	account_ == {"outcome": "skip", "reason": {"code": "context.service_account_unknown", "params": {}}, "edits": [], "findings": []}
}

test_refusals_in_order if {
	port := "failed to parse proxy sidecar port: strconv.ParseInt: parsing \"x\\n\": invalid syntax"
	proxy := {key("inject-proxy-sidecar"): "", key("proxy-sidecar-port"): "x\n"}
	every sample in [
		{"found": false, "host": true, "pod": proxy, "account": "x", "code": "azure.service_account_missing", "message": "serviceaccounts \"orders\" not found"},
		{"found": true, "host": true, "pod": proxy, "account": "x", "code": "azure.proxy_host_network", "message": "hostNetwork is set to true, cannot inject proxy sidecar"},
		{"found": true, "host": false, "pod": proxy, "account": "x", "code": "azure.proxy_port", "message": port},
		{"found": true, "host": true, "pod": {}, "account": "x", "code": "azure.expiration_invalid", "message": "strconv.ParseInt: parsing \"x\": invalid syntax"},
		{"found": true, "host": true, "pod": {}, "account": "3599", "code": "azure.expiration_range", "message": "token expiration 3599 not valid. Expected value to be between 3600 and 86400"},
		{"found": true, "host": true, "pod": {}, "account": "+86401", "code": "azure.expiration_range", "message": "token expiration 86401 not valid. Expected value to be between 3600 and 86400"},
	] {
		decision := decide(
			{
				"pod": {"metadata": annotated(sample.pod), "spec": {"hostNetwork": sample.host}},
				"serviceAccount": object.union(account({key("service-account-token-expiration"): sample.account}), {"found": sample.found}),
			},
			{},
		)
		decision.outcome == "deny"
		decision.reason.code == sample.code
		decision.denial == {"message": sample.message, "status": 400}
		decision.edits == []
	}
}
