package podgraft.azure

import data.podgraft.lib.pod

# METADATA
# title: Where volume, mount and files are
# description: |
#   Profile 1.5.1 has fixed names. In profile 1.6.0 the first that applies: a layout that the Pod carries already (where equivalent
#   layouts are accepted), the name hashed from a Pod's final name, else the fixed names, because a template's Pods have no name yet.
# custom:
#   upstream: podMutator.Handle; recognition by content and the fixed names in templates are Podgraft's own
_layout := _fixed_layout if {
	_settings.profile == "1.5.1"
} else := _carried_layouts[0] if {
	_settings.acceptEquivalentLayout
	count(_carried_layouts) > 0
} else := _hashed_layout(_hashed_name) if {
	input.owner.kind == "Pod"
	input.owner.nameIsFinal
} else := _fixed_layout

# METADATA
# title: The layout of profile 1.5.1
# description: In profile 1.6.0 the CA file stands under the same mount.
# custom:
#   upstream: pkg/webhook/consts.go
_fixed_layout := {
	"volume": "azure-identity-token",
	"mountPath": "/var/run/secrets/azure/tokens",
	"tokenPath": "azure-identity-token",
	"tokenFile": "/var/run/secrets/azure/tokens/azure-identity-token",
	"caFile": "/var/run/secrets/azure/tokens/ca-cert/ca.crt",
}

# METADATA
# title: The layout of profile 1.6.0 for a volume name
# description: Only the volume's name varies.
# custom:
#   upstream: pkg/webhook/consts.go
_hashed_layout(volume) := {
	"volume": volume,
	"mountPath": "/var/run/secrets/azure/wi",
	"tokenPath": "token/azure-identity-token",
	"tokenFile": "/var/run/secrets/azure/wi/token/azure-identity-token",
	"caFile": "/var/run/secrets/azure/wi/ca-cert/ca.crt",
}

# METADATA
# title: The start of a hashed volume name
# description: 30 hexadecimal digits follow, 63 characters in all.
# custom:
#   upstream: pkg/webhook/consts.go
_reserved_prefix := "azure-workload-identity-reserved-"

# METADATA
# title: The volume name for this Pod
# description: From metadata.name, or where that is empty from generateName with a literal suffix.
# custom:
#   upstream: podMutator.Handle
_hashed_name := concat("", [_reserved_prefix, substring(crypto.sha256(_pod_name), 0, 30)])

# METADATA
# title: The name that is hashed
# description: An absent generateName is empty.
# custom:
#   upstream: podMutator.Handle
_pod_name := name if {
	name := _text(pod.metadata, "name")
	name != ""
} else := concat("", [_text(pod.metadata, "generateName"), " (prefix)"])

# METADATA
# title: The layouts that the Pod carries
# description: |
#   A volume with a layout's name that projects a token to the layout's path and that a container mounts where the layout wants it. In
#   the order of the volumes: what was rendered stands before what a webhook added later.
# custom:
#   upstream: none
_carried_layouts := [layout |
	some volume in pod.volumes
	layout := _layout_named(volume.name)
	_projects_path(volume, layout.tokenPath)
	_mounted(layout)
]

# METADATA
# title: The layout that a volume's name belongs to
# description: Undefined for other names.
# custom:
#   upstream: none
_layout_named("azure-identity-token") := _fixed_layout

_layout_named(name) := _hashed_layout(name) if {
	startswith(name, _reserved_prefix)
	digits := substring(name, count(_reserved_prefix), -1)
	count(digits) == 30
	trim(digits, "0123456789abcdef") == ""
}

# METADATA
# title: Whether a volume projects a token to a path
# description: Whatever the audience and the lifetime.
# custom:
#   upstream: none in 1.6.0; addProjectedServiceAccountTokenVolume in 1.5.1
_projects_path(volume, path) if {
	some source in volume.projected.sources
	source.serviceAccountToken.path == path
}

# METADATA
# title: Whether a layout's volume is mounted where it belongs
# description: By at least one container, where any is to be injected.
# custom:
#   upstream: none
_mounted(layout) if {
	some target in _targets
	some mount in target.value.volumeMounts
	mount.name == layout.volume
	mount.mountPath == layout.mountPath
}

_mounted(_) if count(_targets) == 0
