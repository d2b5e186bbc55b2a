# METADATA
# title: Azure Workload Identity
# description: |
#   Profiles 1.6.0 (volume named after a hash of the Pod's name, custom token endpoint) and 1.5.1 (fixed names). The Pod asks for the
#   identity with a label; the ServiceAccount's annotations say which one.
# custom:
#   upstream: pkg/webhook/webhook.go of Azure/azure-workload-identity
package podgraft.azure

import data.podgraft.lib.pod

# METADATA
# title: The decision on one Pod
# description: Not selected, unknown context, refused in upstream's order of checks, or injected.
# custom:
#   upstream: podMutator.Handle
decision := _skip("azure.not_selected", {}, _unselected_findings) if {
	not _labelled
} else := _skip("azure.namespace_not_selected", {"namespace": input.namespace.name}, []) if {
	_namespace_verdict == "no"
} else := _skip("context.namespace_unknown", {}, []) if {
	_namespace_verdict == "unknown"
} else := _skip("context.service_account_unknown", {}, []) if {
	input.serviceAccount.found == null
} else := {
	"outcome": "deny",
	"reason": _refusal.reason,
	"denial": {"message": _refusal.message, "status": 400},
	"edits": [],
	"findings": [],
} if {
	_refusal
} else := {
	"outcome": "inject",
	"reason": {"code": "azure.selected", "params": _account},
	"edits": _edits,
	"identity": _identity,
	"findings": _findings,
}

# METADATA
# title: A decision to leave the Pod alone
# description: With its reason and findings.
# custom:
#   upstream: none
_skip(code, params, findings) := {
	"outcome": "skip",
	"reason": {"code": code, "params": params},
	"edits": [],
	"findings": findings,
}

# METADATA
# title: The ServiceAccount's name as a parameter
# description: The input has turned an empty name into default already, as upstream does.
# custom:
#   upstream: podMutator.Handle
_account := {"serviceAccount": input.serviceAccount.name}

# METADATA
# title: Every edit
# description: Containers in the Pod, the volume, then the proxy containers, which carry their variables and mount already.
# custom:
#   upstream: podMutator.Handle
_edits := array.concat(_container_edits, array.concat(_volume_edits, _proxy_edits))

# METADATA
# title: This provider's settings
# description: All defaults are filled in.
# custom:
#   upstream: pkg/config/config.go
_settings := data.settings.azure

# METADATA
# title: The annotation and label keys
# description: All of them stand under one prefix.
# custom:
#   upstream: pkg/webhook/consts.go
_keys := {
	"use": "azure.workload.identity/use",
	"client": "azure.workload.identity/client-id",
	"tenant": "azure.workload.identity/tenant-id",
	"expiration": "azure.workload.identity/service-account-token-expiration",
	"skip": "azure.workload.identity/skip-containers",
	"proxy": "azure.workload.identity/inject-proxy-sidecar",
	"port": "azure.workload.identity/proxy-sidecar-port",
}

# METADATA
# title: An annotation's text
# description: Absent and null are the empty text, as in a Go map of strings.
# custom:
#   upstream: Go map look-up
_text(annotations, key) := annotations[key] if {
	is_string(annotations[key])
} else := ""

# METADATA
# title: Whether the Pod has an annotation
# description: Whatever its value.
# custom:
#   upstream: Go map look-up
_has_annotation(key) if is_string(pod.annotations[key])
