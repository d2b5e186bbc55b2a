package podgraft.gcp

import data.podgraft.lib.pod

# METADATA
# title: Edits of the Pod itself
# description: Annotations are overwritten, volumes of our names replaced in place.
# custom:
#   upstream: webhooks/mutatepod.go
_pod_edits := array.concat(
	array.concat(
		[{"edit": "setAnnotation", "key": _key(annotation.name), "value": annotation.value} |
			some annotation in _written_annotations
		],
		[_volume_edit(volume) | some volume in _volumes],
	),
	[_setup_edit | _mode == "gcloud"],
)

# METADATA
# title: Adding a volume, or replacing the first of its name
# description: Whatever stands under the name gives way.
# custom:
#   upstream: webhooks/mutatepod.go
_volume_edit(volume) := {"edit": "replaceVolume", "index": index, "value": volume} if {
	index := _first(pod.volumes, volume.name)
} else := {"edit": "addVolume", "at": "last", "value": volume}

# METADATA
# title: Prepending the setup container, or replacing the init container of its name
# description: A replaced one stays where it is.
# custom:
#   upstream: webhooks/mutatepod.go
_setup_edit := {"edit": "replaceContainer", "list": "initContainers", "container": index, "value": _setup_container} if {
	index := _first(pod.init_containers, "gcloud-setup")
} else := {"edit": "addContainer", "list": "initContainers", "at": "first", "value": _setup_container}

# METADATA
# title: The index of the first item of a name
# description: Undefined where there is none.
# custom:
#   upstream: webhooks/mutatepod.go
_first(items, name) := [index | some index, item in items; item.name == name][0]

# METADATA
# title: Containers that get the identity
# description: Init containers first; never the setup container, whichever list it stands in.
# custom:
#   upstream: webhooks/mutatepod.go
_targets := pod.targets([], _skip_list)

# METADATA
# title: Edits of the containers
# description: Replacements come before additions; each list keeps its own order.
# custom:
#   upstream: webhooks/mutatepod.go
_container_edits := [edit |
	some target in _targets
	mounts := pod.list(target.value, "volumeMounts")
	variables := pod.list(target.value, "env")
	some edits in [
		_replacements("replaceMount", target, mounts, _replacing_mounts_by_name),
		_additions("addMount", target, mounts, _mounts),
		_replacements("replaceEnv", target, variables, _replacing_variables_by_name),
		_additions("addEnv", target, variables, _variables),
	]
	some edit in edits
]

# METADATA
# title: The mounts by name
# description: Every one of them replaces its namesake.
# custom:
#   upstream: webhooks/mutatepod.go
_replacing_mounts_by_name := {mount.name: mount | some mount in _mounts}

# METADATA
# title: The replacing variables by name
# description: Region and project are not among them.
# custom:
#   upstream: webhooks/mutatepod.go
_replacing_variables_by_name := {variable.name: variable | some variable in _replacing_variables}

# METADATA
# title: Replacing the first item of each name
# description: Later items of the same name stay as they are.
# custom:
#   upstream: webhooks/mutatepod.go
_replacements(kind, target, items, wanted) := [edit |
	some index, item in items
	value := wanted[item.name]
	_first(items, item.name) == index
	edit := {"edit": kind, "list": target.list, "container": target.container, "index": index, "value": value}
]

# METADATA
# title: Appending what is not there
# description: In the order of `wanted`.
# custom:
#   upstream: webhooks/mutatepod.go
_additions(kind, target, items, wanted) := [edit |
	names := {item.name | some item in items}
	some value in wanted
	not value.name in names
	edit := {"edit": kind, "list": target.list, "container": target.container, "at": "last", "value": value}
]
