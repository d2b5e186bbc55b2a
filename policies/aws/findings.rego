package podgraft.aws

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: What is worth telling about the Pod
# description: By outcome; a Pod that opts out gets none, nor does one whose context is unknown, which the engine tells for all providers.
# custom:
#   upstream: none; the webhook writes to its log
_findings := [] if {
	_reason in ["aws.skip_label", "context.service_account_unknown", "context.namespace_unknown"]
} else := _associated_outside if {
	_reason == "aws.external_association"
} else := _flattened([
	_service_account_missing,
	_unknown_keys,
	_config_map_findings,
	_role_findings,
	_annotation_findings,
	_expiration_findings,
	_skip_list_findings,
	findings.volume_conflicts(_expected_token),
	findings.mount_conflicts(_expected_token, _containers),
	_mounts_elsewhere,
	findings.identity_mismatches("aws", _wanted, _containers),
	_late_containers,
	_region_sources,
]) if {
	_injects
} else := _flattened([_service_account_missing, _unknown_keys, _config_map_findings])

# METADATA
# title: The findings of several groups
# description: In the order of the groups.
# custom:
#   upstream: none
_flattened(groups) := [finding | some group in groups; some finding in group]

# METADATA
# title: A finding
# description: Code, path and parameters.
# custom:
#   upstream: none
_finding(code, path, params) := {"code": code, "path": path, "params": params}

# METADATA
# title: The place of what concerns the ServiceAccount
# description: The field of the Pod that names it.
# custom:
#   upstream: none
_service_account_path := ["spec", "serviceAccountName"]

# METADATA
# title: The place of an annotation of the Pod
# description: By its name after the prefix.
# custom:
#   upstream: none
_annotation_path(name) := ["metadata", "annotations", _key(name)]

# METADATA
# title: The ServiceAccount does not exist
# description: Whether another source gives the identity or not.
# custom:
#   upstream: pkg/cache/cache.go Get
_service_account_missing := [finding |
	input.serviceAccount.found == false
	finding := _finding("aws.service_account_missing", _service_account_path, {"serviceAccount": input.serviceAccount.name})
]

# METADATA
# title: The Pod has container credentials from elsewhere
# description: At the token volume.
# custom:
#   upstream: none
_associated_outside := [finding |
	some index, volume in pod.volumes
	volume.name == _settings.containerCredentials.tokenVolumeName
	finding := _finding("aws.external_association", ["spec", "volumes", index], {"serviceAccount": input.serviceAccount.name})
]

# METADATA
# title: Annotations of the prefix that nothing reads
# description: |
#   On Pod and ServiceAccount. EKS itself reads compute-type on Pods; a skip list on the ServiceAccount has a finding of its own.
# custom:
#   upstream: none
_unknown_keys := array.concat(
	findings.unknown_keys(
		"aws",
		_settings.annotationPrefix,
		object.remove(pod.annotations, [_key("compute-type")]),
		{"skip-containers", "token-expiration"},
		{"holder": "pod", "path": ["metadata", "annotations"]},
	),
	findings.unknown_keys(
		"aws",
		_settings.annotationPrefix,
		object.remove(pod.service_account_annotations, [_key("skip-containers")]),
		{"role-arn", "audience", "sts-regional-endpoints", "token-expiration"},
		{"holder": "serviceAccount", "path": _service_account_path},
	),
)

# METADATA
# title: The identity variables with their wanted values
# description: An empty value where the variable has no value key.
# custom:
#   upstream: none
_wanted := {variable.name: object.get(variable, "value", "") | some variable in _identity_group.variables}

# METADATA
# title: The token as the shared findings want it
# description: The path in the container is not rewritten for Windows.
# custom:
#   upstream: none
_expected_token := {
	"provider": "aws",
	"volume": _token.volume,
	"audience": _audience.value,
	"tokenPath": _token.path,
	"mountPath": _token.mountPath,
	"tokenFile": _token_path,
}
