package podgraft.aws

import data.podgraft.lib.findings
import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: A role that is no IAM role ARN
# description: It is injected all the same. A placeholder that something fills in later is not judged.
# custom:
#   upstream: pkg/cache/cache.go addSA, which logs a warning
_role_findings := [finding |
	_uses_web_identity
	not _is_role_arn(_role.value)
	not contains(_role.value, "${")
	finding := _finding("aws.role_arn_malformed", _service_account_path, {"role": _role.value, "from": _role.from})
]

# METADATA
# title: Whether a text is an IAM role ARN
# description: Partition of aws, twelve digits, role and a name.
# custom:
#   upstream: pkg/cache/cache.go addSA
_is_role_arn(text) if {
	["arn", partition, "iam", "", account, resource] = split(text, ":")
	startswith(partition, "aws")
	trim_left(partition, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
	count(account) == 12
	trim_left(account, "0123456789") == ""
	startswith(resource, "role/")
	name := substring(resource, 5, -1)
	name != ""
	trim_left(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-/.@+=,") == ""
}

# METADATA
# title: Annotations whose value is ignored
# description: The Pod's token-expiration, and those of the ServiceAccount where it decides; also a skip list on the ServiceAccount.
# custom:
#   upstream: pkg/cache/cache.go addSA; pkg/handler/handler.go parsePodAnnotations
_annotation_findings := [finding |
	some finding in array.concat(
		[finding |
			text := _annotation(pod.annotations, "token-expiration")
			not _seconds(text)
			finding := _ignored_value("aws.expiration_ignored", _annotation_path("token-expiration"), "pod", "token-expiration", text)
		],
		[finding |
			_account_decides
			some check in [
				{"code": "aws.expiration_ignored", "name": "token-expiration"},
				{"code": "aws.regional_sts_ignored", "name": "sts-regional-endpoints"},
				{"code": "aws.skip_containers_on_service_account", "name": "skip-containers"},
			]
			text := _annotation(pod.service_account_annotations, check.name)
			_is_ignored(check.name, text)
			finding := _ignored_value(check.code, _service_account_path, "serviceAccount", check.name, text)
		],
	)
]

# METADATA
# title: Whether a ServiceAccount's annotation is ignored
# description: By its name after the prefix.
# custom:
#   upstream: pkg/cache/cache.go addSA
_is_ignored("token-expiration", text) if not _seconds(text)

_is_ignored("sts-regional-endpoints", text) if not _is_go_boolean(text)

_is_ignored("skip-containers", _)

# METADATA
# title: Whether a text is a boolean in Go's spelling
# description: True or false.
# custom:
#   upstream: Go strconv.ParseBool
_is_go_boolean(text) if is_boolean(go.parse_bool(text))

# METADATA
# title: A finding about an ignored annotation
# description: With its holder, key and value.
# custom:
#   upstream: none
_ignored_value(code, path, holder, name, text) := _finding(code, path, {"holder": holder, "key": _key(name), "value": text})

# METADATA
# title: A lifetime that the API server refuses
# description: More than 2^32 seconds, or less than 600, which only the ConfigMap can ask for. It is injected all the same.
# custom:
#   upstream: none; the API server's own validation
_expiration_findings := [_finding("expiration.too_large", _expiration_path, {
	"provider": "aws",
	"seconds": _expiration.value,
	"from": _expiration.from,
})] if {
	_expiration.value > 4294967296
} else := [_finding("aws.expiration_too_small", _expiration_path, {"seconds": _expiration.value, "from": _expiration.from})] if {
	_expiration.value < 600
} else := []

# METADATA
# title: The place of the lifetime
# description: The Pod's annotation where it decides.
# custom:
#   upstream: none
_expiration_path := _annotation_path("token-expiration") if {
	startswith(_expiration.from, "pod:")
} else := _service_account_path

# METADATA
# title: A skip list that skips something else than it seems to
# description: Quotes in the wrong place void it; a blank belongs to the name; a name may be that of no container.
# custom:
#   upstream: pkg/handler/handler.go getContainersToSkip
_skip_list_findings := [finding |
	_skip_record
	some finding in _flattened([_skip_list_invalid, _skip_list_spaces, _skip_list_unknown])
]

# METADATA
# title: The skip list cannot be read
# description: An empty one is meant to be empty.
# custom:
#   upstream: pkg/handler/handler.go getContainersToSkip
_skip_list_invalid := [finding |
	_skip_record.error != "EOF"
	finding := _finding("aws.skip_containers_invalid", _annotation_path("skip-containers"), {"error": _skip_record.error})
]

# METADATA
# title: Names with blanks around them
# description: No container has such a name.
# custom:
#   upstream: pkg/handler/handler.go getContainersToSkip
_skip_list_spaces := [finding |
	some name in _skipped
	go.trim_space(name) != name
	finding := _finding("aws.skip_containers_spaces", _annotation_path("skip-containers"), {"container": name})
]

# METADATA
# title: Names that no container has
# description: Empty names and those with blanks aside.
# custom:
#   upstream: none
_skip_list_unknown := findings.unknown_containers("aws", _key("skip-containers"), [name |
	some name in _skipped
	name != ""
	go.trim_space(name) == name
])
