package podgraft.alibaba

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: The Pod asks for injection but its ServiceAccount has no role
# description: Under the Namespace's label this is ordinary, under the Pod's own it is not.
# custom:
#   upstream: none
_role_name_missing := [finding |
	_selected_by == "pod"
	finding := {
		"code": "alibaba.role_name_missing",
		"path": ["metadata", "labels", _injection_key],
		"params": {"serviceAccount": input.serviceAccount.name, "key": _role_name_key},
	}
]

# METADATA
# title: The role name cannot be one
# description: Nothing is injected, silently, so the value is worth a look.
# custom:
#   upstream: none
_role_name_invalid := _value_finding("alibaba.role_name_invalid", _on_service_account, _role_name_key, _role_name)

# METADATA
# title: Findings of an injected Pod
# description: Labels and keys first, then values, containers, conflicts and late containers.
# custom:
#   upstream: none
_findings := array.concat(
	array.concat(_intent_findings, _value_findings),
	array.concat(_container_findings, array.concat(_conflict_findings, _late_findings)),
)

# METADATA
# title: Names in the container lists that no container has
# description: The only-list before the skip-list.
# custom:
#   upstream: none
_container_findings := array.concat(
	findings.unknown_containers("alibaba", _only_key, _only_names),
	findings.unknown_containers("alibaba", _skip_key, _skip_names),
)

# METADATA
# title: What the rules leave as it is though it gets in the way
# description: Variables are judged unless they are replaced.
# custom:
#   upstream: none
_conflict_findings := array.concat(
	findings.mount_conflicts(
		{"provider": "alibaba", "volume": _volume_name, "mountPath": _mount_path, "tokenFile": _token_file},
		_targets,
	),
	findings.identity_mismatches("alibaba", _judged_values, _targets),
)

# METADATA
# title: The variables that are judged, with the wanted values
# description: None where they are replaced anyway; the STS variables name no principal.
# custom:
#   upstream: none
_judged_values := {variable.name: variable.value |
	not _overrides
	some variable in _identity_variables
}

# METADATA
# title: Containers that came after the injection
# description: Only a Pod with the token volume can have a complete container.
# custom:
#   upstream: none
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
# description: |
#   `complete` or `none`, as findings.late_containers reads it; undefined in between.
# custom:
#   upstream: none
_state(mounts, variables) := "complete" if {
	_is_mounted(mounts)
	_named_variables(variables) == 3
} else := "none" if {
	not _mounts_volume(mounts)
	_named_variables(variables) == 0
}

# METADATA
# title: How many of the identity's variables a container has
# description: Of the three that every container gets.
# custom:
#   upstream: none
_named_variables(variables) := count({variable.name | some variable in _identity_variables} & {variable.name | some variable in variables})
