package podgraft.gcp_test

import data.podgraft.gcp

test_skipped_pods if {
	every sample in [
		{"code": "gcp.service_account_name_empty", "changes": {"pod": pod({}, {"serviceAccountName": ""})}},
		{"code": "gcp.service_account_name_empty", "changes": {"pod": pod({}, {"serviceAccountName": null})}},
		{"code": "gcp.service_account_missing", "changes": {"serviceAccount": {"name": "orders", "found": false, "metadata": {}}}},
		{"code": "gcp.not_selected", "changes": {"serviceAccount": {"name": "orders", "found": true, "metadata": {}}}},
	] {
		decide(sample.changes, {}) == {"outcome": "skip", "reason": {"code": sample.code, "params": {}}, "edits": [], "findings": []}
	}
}

test_unknown_service_account if {
	decide({"serviceAccount": {"name": "orders", "found": null, "metadata": {}}}, {}) == {
		"outcome": "skip",
		"reason": {"code": "context.service_account_unknown", "params": {}},
		"edits": [],
		"findings": [],
	}
}

test_modes if {
	every sample in [
		{"mode": "gcloud", "annotations": {}, "choices": {}},
		{"mode": "gcloud", "annotations": {"injection-mode": "GCloud"}, "choices": next},
		{"mode": "direct", "annotations": {"injection-mode": "DIRECT"}, "choices": {}},
		{"mode": "direct", "annotations": {"injection-mode": "D\u0130RECT"}, "choices": {}},
		{"mode": "direct", "annotations": {}, "choices": next},
		{"mode": "gcloud", "annotations": {}, "choices": {"profile": "next", "defaultInjectionMode": "gcloud"}},
	] {
		decision := with_annotations(keyed(sample.annotations), sample.choices)
		decision.outcome == "inject"
		decision.reason == {"code": concat("", ["gcp.", sample.mode, "_mode"]), "params": {}}
	}
}

test_refusals_in_order if {
	every sample in [
		{
			"code": "gcp.expiration_invalid",
			"annotations": {"token-expiration": "1\"h", "gcloud-run-as-user": "root", "injection-mode": ""},
			"message": "cloud.google.com/token-expiration must be positive integer string: strconv.ParseInt: parsing \"1\\\"h\": invalid syntax",
		},
		{
			"code": "gcp.run_as_user_invalid",
			"annotations": {"gcloud-run-as-user": "9223372036854775808", "injection-mode": ""},
			"message": "cloud.google.com/gcloud-run-as-user must be positive integer string: strconv.ParseInt: parsing \"9223372036854775808\": value out of range",
		},
		{
			"code": "gcp.injection_mode_invalid",
			"annotations": {"injection-mode": "", "service-account-email": email},
			"message": "cloud.google.com/injection-mode mode must be 'direct', 'gcloud' or unset",
		},
		{
			"code": "gcp.one_sided",
			"annotations": {"service-account-email": email},
			"message": "cloud.google.com/workload-identity-provider, cloud.google.com/token-expiration must set at a time",
		},
		{
			"code": "gcp.one_sided",
			"annotations": {"workload-identity-provider": "malformed"},
			"message": "cloud.google.com/workload-identity-provider, cloud.google.com/token-expiration must set at a time",
		},
		{
			"code": "gcp.provider_invalid",
			"annotations": {"service-account-email": email, "workload-identity-provider": ""},
			"message": "cloud.google.com/workload-identity-provider must be form of projects/{ProjectNumber}/locations/{Location}/workloadIdentityPools/{PoolId}/providers/{ProviderId}",
		},
	] {
		decision := decide({"serviceAccount": account(keyed(sample.annotations))}, {})
		decision.outcome == "deny"
		decision.reason.code == sample.code
		decision.denial == {"message": sample.message, "status": 400}
		decision.edits == []
	}
}

test_pod_expiration_counts_only_where_the_account_opted_in if {
	changes := {"pod": pod({"annotations": keyed({"token-expiration": "1h"})}, {})}
	decide(changes, {}).denial.message == "cloud.google.com/token-expiration must be positive integer string: strconv.ParseInt: parsing \"1h\": invalid syntax"
	decide(object.union(changes, {"serviceAccount": account({})}), {}).reason.code == "gcp.not_selected"
}

test_provider_format if {
	every text in [
		provider,
		"projects/1/locations/a\rb/workloadIdentityPools/p\u2028/providers/q\r",
		"projects/1/locations/x/locations/y/workloadIdentityPools/p/providers/q/",
		"projects//locations/a/locations/x/workloadIdentityPools/p/providers/q",
	] {
		gcp._is_provider(text)
	}
	every text in [
		"",
		"projects/",
		"/projects/1/locations/l/workloadIdentityPools/p/providers/q",
		"projects//locations/l/workloadIdentityPools/p/providers/q",
		"projects/1/locations//workloadIdentityPools/p/providers/q",
		"projects/1/locations/l/workloadIdentityPools//providers/q",
		"projects/1/locations/l/workloadIdentityPools/p/providers/",
		"projects/1/workloadIdentityPools/p/locations/l/providers/q",
		"projects/1/locations/l/workloadIdentityPools/p/providers/q\n",
	] {
		not gcp._is_provider(text)
	}
}

test_project if {
	every text, project in {
		email: "shop",
		"": "",
		"shop.iam.gserviceaccount.com": "",
		"a@iam.gserviceaccount.com": "",
		"a@shop.IAM.gserviceaccount.com": "",
		"@.iam.gserviceaccount.com": "",
		"@@Xiam.gserviceaccount.com": "@",
		"a@b@c.iam.gserviceaccount.com": "b@c",
		"a@pXiamYgserviceaccountZcom.org": "p",
		"x@p.iam.gserviceaccount.com,y@q.iam.gserviceaccount.com": "p.iam.gserviceaccount.com,y@q",
		"x@p.iam.gserviceaccount.com,y@q.iam.gserviceaccount.org": "p",
		"a@gserviceaccountiamXgserviceaccount.com": "gserviceaccoun",
		"a@p\n.iam.gserviceaccount.com\nb@q\r.iam.gserviceaccount.com": "q\r",
	} {
		changes := {"serviceAccount": account(keyed({"workload-identity-provider": provider, "service-account-email": text}))}
		kept := [edit.value | some edit in decide(changes, {}).edits; edit.edit == "addEnv"]
		object.get(kept[3], "value", "") == project
	}
}
