package podgraft.alibaba

import data.podgraft.lib.pod

# METADATA
# title: Keys of labels and annotations
# custom:
#   upstream: vendor page, configuration options
_injection_key := "pod-identity.alibabacloud.com/injection"

_role_name_key := "pod-identity.alibabacloud.com/role-name"

_expiration_key := "pod-identity.alibabacloud.com/service-account-token-expiration"

_only_key := "pod-identity.alibabacloud.com/only-containers"

_skip_key := "pod-identity.alibabacloud.com/skip-containers"

_sts_key := "pod-identity.alibabacloud.com/inject-sts-endpoint"

_override_key := "pod-identity.alibabacloud.com/override-env"

# METADATA
# title: Which label selects the Pod
# description: |
#   The Pod's own counts since 0.2.0; another value than `on` leaves the choice to the Namespace. Undefined where neither selects it.
# custom:
#   upstream: vendor page; decided that the value is exact
_selected_by := "pod" if {
	_settings.profile == "0.4.2"
	pod.labels[_injection_key] == "on"
} else := "namespace" if {
	_namespace_label == "on"
}

# METADATA
# title: Whether a label selects the Pod
_selected if _selected_by

# METADATA
# title: The Namespace's injection label
# description: Undefined where it is absent or the labels are not known.
_namespace_label := input.namespace.labels[_injection_key]

# METADATA
# title: Whether no label selects the Pod and all of them are known
_known_off if {
	not _selected
	is_object(input.namespace.labels)
}

# METADATA
# title: The RAM role's name
# description: Undefined where the ServiceAccount has none.
# custom:
#   upstream: vendor page
_role_name := pod.service_account_annotations[_role_name_key]

# METADATA
# title: Whether a text is a role name
# description: RAM's rule, `^[A-Za-z0-9.\-]{1,64}$`; nothing is trimmed.
# custom:
#   upstream: decided
_is_role_name(text) if {
	text != ""
	count(text) <= 64
	trim_left(text, "abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.") == ""
}
