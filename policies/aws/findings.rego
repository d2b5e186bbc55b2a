package podgraft.aws

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: What is worth telling about the Pod
# description: By outcome; a Pod that opts out gets none, and one whose context is unknown that alone.
# custom:
#   upstream: none; the webhook writes to its log
_findings := [] if {
	_reason == "aws.skip_label"
} else := _service_account_unknown if {
	_reason == "context.service_account_unknown"
} else := _namespace_unknown if {
	_reason == "context.namespace_unknown"
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

_flattened(groups) := [finding | some group in groups; some finding in group]

_finding(code, path, params) := {"code": code, "path": path, "params": params}

_service_account_path := ["spec", "serviceAccountName"]

_annotation_path(name) := ["metadata", "annotations", _key(name)]

_service_account_unknown := [_finding("context.service_account_unknown", _service_account_path, {
	"provider": "aws",
	"serviceAccount": input.serviceAccount.name,
})]

_namespace_unknown := [_finding("context.namespace_unknown", ["metadata", "namespace"], {"provider": "aws"})]

_service_account_missing := [finding |
	input.serviceAccount.found == false
	finding := _finding("aws.service_account_missing", _service_account_path, {"serviceAccount": input.serviceAccount.name})
]

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

_wanted := {variable.name: object.get(variable, "value", "") | some variable in _identity_group.variables}

_expected_token := {
	"provider": "aws",
	"volume": _token.volume,
	"audience": _audience.value,
	"tokenPath": _token.path,
	"mountPath": _token.mountPath,
	"tokenFile": _token_path,
}
