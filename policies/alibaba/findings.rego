package podgraft.alibaba

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: ServiceAccount not known
_service_account_unknown := {
	"code": "context.service_account_unknown",
	"path": ["spec", "serviceAccountName"],
	"params": {"provider": "alibaba", "serviceAccount": input.serviceAccount.name},
}

# METADATA
# title: Namespace not known
_namespace_unknown := {
	"code": "context.namespace_unknown",
	"path": ["metadata", "namespace"],
	"params": {"provider": "alibaba", "namespace": input.namespace.name},
}

# METADATA
# title: The Pod asks for injection but its ServiceAccount has no role
# description: Under the Namespace's label this is ordinary, under the Pod's own it is not.
_role_name_missing := [finding |
	_selected_by == "pod"
	finding := {
		"code": "alibaba.role_name_missing",
		"path": ["metadata", "labels", _injection_key],
		"params": {"provider": "alibaba", "serviceAccount": input.serviceAccount.name, "key": _role_name_key},
	}
]

# METADATA
# title: The role name cannot be one
_role_name_invalid := _value_finding("alibaba.role_name_invalid", "serviceAccount", "annotations", _role_name_key, _role_name)

# METADATA
# title: Findings of an injected Pod
_findings := array.concat(
	array.concat(_intent_findings, _value_findings),
	array.concat(_container_findings, array.concat(_conflict_findings, _late_findings)),
)

# METADATA
# title: Names in the container lists that no container has
# description: Without containers that a provider may still add.
_container_findings := array.concat(
	findings.unknown_containers("alibaba", _only_key, _undeclared(_only_names)),
	findings.unknown_containers("alibaba", _skip_key, _undeclared(_skip_names)),
)

_undeclared(names) := [name |
	some name in names
	not _is_declared(name)
]

# METADATA
# title: Whether an enabled provider declares to add a container of this name
_is_declared(name) if {
	some names in input.declared
	name in names
}

# METADATA
# title: What the rules leave as it is though it gets in the way
# description: Variables are judged unless they are replaced.
_conflict_findings := array.concat(
	findings.mount_conflicts(
		{"provider": "alibaba", "volume": _volume_name, "mountPath": _mount_path, "tokenFile": _token_file},
		_targets,
	),
	findings.identity_mismatches("alibaba", _judged_values, _targets),
)

_judged_values := {variable.name: variable.value |
	not _overrides
	some variable in _identity_variables
}

# METADATA
# title: Containers that came after the injection
# description: Only a Pod with the token volume can have a complete container.
_late_findings := findings.late_containers("alibaba", [state |
	_volume_index >= 0
	some target in _targets
	state := {
		"list": target.list,
		"container": target.container,
		"name": target.value.name,
		"state": _state(pod.list(target.value, "volumeMounts"), pod.list(target.value, "env")),
	}
])

# METADATA
# title: How much of the identity a container has
_state(mounts, variables) := "complete" if {
	_is_mounted(mounts)
	_named_variables(variables) == 3
} else := "none" if {
	not _mounts_volume(mounts)
	_named_variables(variables) == 0
} else := "partial"

# METADATA
# title: How many of the identity's variables a container has
_named_variables(variables) := count({variable.name | some variable in _identity_variables} & {variable.name | some variable in variables})
