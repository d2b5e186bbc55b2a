package podgraft.aws

import data.podgraft.lib.findings
import data.podgraft.lib.go

# METADATA
# title: Mounts of the token somewhere else
# description: They are kept, but the containers are told the usual path, where nothing is.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer, which looks at the mount's name only
_mounts_elsewhere := [finding |
	some container in _containers
	not _mounts_at_path(container.value)
	not _has_own_token_file(container.value)
	some index, mount in container.value.volumeMounts
	mount.name == _token.volume
	finding := _finding("aws.token_mounted_elsewhere", ["spec", container.list, container.container, "volumeMounts", index], {
		"container": container.value.name,
		"mountPath": mount.mountPath,
		"expected": _token.mountPath,
	})
]

# METADATA
# title: Whether a container mounts the token at the token mount path
# description: Paths are compared cleaned.
# custom:
#   upstream: none
_mounts_at_path(container) if {
	some mount in container.volumeMounts
	mount.name == _token.volume
	go.clean_path(mount.mountPath) == go.clean_path(_token.mountPath)
}

# METADATA
# title: Whether a container names a token file of its own
# description: A variable by that name with another value, or with a source.
# custom:
#   upstream: none
_has_own_token_file(container) if {
	some variable in container.env
	variable.name == _identity_group.names[1]
	not variable.value == _token_file
}

# METADATA
# title: Containers without identity beside one that has it
# description: As when a mesh adds its sidecar at admission.
# custom:
#   upstream: none; the webhook completes them
_late_containers := findings.late_containers("aws", _states)

# METADATA
# title: How complete each container is
# description: As the shared finding about late containers wants it.
# custom:
#   upstream: none
_states := [{
	"list": container.list,
	"container": container.container,
	"name": object.get(container.value, "name", ""),
	"state": _state(container),
} |
	some container in _containers
]

# METADATA
# title: How complete a container is
# description: "`complete` with both variables and the mount, `none` without any of them, undefined in between."
# custom:
#   upstream: none
_state(container) := "complete" if {
	container.mounted == true
	every name in _identity_group.names { name in container.present }
} else := "none" if {
	container.mounted == false
	not _has_group(_identity_group, container.present)
}

# METADATA
# title: Sources of variables that may carry the region
# description: A variable by name wins over them, and the region is about to be set by name.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer, which does not look at envFrom
_region_sources := [finding |
	_settings.awsDefaultRegion != ""
	some container in _containers
	container.untouched == false
	not _has_group(_region_group, container.present)
	_may_carry_region(container.value)
	finding := _finding("environment.from", ["spec", container.list, container.container, "envFrom"], {
		"provider": "aws",
		"container": object.get(container.value, "name", ""),
		"variables": _region_group.names,
	})
]

# METADATA
# title: Whether a source of variables may carry the region
# description: A source with a prefix carries only names that start with it.
# custom:
#   upstream: none; Kubernetes EnvFromSource
_may_carry_region(container) if {
	some source in container.envFrom
	some name in _region_group.names
	startswith(name, object.get(source, "prefix", ""))
}
