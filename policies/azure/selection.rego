package podgraft.azure

import data.podgraft.lib.pod

# METADATA
# title: Whether the Pod carries the label
# description: The text must be exactly true; a label on the Namespace or the ServiceAccount has no effect.
# custom:
#   upstream: objectSelector of the MutatingWebhookConfiguration
_labelled if pod.labels[_keys.use] == "true"

# METADATA
# title: Whether the Namespace is selected
# description: |
#   `no`, or `unknown` where a requirement depends on labels that are not known; undefined where it is selected. One requirement that is
#   known to fail decides, whatever the others are.
# custom:
#   upstream: namespaceSelector of the MutatingWebhookConfiguration (chart value mutatingWebhookNamespaceSelector)
_namespace_verdict := "no" if {
	"no" in _requirement_verdicts
} else := "unknown" if {
	"unknown" in _requirement_verdicts
}

# METADATA
# title: The answer to each requirement of the selector
# description: matchLabels are requirements with one permitted value.
# custom:
#   upstream: Kubernetes LabelSelectorAsSelector
_requirement_verdicts := array.concat(
	[verdict |
		some key, value in _settings.mutatingWebhookNamespaceSelector.matchLabels
		verdict := _requirement_verdict({"key": key, "operator": "In", "values": [value]})
	],
	[_requirement_verdict(requirement) |
		some requirement in _settings.mutatingWebhookNamespaceSelector.matchExpressions
	],
)

# METADATA
# title: The answer to one requirement
# description: As the selector's own; undefined where it is met.
# custom:
#   upstream: Kubernetes labels.Requirement.Matches
_requirement_verdict(requirement) := "unknown" if {
	not _namespace_label_known(requirement.key)
} else := "no" if {
	not _requirement_met(requirement.operator, requirement)
}

# METADATA
# title: Whether a label of the Namespace is known, be it absent
# description: The automatic name label follows from the name alone.
# custom:
#   upstream: none; the API server knows the Namespace
_namespace_label_known(_) if is_object(input.namespace.labels)

_namespace_label_known("kubernetes.io/metadata.name") if is_string(input.namespace.name)

# METADATA
# title: The Namespace's labels with the automatic name label
# description: The API server sets kubernetes.io/metadata.name on every Namespace.
# custom:
#   upstream: Kubernetes NamespaceDefaultLabelName
_namespace_labels := object.union(input.namespace.labels, _automatic_labels) if {
	is_object(input.namespace.labels)
} else := _automatic_labels

# METADATA
# title: The label that every Namespace has
# description: Empty where the name is not known.
# custom:
#   upstream: Kubernetes NamespaceDefaultLabelName
_automatic_labels := {"kubernetes.io/metadata.name": input.namespace.name} if {
	is_string(input.namespace.name)
} else := {}

# METADATA
# title: Whether a requirement holds
# description: NotIn also holds where the label is absent.
# custom:
#   upstream: Kubernetes labels.Requirement.Matches
_requirement_met("In", requirement) if _has_value_of(requirement)

_requirement_met("NotIn", requirement) if not _has_value_of(requirement)

_requirement_met("Exists", requirement) if _namespace_labels[requirement.key]

_requirement_met("DoesNotExist", requirement) if not _namespace_labels[requirement.key]

# METADATA
# title: Whether the label has one of a requirement's values
# description: False where the label is absent.
# custom:
#   upstream: Kubernetes labels.Requirement.Matches
_has_value_of(requirement) if _namespace_labels[requirement.key] in requirement.values
