package podgraft.azure

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: What to tell about an injected Pod
# description: Misspelt keys, annotations, volumes, mounts, variables, containers.
# custom:
#   upstream: none
_findings := [finding |
	some group in [
		_unknown_keys,
		_client_id_missing,
		_proxy_value,
		_unknown_containers,
		_volume_findings,
		findings.mount_conflicts(_expected_token, _targets),
		findings.identity_mismatches("azure", _principals, _targets),
		findings.late_containers("azure", _container_states),
		_duplicate_containers,
	]
	some finding in group
]

# METADATA
# title: What to tell about a Pod without the label
# description: Signs that the identity was meant; the Pod's lists are not walked.
# custom:
#   upstream: none
_unselected_findings := array.concat(_unknown_keys, _missed_label)

# METADATA
# title: Why a Pod that seems to want the identity has none
# description: |
#   A label with another value, a label on the ServiceAccount, or a client ID that nothing uses; one of them. The value false in any
#   letter case says that no identity is wanted.
# custom:
#   upstream: none
_missed_label := [] if {
	lower(pod.labels[_keys.use]) == "false"
} else := [{
	"code": "azure.label_value",
	"path": ["metadata", "labels", _keys.use],
	"params": {"value": pod.labels[_keys.use]},
}] if {
	is_string(pod.labels[_keys.use])
} else := [{
	"code": "azure.label_on_service_account",
	"path": ["spec", "serviceAccountName"],
	"params": _account,
}] if {
	lower(input.serviceAccount.metadata.labels[_keys.use]) == "true"
} else := [{
	"code": "azure.client_id_without_label",
	"path": ["metadata", "labels"],
	"params": _account,
}] if {
	_client_id != ""
} else := []

# METADATA
# title: Keys under the prefix that mean nothing where they stand
# description: On the Pod and on the ServiceAccount.
# custom:
#   upstream: none
_unknown_keys := [finding |
	some holder in [
		{
			"keys": pod.labels,
			"known": {"use"},
			"place": {"holder": "pod", "path": ["metadata", "labels"]},
		},
		{
			"keys": pod.annotations,
			"known": _pod_annotations,
			"place": {"holder": "pod", "path": ["metadata", "annotations"]},
		},
		{
			"keys": pod.object_member(input.serviceAccount.metadata, "labels"),
			"known": {"use"},
			"place": {"holder": "serviceAccount", "path": ["spec", "serviceAccountName"]},
		},
		{
			"keys": pod.service_account_annotations,
			"known": {"client-id", "tenant-id", "service-account-token-expiration"},
			"place": {"holder": "serviceAccount", "path": ["spec", "serviceAccountName"]},
		},
	]
	some finding in findings.unknown_keys("azure", "azure.workload.identity", holder.keys, holder.known, holder.place)
]

# METADATA
# title: The annotations that mean something on a Pod
# description: After the prefix; that of the custom token endpoint where it is configured.
# custom:
#   upstream: pkg/webhook/consts.go
_pod_annotations := {
	"service-account-token-expiration", "skip-containers", "inject-proxy-sidecar",
	"proxy-sidecar-port",
} | _custom_endpoint_names

# METADATA
# title: The custom token endpoint's annotation after the prefix
# description: As a set, empty where none is configured.
# custom:
#   upstream: shouldUseCustomTokenEndpoint
_custom_endpoint_names := {concat("-", ["use", _settings.customTokenEndpointAnnotationSuffix])} if {
	_settings.profile != "1.5.1"
	_settings.customTokenEndpointAnnotationSuffix != ""
} else := set()

# METADATA
# title: No client ID for a container that names none itself
# description: The program must then get the client ID in another way.
# custom:
#   upstream: none
_client_id_missing := [{
	"code": "azure.client_id_missing",
	"path": ["spec", "serviceAccountName"],
	"params": _account,
}] if {
	_client_id == ""
	some target in _targets
	not "AZURE_CLIENT_ID" in {variable.name | some variable in target.value.env}
} else := []

# METADATA
# title: A value that looks like a refusal of the proxy
# description: Only the annotation's presence counts.
# custom:
#   upstream: none
_proxy_value := [{
	"code": "azure.proxy_annotation_value",
	"path": ["metadata", "annotations", _keys.proxy],
	"params": {"value": pod.annotations[_keys.proxy]},
}] if {
	lower(pod.annotations[_keys.proxy]) in {"false", "no", "off", "0", "f", "n", "disabled"}
} else := []

# METADATA
# title: Names of the skip list that no container has
# description: Empty names are no names.
# custom:
#   upstream: none
_unknown_containers := findings.unknown_containers("azure", _keys.skip, [name | some name in _skip_list; name != ""])

# METADATA
# title: The token as the shared findings want it
# description: Of the chosen layout.
# custom:
#   upstream: none
_expected_token := {
	"provider": "azure",
	"volume": _layout.volume,
	"audience": _audience.value,
	"tokenPath": _layout.tokenPath,
	"mountPath": _layout.mountPath,
	"tokenFile": _layout.tokenFile,
}

# METADATA
# title: What is wrong with the volumes
# description: |
#   Of profile 1.5.1 alone, since 1.6.0 replaces what is wrong. Its two traps make a Pod that the API server refuses; a volume that it keeps
#   is judged.
# custom:
#   upstream: addProjectedServiceAccountTokenVolume (v1.5.1)
_volume_findings := [] if {
	_settings.profile != "1.5.1"
} else := [{
	"code": "azure.duplicate_volume",
	"path": ["spec", "volumes", index],
	"params": {"volume": _layout.volume},
} |
	some index in _namesakes
] if {
	count(_kept_volumes) == 0
} else := [{
	"code": "azure.dangling_mount",
	"path": ["spec", "volumes", _kept_volumes[0]],
	"params": {"volume": _layout.volume, "kept": pod.volumes[_kept_volumes[0]].name},
}] if {
	count(_namesakes) == 0
	_mounts_something
} else := findings.volume_conflicts(_expected_token)

# METADATA
# title: Whether any container gets the mount
# description: One of the Pod's or a proxy container.
# custom:
#   upstream: mutateContainers
_mounts_something if count(_targets) > 0

_mounts_something if {
	some edit in _proxy_edits
	count(pod.list(edit.value, "volumeMounts")) > 0
}

# METADATA
# title: The variables that name the principal
# description: By name, with the wanted value; absent where there is none.
# custom:
#   upstream: none
_principals := {variable.name: variable.value |
	some variable in _variables
	variable.name in {"AZURE_CLIENT_ID", "AZURE_TENANT_ID"}
}

# METADATA
# title: How far each container is injected
# description: Those that are complete and those without anything.
# custom:
#   upstream: none
_container_states := [{
	"list": plan.list,
	"container": plan.container,
	"name": object.get(plan.value, "name", ""),
	"state": _state(plan),
} |
	some plan in _plans
]

# METADATA
# title: How far one container is injected
# description: The mount counts where it is at the wanted path. Undefined between complete and none.
# custom:
#   upstream: none
_state(plan) := "complete" if {
	count(plan.missing) == 0
	plan.value.volumeMounts[plan.mounts[0]].mountPath == _layout.mountPath
} else := "none" if {
	count(plan.missing) == count(_variables)
	count(plan.mounts) == 0
}

# METADATA
# title: A proxy container's name in the list that is not looked at
# description: The proxy is added all the same, and the API server refuses two containers of one name.
# custom:
#   upstream: injectProxyInitContainer, injectProxySidecarContainer
_duplicate_containers := [finding |
	some edit in _proxy_edits
	some list, other in {"containers": "initContainers", "initContainers": "containers"}
	list == edit.list
	some index, container in pod.spec[other]
	container.name == edit.value.name
	finding := {
		"code": "azure.duplicate_container",
		"path": ["spec", other, index],
		"params": {"container": container.name},
	}
]
