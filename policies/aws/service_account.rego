package podgraft.aws

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: Whether the ServiceAccount's annotations count
# description: The ServiceAccount exists and the Pod names it.
# custom:
#   upstream: pkg/cache/cache.go getSA
_account_is_known if {
	input.serviceAccount.found == true
	_service_account_name != ""
}

# METADATA
# title: The role that the ServiceAccount asks for
# description: Undefined without the annotation; a bare name is composed to an ARN where the setting says so.
# custom:
#   upstream: pkg/cache/cache.go addSA
_account_role := _composed(_annotation(pod.service_account_annotations, "role-arn")) if _account_is_known

# METADATA
# title: A role with the ARN around it
# description: Only where the setting asks for it and the text holds no `arn:`; an empty text is composed as well.
# custom:
#   upstream: pkg/cache/cache.go addSA
_composed(role) := concat("", ["arn:", _partition, ":iam::", _settings.instanceIdentity.accountId, ":role/", role]) if {
	_settings.composeRoleArn == true
	not contains(role, "arn:")
} else := role

# METADATA
# title: Partitions by the start of the region
# description: No start is the start of another.
# custom:
#   upstream: main.go
_partitions := {
	"cn-": "aws-cn",
	"us-gov-": "aws-us-gov",
	"us-iso-": "aws-iso",
	"us-isob-": "aws-iso-b",
	"eusc-": "aws-eusc",
}

# METADATA
# title: The partition that the cluster's region belongs to
# description: Used for composed ARNs only.
# custom:
#   upstream: main.go getPartition
_partition := partition if {
	some start, partition in _partitions
	startswith(_settings.instanceIdentity.region, start)
} else := "aws"

# METADATA
# title: The audience by ServiceAccount
# description: A present but empty annotation means an empty audience.
# custom:
#   upstream: pkg/cache/cache.go addSA
_account_audience := {"value": value, "from": _origin("serviceAccount", _key("audience"))} if {
	value := _annotation(pod.service_account_annotations, "audience")
} else := {"value": _settings.tokenAudience, "from": "setting:tokenAudience"}

# METADATA
# title: Regional STS by ServiceAccount
# description: Anything but a boolean in Go's spelling leaves the setting.
# custom:
#   upstream: pkg/cache/cache.go addSA
_account_regional := {"value": value, "from": _origin("serviceAccount", _key("sts-regional-endpoints"))} if {
	value := go.parse_bool(_annotation(pod.service_account_annotations, "sts-regional-endpoints"))
} else := {"value": _settings.stsRegionalEndpoint, "from": "setting:stsRegionalEndpoint"}

# METADATA
# title: The expiration by ServiceAccount
# description: Anything but an integer leaves the setting.
# custom:
#   upstream: pkg/cache/cache.go addSA
_account_expiration := {"value": value, "from": _origin("serviceAccount", _key("token-expiration"))} if {
	value := _seconds(_annotation(pod.service_account_annotations, "token-expiration"))
} else := _default_expiration

# METADATA
# title: The lifetime by setting
# description: The configuration has raised it to 600, as the webhook does when it starts.
# custom:
#   upstream: pkg/validation.go ValidateMinTokenExpiration
_default_expiration := {"value": _settings.tokenExpiration, "from": "setting:tokenExpiration"}

# METADATA
# title: A token-expiration annotation in seconds
# description: At least 600; undefined for what is no 64-bit integer. Exact text until the comparison is done.
# custom:
#   upstream: pkg/validation.go ValidateMinTokenExpiration
_seconds(text) := 600 if {
	go.int_less(go.parse_int(text, 64).text, "600")
} else := to_number(go.parse_int(text, 64).text)
