package podgraft.alibaba

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: Labels and keys that hardly do what they were meant to
# description: Reported whether or not the Pod is injected.
# custom:
#   upstream: none
_intent_findings := array.concat(_injection_findings, _key_findings)

# METADATA
# title: Injection labels with another value than on
# description: |
#   A value that plainly means off is reported on a Pod only, and there only if the Namespace's label injects it all the same.
# custom:
#   upstream: none
_injection_findings := array.concat(
	[_value_finding("alibaba.injection_value", _on_pod("labels", _injection_key), _injection_key, value) |
		_settings.profile == "0.4.2"
		value := pod.labels[_injection_key]
		value != "on"
		not _obeyed(value)
	],
	[_value_finding("alibaba.injection_value", _on_namespace, _injection_key, _namespace_label) |
		not _namespace_label in {"on", "off", "false", "disabled"}
	],
)

# METADATA
# title: Whether a Pod's label means off and the Pod is left alone
# description: Then the label does what it says.
# custom:
#   upstream: none
_obeyed(value) if {
	value in {"off", "false", "disabled"}
	not _selected
}

# METADATA
# title: A finding about a value and where it stands
# description: The place is one of the three below.
# custom:
#   upstream: none
_value_finding(code, place, key, value) := {
	"code": code,
	"path": place.path,
	"params": {"holder": place.holder, "key": key, "value": value},
}

# METADATA
# title: A key in one of the Pod's maps
# description: Labels or annotations.
# custom:
#   upstream: none
_on_pod(map, key) := {"holder": "pod", "path": ["metadata", map, key]}

# METADATA
# title: Anything on the ServiceAccount
# description: Beyond the Pod, so the field that names it stands for it.
# custom:
#   upstream: none
_on_service_account := {"holder": "serviceAccount", "path": ["spec", "serviceAccountName"]}

# METADATA
# title: Anything on the Namespace
# description: Beyond the Pod, so the field that names it stands for it.
# custom:
#   upstream: none
_on_namespace := {"holder": "namespace", "path": ["metadata", "namespace"]}

# METADATA
# title: Values of an injected Pod that hardly do what they were meant to
# description: Lifetime, override, STS endpoint, region.
# custom:
#   upstream: none
_value_findings := array.concat(array.concat(_expiration_findings, _override_findings), _sts_findings)

# METADATA
# title: A lifetime that gave way to an hour
# description: The annotation that counts is judged, not one that it hides.
# custom:
#   upstream: none
_expiration_findings := [finding |
	value := _expiration_annotation.value
	not _valid_expiration
	finding := _value_finding("alibaba.expiration_invalid", _expiration_place, _expiration_key, value)
]

# METADATA
# title: Where the lifetime's annotation stands
# description: On the Pod or on the ServiceAccount.
# custom:
#   upstream: none
_expiration_place := _on_pod("annotations", _expiration_key) if {
	_expiration_annotation.holder == "pod"
} else := _on_service_account

# METADATA
# title: Values of override-env that are not true
# description: A Pod's `false` is reported only if the Namespace overrides it.
# custom:
#   upstream: none
_override_findings := array.concat(
	[_value_finding("alibaba.override_value", _on_pod("annotations", _override_key), _override_key, value) |
		_settings.profile == "0.4.2"
		value := pod.annotations[_override_key]
		not _keeps_word(value)
	],
	[_value_finding("alibaba.override_value", _on_namespace, _override_key, value) |
		_settings.profile == "0.4.2"
		value := input.namespace.labels[_override_key]
		not value in {"true", "false"}
	],
)

# METADATA
# title: Whether a Pod's override-env does what it says
# description: |
#   `true` always does, `false` as long as the Namespace does not override.
# custom:
#   upstream: none
_keeps_word("true")

_keeps_word("false") if not _overrides

# METADATA
# title: Values of inject-sts-endpoint that do not do what they say
# description: One at most.
# custom:
#   upstream: none
_sts_findings := [_value_finding(code, _on_service_account, _sts_key, value) |
	_settings.profile == "0.4.2"
	value := pod.service_account_annotations[_sts_key]
	code := _sts_code(value)
]

# METADATA
# title: What is wrong with a value of inject-sts-endpoint
# description: |
#   Without a region there is nothing to build the endpoint from. An `off` is reported only if the add-on's parameter injects the variables
#   all the same.
# custom:
#   upstream: none
_sts_code("on") := "alibaba.region_unset" if _settings.region == ""

_sts_code(value) := "alibaba.sts_value" if {
	value != "on"
	not _stays_off(value)
}

# METADATA
# title: Whether inject-sts-endpoint off does what it says
# description: It does where no STS variable is injected.
# custom:
#   upstream: none
_stays_off("off") if count(_sts_variables) == 0

# METADATA
# title: Keys of the prefix that mean nothing where they stand
# description: The prefix is the add-on's own, so that any other name is a misspelling or stands in the wrong place.
# custom:
#   upstream: none
_key_findings := [finding |
	some map in [
		{"place": {"holder": "pod", "path": ["metadata", "labels"]}, "member": "labels", "keys": pod.labels},
		{"place": {"holder": "pod", "path": ["metadata", "annotations"]}, "member": "annotations", "keys": pod.annotations},
		{"place": _on_service_account, "member": "annotations", "keys": pod.service_account_annotations},
		{"place": _on_namespace, "member": "labels", "keys": _namespace_labels},
	]
	_has_prefix(map.keys)
	some finding in findings.unknown_keys(
		"alibaba",
		"pod-identity.alibabacloud.com",
		map.keys,
		_known[_settings.profile][map.place.holder][map.member],
		map.place,
	)
]

# METADATA
# title: The Namespace's labels
# description: An empty object where they are not known.
# custom:
#   upstream: none
_namespace_labels := input.namespace.labels if is_object(input.namespace.labels)

else := {}

# METADATA
# title: Whether some key has the prefix
# description: A cheap look before the keys are sorted.
# custom:
#   upstream: none
_has_prefix(keys) if {
	some key, _ in keys
	startswith(key, "pod-identity.alibabacloud.com/")
}

# METADATA
# title: Names that each profile reads, by where they stand
# description: Labels and annotations are told apart.
# custom:
#   upstream: vendor page, configuration options and change log
_known := {
	"0.4.2": {
		"pod": {
			"labels": {"injection"},
			"annotations": {"service-account-token-expiration", "only-containers", "skip-containers", "override-env"},
		},
		"serviceAccount": {"annotations": {"role-name", "service-account-token-expiration", "inject-sts-endpoint"}},
		"namespace": {"labels": {"injection", "override-env"}},
	},
	"0.1.1": {
		"pod": {
			"labels": set(),
			"annotations": {"service-account-token-expiration", "only-containers", "skip-containers"},
		},
		"serviceAccount": {"annotations": {"role-name", "service-account-token-expiration"}},
		"namespace": {"labels": {"injection"}},
	},
}
