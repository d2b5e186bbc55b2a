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
	[_value_finding("alibaba.injection_value", "pod", "labels", _injection_key, value) |
		_settings.profile == "0.4.2"
		value := pod.labels[_injection_key]
		value != "on"
		not _obeyed(value)
	],
	[_value_finding("alibaba.injection_value", "namespace", "labels", _injection_key, _namespace_label) |
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
# description: What stands outside the Pod is found by the field that names its holder.
# custom:
#   upstream: none
_value_finding(code, holder, map, key, value) := {
	"code": code,
	"path": _path(holder, map, [key]),
	"params": {"holder": holder, "key": key, "value": value},
}

# METADATA
# title: The path to a map of labels or annotations, as far as the Pod has one
# description: Beyond the Pod, the field that names the ServiceAccount or the Namespace.
# custom:
#   upstream: none
_path("pod", map, rest) := array.concat(["metadata", map], rest)

_path("serviceAccount", _, _) := ["spec", "serviceAccountName"]

_path("namespace", _, _) := ["metadata", "namespace"]

# METADATA
# title: Values of an injected Pod that hardly do what they were meant to
# description: Lifetime, override, STS endpoint, region.
# custom:
#   upstream: none
_value_findings := array.concat(
	array.concat(_expiration_findings, _override_findings),
	array.concat(_sts_findings, _region_findings),
)

# METADATA
# title: A lifetime that gave way to an hour
# description: The annotation that counts is judged, not one that it hides.
# custom:
#   upstream: none
_expiration_findings := [finding |
	holder := _expiration_annotation.holder
	not _valid_expiration
	finding := _value_finding("alibaba.expiration_invalid", holder, "annotations", _expiration_key, _expiration_annotation.value)
]

# METADATA
# title: Values of override-env that are not true
# description: A Pod's `false` is reported only if the Namespace overrides it.
# custom:
#   upstream: none
_override_findings := array.concat(
	[_value_finding("alibaba.override_value", "pod", "annotations", _override_key, value) |
		_settings.profile == "0.4.2"
		value := pod.annotations[_override_key]
		not _keeps_word(value)
	],
	[_value_finding("alibaba.override_value", "namespace", "labels", _override_key, value) |
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
# title: Values of inject-sts-endpoint that are not on
# description: An `off` is reported only if the add-on's parameter injects the variables all the same.
# custom:
#   upstream: none
_sts_findings := [_value_finding("alibaba.sts_value", "serviceAccount", "annotations", _sts_key, value) |
	_settings.profile == "0.4.2"
	value := pod.service_account_annotations[_sts_key]
	value != "on"
	not _stays_off(value)
]

# METADATA
# title: Whether inject-sts-endpoint off does what it says
# description: It does where no STS variable is injected.
# custom:
#   upstream: none
_stays_off("off") if count(_sts_variables) == 0

# METADATA
# title: The STS endpoint is asked for but there is no region
# description: There is nothing to build the endpoint from.
# custom:
#   upstream: none
_region_findings := [_value_finding("alibaba.region_unset", "serviceAccount", "annotations", _sts_key, "on") |
	_settings.profile == "0.4.2"
	_settings.region == ""
	pod.service_account_annotations[_sts_key] == "on"
]

# METADATA
# title: Keys of the prefix that mean nothing where they stand
# description: The prefix is the add-on's own, so that any other name is a misspelling or stands in the wrong place.
# custom:
#   upstream: none
_key_findings := [finding |
	some map in [
		{"holder": "pod", "member": "labels", "keys": pod.labels},
		{"holder": "pod", "member": "annotations", "keys": pod.annotations},
		{"holder": "serviceAccount", "member": "annotations", "keys": pod.service_account_annotations},
		{"holder": "namespace", "member": "labels", "keys": _namespace_labels},
	]
	_has_prefix(map.keys)
	some finding in findings.unknown_keys(
		"alibaba",
		"pod-identity.alibabacloud.com",
		map.keys,
		_known[_settings.profile][map.holder][map.member],
		{"holder": map.holder, "path": _path(map.holder, map.member, [])},
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
