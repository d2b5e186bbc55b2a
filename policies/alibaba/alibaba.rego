# METADATA
# title: Alibaba Cloud RRSA
# description: |
#   The rules of ack-pod-identity-webhook, profiles `0.4.2` and `0.1.1`. The program is not public: what follows is the vendor's pages on
#   ack-pod-identity-webhook and RRSA ("vendor page" below) and, where those are silent, a decision ("decided").
package podgraft.alibaba

import data.podgraft.lib.pod

# METADATA
# title: Decision for one Pod
# description: |
#   Injection takes a label and a valid role name. What is not known only matters where it decides: without any label no ServiceAccount is
#   asked for, and without a role name no Namespace.
# custom:
#   upstream: vendor page, usage; decided for a missing ServiceAccount and an empty name
decision := _skip("alibaba.service_account_name_empty", []) if {
	object.get(pod.spec, "serviceAccountName", "") in {"", null}
} else := _skip("alibaba.not_selected", _intent_findings) if {
	_known_off
} else := _skip("context.service_account_unknown", []) if {
	input.serviceAccount.found == null
} else := _skip("alibaba.service_account_missing", _intent_findings) if {
	input.serviceAccount.found == false
} else := _skip("alibaba.role_name_missing", array.concat(_intent_findings, _role_name_missing)) if {
	not _role_name
} else := _skip("alibaba.role_name_invalid", array.concat(_intent_findings, [_role_name_invalid])) if {
	not _is_role_name(_role_name)
} else := _skip("context.namespace_unknown", []) if {
	not _selected
} else := _skip("alibaba.no_container", array.concat(_intent_findings, _container_findings)) if {
	count(_targets) == 0
} else := {
	"outcome": "inject",
	"reason": {"code": concat("", ["alibaba.", _selected_by, "_label"]), "params": {}},
	"edits": array.concat(_volume_edits, _container_edits),
	"identity": _identity,
	"findings": _findings,
}

# METADATA
# title: A decision that leaves the Pod alone
# description: With its reason and findings; no edits, no identity.
# custom:
#   upstream: none
_skip(code, findings) := {
	"outcome": "skip",
	"reason": {"code": code, "params": {}},
	"edits": [],
	"findings": findings,
}

# METADATA
# title: Settings
# description: The cluster's values and the add-on's parameters in camelCase, defaults filled in.
# custom:
#   upstream: vendor page, add-on parameters
_settings := data.settings.alibaba
