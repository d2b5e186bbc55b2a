package podgraft.gcp

import data.podgraft.lib.findings
import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: Findings of an injected Pod
# description: Keys first, then values, lists, mounts, late containers and leftovers.
# custom:
#   upstream: none
_findings := array.concat(
	array.concat(
		array.concat(_key_findings, _value_findings),
		findings.unknown_containers("gcp", _key("skip-containers"), _skip_list),
	),
	array.concat(
		array.concat(_mount_findings, _late_findings),
		_leftover_findings,
	),
)

# METADATA
# title: Values that work, but hardly as meant
# description: A lifetime that the API server refuses, an email without a project.
# custom:
#   upstream: none
_value_findings := array.concat(
	[finding |
		go.int_less("4294967296", _expiration.text)
		finding := {
			"code": "expiration.too_large",
			"path": _expiration_path,
			"params": {"provider": "gcp", "seconds": to_number(_expiration.text), "from": _expiration.from},
		}
	],
	[finding |
		_project == ""
		finding := {
			"code": "gcp.project_unknown",
			"path": ["spec", "serviceAccountName"],
			"params": {"key": _key("service-account-email"), "value": _email},
		}
	],
)

# METADATA
# title: The place of the lifetime
# description: The Pod's annotation where it decides.
# custom:
#   upstream: none
_expiration_path := ["metadata", "annotations", _key("token-expiration")] if {
	startswith(_expiration.from, "pod:")
} else := ["spec", "serviceAccountName"]

# METADATA
# title: Mounts of other volumes that hide the token or the credential configuration
# description: A mount that is about to be replaced hides nothing.
# custom:
#   upstream: none
_mount_findings := [finding |
	some finding in _hiding_mounts
	not _is_replaced(finding.path)
]

# METADATA
# title: Whether the mount at a path is replaced
# description: The path is that of a finding about a mount.
# custom:
#   upstream: none
_is_replaced(path) if {
	some edit in _container_edits
	edit.edit == "replaceMount"
	path == ["spec", edit.list, edit.container, "volumeMounts", edit.index]
}

# METADATA
# title: Hiding mounts of the Pod as it came in
# description: First those over the token, then those over the credential configuration.
# custom:
#   upstream: none
_hiding_mounts := array.concat(
	findings.mount_conflicts(
		{"provider": "gcp", "volume": "gcp-iam-token", "mountPath": _token_mount_path, "tokenFile": _token_file},
		_targets,
	),
	findings.mount_conflicts(
		{
			"provider": "gcp",
			"volume": _configuration_volumes[_mode].name,
			"mountPath": _configuration_volumes[_mode].mountPath,
			"tokenFile": _credentials_files[_mode],
		},
		_targets,
	),
)

# METADATA
# title: The volume that holds the credential configuration
# description: By injection mode.
# custom:
#   upstream: none
_configuration_volumes := {
	"gcloud": {"name": "gcloud-config", "mountPath": _gcloud_config_path},
	"direct": {"name": "external-credential-config", "mountPath": _credentials_path},
}

# METADATA
# title: Containers that came after the injection
# description: Only a Pod with the token volume can have a complete container.
# custom:
#   upstream: none
_late_findings := findings.late_containers("gcp", [state |
	_has_token_volume
	some target in _targets
	state := {
		"list": target.list,
		"container": target.container,
		"name": target.value.name,
		"state": _state(target.value),
	}
])

# METADATA
# title: Whether the Pod has a volume of the token's name
# description: As an earlier injection leaves it.
# custom:
#   upstream: none
_has_token_volume if {
	some volume in pod.volumes
	volume.name == "gcp-iam-token"
}

# METADATA
# title: How much of the identity a container has
# description: |
#   `complete` or `none`, as findings.late_containers reads it; undefined in between.
# custom:
#   upstream: none
_state(container) := "complete" if {
	_mounts_token(container)
	_has_credentials(container)
} else := "none" if {
	not _mounts_token(container)
	not _has_credentials(container)
}

# METADATA
# title: Whether a container mounts the token
# description: By the volume's name.
# custom:
#   upstream: none
_mounts_token(container) if {
	some mount in pod.list(container, "volumeMounts")
	mount.name == "gcp-iam-token"
}

# METADATA
# title: Whether a container is told where the credential configuration stands
# description: By the variable's name.
# custom:
#   upstream: none
_has_credentials(container) if {
	some variable in pod.list(container, "env")
	variable.name == "GOOGLE_APPLICATION_CREDENTIALS"
}

# METADATA
# title: What an earlier injection in the other mode left behind
# description: Upstream takes nothing away when a ServiceAccount changes its mode, so the setup container would still run.
# custom:
#   upstream: none
_leftover_findings := [finding |
	some place in _leftover_places[_mode]
	some index, item in pod.list(pod.spec, place.list)
	item.name == place.name
	finding := {
		"code": "gcp.other_mode_leftover",
		"path": ["spec", place.list, index],
		"params": {"mode": _mode, "name": place.name},
	}
]

# METADATA
# title: What each mode finds of the other
# description: By the mode that counts now.
# custom:
#   upstream: none
_leftover_places := {
	"direct": [{"list": "initContainers", "name": "gcloud-setup"}],
	"gcloud": [{"list": "volumes", "name": "external-credential-config"}],
}
