package podgraft.azure

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: Names that the Pod excludes, as listed
# description: Split on semicolons, each name trimmed.
# custom:
#   upstream: getSkipContainers
_skip_list := [go.trim_space(name) |
	_has_annotation(_keys.skip)
	some name in split(pod.annotations[_keys.skip], ";")
]

# METADATA
# title: Names that the Pod excludes
# description: As a set.
# custom:
#   upstream: getSkipContainers
_skipped := {name | some name in _skip_list}

# METADATA
# title: The containers of the Pod to inject
# description: Init containers first; the proxy containers are injected like any other.
# custom:
#   upstream: mutateContainers
_targets := pod.targets(["azwi-proxy", "azwi-proxy-init"], _skipped)

# METADATA
# title: What each container lacks
# description: The missing variables and the positions of the mounts that have the volume's name.
# custom:
#   upstream: mutateContainers
_plans := [plan |
	some target in _targets
	present := {variable.name | some variable in target.value.env}
	plan := {
		"list": target.list,
		"container": target.container,
		"value": target.value,
		"missing": [variable | some variable in _variables; not variable.name in present],
		"mounts": [index |
			some index, mount in target.value.volumeMounts
			mount.name == _layout.volume
		],
	}
]

# METADATA
# title: What happens to the containers of the Pod
# description: For each its variables, then its mount.
# custom:
#   upstream: mutateContainers
_container_edits := [edit |
	some plan in _plans
	some edit in array.concat(
		[{
			"edit": "addEnv",
			"list": plan.list,
			"container": plan.container,
			"at": "last",
			"value": variable,
		} |
			some variable in plan.missing
		],
		_mount_edits(plan),
	)
]

# METADATA
# title: The mount
# description: Read-only.
# custom:
#   upstream: addProjectedServiceAccountTokenVolumeMount
_mount := {"name": _layout.volume, "mountPath": _layout.mountPath, "readOnly": true}

# METADATA
# title: What happens to one container's mounts
# description: Appended where none has the volume's name; else profile 1.5.1 keeps it and profile 1.6.0 replaces the first.
# custom:
#   upstream: addProjectedServiceAccountTokenVolumeMount
_mount_edits(plan) := [{
	"edit": "addMount",
	"list": plan.list,
	"container": plan.container,
	"at": "last",
	"value": _mount,
}] if {
	count(plan.mounts) == 0
} else := [{
	"edit": "replaceMount",
	"list": plan.list,
	"container": plan.container,
	"index": plan.mounts[0],
	"value": _mount,
}] if {
	_settings.profile != "1.5.1"
	plan.value.volumeMounts[plan.mounts[0]] != _mount
} else := []
