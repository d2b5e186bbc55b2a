package podgraft.alibaba

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: Edit of the Pod's volumes
# description: |
#   A volume of our name stays if it projects our token, whatever its lifetime; else it is replaced in place. A new one goes last, without
#   defaultMode.
# custom:
#   upstream: vendor page; decided for an existing volume
_volume_edits := [] if {
	findings.projects_expected(pod.volumes[_volume_index], _audience, _token_path)
} else := [{"edit": "replaceVolume", "index": _volume_index, "value": _volume}] if {
	_volume_index >= 0
} else := [{"edit": "addVolume", "at": "last", "value": _volume}]

# METADATA
# title: Where the volume of our name stands
# description: The first one of that name; undefined where the Pod has none.
# custom:
#   upstream: vendor page
_volume_index := [index |
	some index, volume in pod.volumes
	volume.name == _volume_name
][0]

# METADATA
# title: The volume that is added
# description: One projected source, the token.
# custom:
#   upstream: vendor page
_volume := {
	"name": _volume_name,
	"projected": {"sources": [{"serviceAccountToken": {
		"audience": _audience,
		"expirationSeconds": _expiration.seconds,
		"path": _token_path,
	}}]},
}

# METADATA
# title: The mount that is added
# description: Read-only, at the path that the token file variable names.
# custom:
#   upstream: vendor page
_mount := {"name": _volume_name, "mountPath": _mount_path, "readOnly": true}

# METADATA
# title: Edits of the containers
# description: Of every target its mount first, then the variables that are replaced, then those that are appended.
# custom:
#   upstream: vendor page
_container_edits := [edit |
	some target in _targets
	variables := pod.list(target.value, "env")
	some edits in [
		_mount_edits(target, pod.list(target.value, "volumeMounts")),
		_replaced_variables(target, variables),
		_added_variables(target, variables),
	]
	some edit in edits
]

# METADATA
# title: Edit of a container's mounts
# description: |
#   Mounts of our volume stay if one of them is at our path, compared as text; else the first is replaced whole.
# custom:
#   upstream: vendor page; decided for existing mounts
_mount_edits(target, mounts) := [{
	"edit": "addMount",
	"list": target.list,
	"container": target.container,
	"at": "last",
	"value": _mount,
}] if {
	not _mounts_volume(mounts)
} else := [] if {
	_is_mounted(mounts)
} else := [edit |
	index := [index |
		some index, mount in mounts
		mount.name == _volume_name
	][0]
	edit := {
		"edit": "replaceMount",
		"list": target.list,
		"container": target.container,
		"index": index,
		"value": _mount,
	}
]

# METADATA
# title: Whether one of the mounts is of our volume
# description: At whatever path.
# custom:
#   upstream: decided
_mounts_volume(mounts) if {
	some mount in mounts
	mount.name == _volume_name
}

# METADATA
# title: Whether one of the mounts is of our volume and at our path
# description: Paths are compared as text.
# custom:
#   upstream: decided
_is_mounted(mounts) if {
	some mount in mounts
	mount.name == _volume_name
	mount.mountPath == _mount_path
}

# METADATA
# title: Replacing variables wherever their names occur
# description: Whole entries, so that a valueFrom goes; nothing unless override-env says so.
# custom:
#   upstream: vendor page; decided for names that occur twice
_replaced_variables(target, variables) := [edit |
	_overrides
	some index, variable in variables
	edit := {
		"edit": "replaceEnv",
		"list": target.list,
		"container": target.container,
		"index": index,
		"value": {"name": variable.name, "value": _values[variable.name]},
	}
]

# METADATA
# title: The variables' values by name
# description: Only the names that are injected.
# custom:
#   upstream: vendor page
_values := {variable.name: variable.value | some variable in _variables}

# METADATA
# title: Appending variables that are not there
# description: In the documented order; a name that is there in any form is left alone, envFrom does not count.
# custom:
#   upstream: vendor page
_added_variables(target, variables) := [edit |
	names := {variable.name | some variable in variables}
	some variable in _variables
	not variable.name in names
	edit := {
		"edit": "addEnv",
		"list": target.list,
		"container": target.container,
		"at": "last",
		"value": {"name": variable.name, "value": variable.value},
	}
]
