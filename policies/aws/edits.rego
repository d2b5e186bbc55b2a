package podgraft.aws

import data.podgraft.lib.pod

# METADATA
# title: The edits that give the Pod its identity
# description: The label, the token volume, then each container; variables and mounts go last, the volume first.
# custom:
#   upstream: pkg/handler/handler.go getPodSpecPatch
_edits := array.concat(array.concat(_label_edits, _volume_edits), [edit |
	some container in _containers
	container.untouched == false
	some edit in array.concat(_env_edits(container), _mount_edits(container))
])

# METADATA
# title: The label of container credentials
# description: Its domain does not follow the annotation prefix, and it replaces another value.
# custom:
#   upstream: pkg/handler/handler.go getPodSpecPatch
_label_edits := [edit |
	_uses_container_credentials
	edit := {"edit": "setLabel", "key": "eks.amazonaws.com/pod-identity", "value": "enabled"}
]

# METADATA
# title: The token volume
# description: Added even where no container gets anything; a volume of that name is kept, whatever it is.
# custom:
#   upstream: pkg/handler/handler.go getPodSpecPatch
_volume_edits := [edit |
	not _has_token_volume
	token := object.union({"expirationSeconds": _expiration.value, "path": _token.path}, _audience_member)
	edit := {
		"edit": "addVolume",
		"at": "first",
		"value": {"name": _token.volume, "projected": {"sources": [{"serviceAccountToken": token}]}},
	}
]

# METADATA
# title: Whether the Pod has a volume of the token volume's name
# description: Whatever its type.
# custom:
#   upstream: pkg/handler/handler.go getPodSpecPatch
_has_token_volume if {
	some volume in pod.volumes
	volume.name == _token.volume
}

# METADATA
# title: The audience as a member of the token source
# description: Go leaves out the key of an empty audience.
# custom:
#   upstream: pkg/handler/handler.go getPodSpecPatch
_audience_member := {"audience": _audience.value} if {
	_audience.value != ""
} else := {}

# METADATA
# title: The variables to add to a container
# description: Behind those that are there.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_env_edits(container) := [edit |
	some variable in _missing_variables(container.present)
	edit := {
		"edit": "addEnv",
		"list": container.list,
		"container": container.container,
		"at": "last",
		"value": variable,
	}
]

# METADATA
# title: The mount to add to a container
# description: Read-only, behind those that are there; none where a mount has the name.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_mount_edits(container) := [edit |
	container.mounted == false
	edit := {
		"edit": "addMount",
		"list": container.list,
		"container": container.container,
		"at": "last",
		"value": {"name": _token.volume, "readOnly": true, "mountPath": _token.mountPath},
	}
]
