# METADATA
# title: AWS identity for Pods
# description: |
#   Profile 0.6.17 of the Amazon EKS Pod identity webhook: web identity (a role in the ServiceAccount's annotations or in the ConfigMap) and
#   container credentials (a list of ServiceAccounts). Settings carry the webhook's flags in camelCase.
package podgraft.aws

import data.podgraft.lib.pod

# METADATA
# title: The decision about one Pod
# description: Inject where one of the three sources names the ServiceAccount, else skip with the reason.
# custom:
#   upstream: pkg/handler/handler.go MutatePod
decision := {
	"outcome": "inject",
	"reason": {"code": _reason, "params": {}},
	"edits": _edits,
	"identity": _identity,
	"findings": _findings,
} if {
	_injects
} else := {
	"outcome": "skip",
	"reason": {"code": _reason, "params": {}},
	"edits": [],
	"findings": _findings,
}

# METADATA
# title: Why the Pod is injected or left alone
# description: The first that holds, in the order in which the webhook and its registration look.
# custom:
#   upstream: deploy/mutatingwebhook.yaml objectSelector; pkg/handler/handler.go buildPodPatchConfig; pkg/cache/cache.go Get
_reason := "aws.skip_label" if {
	_has_skip_label
} else := "context.service_account_unknown" if {
	input.serviceAccount.found == null
} else := "context.namespace_unknown" if {
	_namespace_decides
} else := "aws.container_credentials" if {
	_is_listed
} else := "aws.external_association" if {
	_is_associated_outside
} else := "aws.role_arn" if {
	_account_role != ""
} else := "aws.config_map" if {
	_entry_role != ""
} else := "aws.config_map_without_role" if {
	_entry_role == ""
} else := "aws.service_account_missing" if {
	input.serviceAccount.found == false
} else := "aws.no_role"

# METADATA
# title: Whether the Pod is injected
# description: By web identity or by container credentials.
# custom:
#   upstream: pkg/handler/handler.go MutatePod
_injects if _uses_web_identity

_injects if _uses_container_credentials

# METADATA
# title: Whether container credentials apply
# description: They win over web identity.
# custom:
#   upstream: pkg/handler/handler.go buildPodPatchConfig
_uses_container_credentials if _reason == "aws.container_credentials"

# METADATA
# title: Whether web identity applies
# description: By the role of the ServiceAccount or of the ConfigMap.
# custom:
#   upstream: pkg/handler/handler.go buildPodPatchConfig
_uses_web_identity if _reason in ["aws.role_arn", "aws.config_map"]

# METADATA
# title: Whether the Pod opts out by label
# description: The key alone counts, whatever its value; its domain does not follow the annotation prefix.
# custom:
#   upstream: deploy/mutatingwebhook.yaml objectSelector
_has_skip_label if object.get(pod.labels, "eks.amazonaws.com/skip-pod-identity-webhook", false) != false

# METADATA
# title: Whether the unknown namespace could decide
# description: True where an entry of the list or the ConfigMap names the ServiceAccount in some namespace. An entry for `*` needs none.
# custom:
#   upstream: none; a request always has a namespace
_namespace_decides if {
	input.namespace.name == null
	some identity in _settings.containerCredentials.identities
	identity.serviceAccount == _service_account_name
}

_namespace_decides if {
	input.namespace.name == null
	not _has_account_role
	_settings.watchConfigMap == true
	some key, entry in _settings.configMap
	is_object(entry)
	[namespace, name] := array.slice(split(key, "/"), 0, 2)
	namespace != "*"
	name == _service_account_name
	not _config_map_is_unusable
}

# METADATA
# title: Whether the ServiceAccount has a role
# description: A role that is there but empty is none.
# custom:
#   upstream: pkg/cache/cache.go Get
_has_account_role if _account_role != ""

# METADATA
# title: The settings of AWS
# description: The webhook's flags in camelCase, all defaults filled in.
# custom:
#   upstream: main.go
_settings := data.settings.aws

# METADATA
# title: The Pod's ServiceAccount name, taken literally
# description: Empty where the Pod names none; the webhook does not replace it by default.
# custom:
#   upstream: pkg/handler/handler.go buildPodPatchConfig
_service_account_name := name if {
	name := pod.spec.serviceAccountName
	is_string(name)
} else := ""

# METADATA
# title: The value of an annotation of the prefix
# description: Undefined where the key is absent; a null value decodes to the empty string.
# custom:
#   upstream: pkg/annotations.go
_annotation(annotations, name) := _text(annotations[_key(name)])

# METADATA
# title: A map value as text
# description: A null value decodes to the empty string.
# custom:
#   upstream: Go encoding/json
_text(null) := ""

_text(value) := value if is_string(value)

# METADATA
# title: A key of the prefix
# description: The configured prefix, a slash and the name.
# custom:
#   upstream: pkg/annotations.go
_key(name) := concat("/", [_settings.annotationPrefix, name])

# METADATA
# title: Where a value comes from
# description: "As identity.from tells it: the holder, a colon and the key."
# custom:
#   upstream: none
_origin(holder, name) := concat(":", [holder, name])
