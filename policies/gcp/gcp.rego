# METADATA
# title: Google Cloud workload identity federation
# description: |
#   The rules of gcp-workload-identity-federation-webhook, profiles `0.7.0` and `next`. The ServiceAccount opts in with two annotations; a bad
#   annotation is a denial even where it did not opt in.
package podgraft.gcp

import data.podgraft.lib.pod

# METADATA
# title: Decision for one Pod
# description: The first of upstream's steps that ends the handling decides; what is left is injected.
# custom:
#   upstream: webhooks/mutator.go, Handle
decision := _skip("gcp.service_account_name_empty", []) if {
	object.get(pod.spec, "serviceAccountName", "") in {"", null}
} else := _skip("context.service_account_unknown", []) if {
	input.serviceAccount.found == null
} else := _skip("gcp.service_account_missing", []) if {
	input.serviceAccount.found == false
} else := {
	"outcome": "deny",
	"reason": {"code": _refusal.code, "params": _refusal.params},
	"denial": {"message": _refusal.message, "status": 400},
	"edits": [],
	"findings": _key_findings,
} if {
	_refusal
} else := _skip("gcp.not_selected", _key_findings) if {
	not _selected
} else := {
	"outcome": "inject",
	"reason": {"code": concat("", ["gcp.", _mode, "_mode"]), "params": {}},
	"edits": array.concat(_pod_edits, _container_edits),
	"identity": _identity,
	"findings": _findings,
}

# METADATA
# title: A decision that leaves the Pod alone
# description: With its reason and findings; no edits, no identity.
# custom:
#   upstream: webhooks/mutator.go, Handle
_skip(code, findings) := {
	"outcome": "skip",
	"reason": {"code": code, "params": {}},
	"edits": [],
	"findings": findings,
}

# METADATA
# title: Settings
# description: Upstream's flags in camelCase, defaults filled in.
# custom:
#   upstream: main.go, flags
_settings := data.settings.gcp

# METADATA
# title: Whether the ServiceAccount opted in
# description: With both of the pair; one alone is a denial.
# custom:
#   upstream: webhooks/identityconfig.go
_selected if {
	_provider
	_email
}
