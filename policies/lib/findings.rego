# METADATA
# title: Findings that several providers share
# description: |
#   Each function gives an ordered list of `{"code", "path", "params"}`. `expected` describes a provider's token as
#   `{"provider", "volume", "audience", "tokenPath", "mountPath", "tokenFile"}`; an empty audience means the key is absent.
package podgraft.lib.findings

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: Foreign volume under the token volume's name, or a token that is not the expected one
# description: For providers that keep an existing volume by its name.
# custom:
#   upstream: none; the official webhooks look at the name only
volume_conflicts(expected) := array.concat(
	[finding |
		some index, volume in pod.volumes
		volume.name == expected.volume
		not _projects_token(volume)
		finding := {
			"code": "volume.conflict",
			"path": ["spec", "volumes", index],
			"params": {"provider": expected.provider, "volume": expected.volume},
		}
	],
	[finding |
		some index, volume in pod.volumes
		volume.name == expected.volume
		_projects_token(volume)
		not projects_expected(volume, expected.audience, expected.tokenPath)
		finding := {
			"code": "token.mismatch",
			"path": ["spec", "volumes", index],
			"params": {
				"provider": expected.provider,
				"volume": expected.volume,
				"expectedAudience": expected.audience,
				"expectedPath": expected.tokenPath,
			},
		}
	],
)

_projects_token(volume) if {
	some source in _sources(volume)
	is_object(source.serviceAccountToken)
}

# METADATA
# title: Whether a volume projects a token of this audience and path
projects_expected(volume, audience, path) if {
	some source in _sources(volume)
	token := source.serviceAccountToken
	token.path == path
	object.get(token, "audience", "") == audience
}

_sources(volume) := pod.list(object.get(volume, "projected", {}), "sources")

# METADATA
# title: A mount of another volume that hides the token
# description: |
#   At the mount path, at the token file, or between them; an ancestor of the mount path is harmless. `targets` as pod.targets gives them.
mount_conflicts(expected, targets) := [finding |
	root := trim_right(go.clean_path(expected.mountPath), "/")
	some target in targets
	some index, mount in target.value.volumeMounts
	startswith(mount.mountPath, root)
	mount.name != expected.volume
	_hides(trim_right(mount.mountPath, "/"), root, expected.tokenFile)
	finding := {
		"code": "mount.conflict",
		"path": ["spec", target.list, target.container, "volumeMounts", index],
		"params": {"provider": expected.provider, "mountPath": mount.mountPath, "volume": mount.name},
	}
]

_hides(root, root, _)

_hides(token_file, _, token_file)

_hides(path, root, token_file) if {
	startswith(path, concat("", [root, "/"]))
	startswith(token_file, concat("", [path, "/"]))
}

# METADATA
# title: An identity variable with another literal value than the wanted one
# description: |
#   `wanted` maps a variable's name to its value; an entry with valueFrom is not judged. `targets` as pod.targets gives them.
identity_mismatches(provider, wanted, targets) := [finding |
	some target in targets
	some index, variable in target.value.env
	value := wanted[variable.name]
	not is_object(object.get(variable, "valueFrom", null))
	object.get(variable, "value", "") != value
	finding := {
		"code": "identity.mismatch",
		"path": ["spec", target.list, target.container, "env", index],
		"params": {
			"provider": provider,
			"variable": variable.name,
			"value": object.get(variable, "value", ""),
			"expected": value,
		},
	}
]

# METADATA
# title: Containers without anything while others are complete
# description: |
#   `states` is one `{"list", "container", "name", "state"}` for each container that should be injected and is `none` (no variable and no
#   mount of the identity) or `complete`.
late_containers(provider, states) := [finding |
	_any_complete(states)
	some entry in states
	entry.state == "none"
	finding := {
		"code": "container.not_injected",
		"path": ["spec", entry.list, entry.container],
		"params": {"provider": provider, "container": entry.name},
	}
]

_any_complete(states) if {
	some entry in states
	entry.state == "complete"
}

# METADATA
# title: Names in a container list that no container has
# description: |
#   The names are an array; the key is that of the annotation they stand in. Containers that any enabled provider declares may still be
#   added, so that they are known.
unknown_containers(provider, key, names) := [finding |
	present := {container.name | some list in [pod.init_containers, pod.containers]; some container in list}
	some name in names
	not name in present
	not pod.is_declared(name)
	finding := {
		"code": "container.unknown",
		"path": ["metadata", "annotations", key],
		"params": {"provider": provider, "container": name},
	}
]

# METADATA
# title: Keys of a provider's prefix that no rule reads
# description: |
#   `keys` maps (labels or annotations), `known` is the set of names after the prefix that mean something there, `place` = `{"holder", "path"}` says where the map stands:
#   holder `pod`, `serviceAccount` or `namespace`; only for a Pod does the finding's path go down to the key. The nearest known name is proposed by the engine from `params.known`.
unknown_keys(provider, prefix, keys, known, place) := [finding |
	start := concat("", [prefix, "/"])
	some key in sort([name | some name, _ in keys; startswith(name, start)])
	not substring(key, count(start), -1) in known
	finding := {
		"code": "annotation.unknown",
		"path": _key_path(place, key),
		"params": {"provider": provider, "holder": place.holder, "key": key, "known": sort([name | some name in known])},
	}
]

_key_path(place, key) := array.concat(place.path, [key]) if {
	place.holder == "pod"
} else := place.path
