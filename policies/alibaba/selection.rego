package podgraft.alibaba

import data.podgraft.lib.pod

# METADATA
# title: The injection label
# description: On a Namespace, since 0.2.0 on a Pod.
# custom:
#   upstream: vendor page, configuration options
_injection_key := "pod-identity.alibabacloud.com/injection"

# METADATA
# title: The role name annotation
# description: On a ServiceAccount.
# custom:
#   upstream: vendor page, configuration options
_role_name_key := "pod-identity.alibabacloud.com/role-name"

# METADATA
# title: The token lifetime annotation
# description: On a Pod or a ServiceAccount.
# custom:
#   upstream: vendor page, configuration options
_expiration_key := "pod-identity.alibabacloud.com/service-account-token-expiration"

# METADATA
# title: The annotation that lists the only containers
# description: On a Pod.
# custom:
#   upstream: vendor page, configuration options
_only_key := "pod-identity.alibabacloud.com/only-containers"

# METADATA
# title: The annotation that lists the skipped containers
# description: On a Pod.
# custom:
#   upstream: vendor page, configuration options
_skip_key := "pod-identity.alibabacloud.com/skip-containers"

# METADATA
# title: The STS endpoint annotation
# description: On a ServiceAccount, since 0.3.0.
# custom:
#   upstream: vendor page, configuration options
_sts_key := "pod-identity.alibabacloud.com/inject-sts-endpoint"

# METADATA
# title: The override key
# description: A label of a Namespace or an annotation of a Pod, since 0.4.2.
# custom:
#   upstream: vendor page, configuration options
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
# description: Whichever label it is.
# custom:
#   upstream: vendor page, configuration options
_selected if _selected_by

# METADATA
# title: The Namespace's injection label
# description: Undefined where it is absent or the labels are not known.
# custom:
#   upstream: vendor page, configuration options
_namespace_label := input.namespace.labels[_injection_key]

# METADATA
# title: Whether no label selects the Pod and all of them are known
# description: Then nothing else needs to be known.
# custom:
#   upstream: decided
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
