package podgraft.alibaba

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: The token's audience
# description: What RAM's OIDC provider expects.
# custom:
#   upstream: vendor page
_audience := "sts.aliyuncs.com"

# METADATA
# title: The token's path in its volume
# description: A file name.
# custom:
#   upstream: vendor page
_token_path := "token"

# METADATA
# title: The token volume's name
# description: Also the name by which an earlier injection is recognised.
# custom:
#   upstream: vendor page
_volume_name := "rrsa-oidc-token"

# METADATA
# title: Where the token volume is mounted
# description: The same path in every container.
# custom:
#   upstream: vendor page
_mount_path := "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens"

# METADATA
# title: The token file
# description: Mount path and token path together.
# custom:
#   upstream: vendor page
_token_file := "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens/token"

# METADATA
# title: The annotation that gives the token's lifetime
# description: The Pod's, even if invalid or empty, before the ServiceAccount's. Undefined where neither has it.
# custom:
#   upstream: vendor page; decided that an empty value exists
_expiration_annotation := {"holder": "pod", "value": pod.annotations[_expiration_key]} if {
	pod.annotations[_expiration_key]
} else := {"holder": "serviceAccount", "value": pod.service_account_annotations[_expiration_key]} if {
	pod.service_account_annotations[_expiration_key]
}

# METADATA
# title: The token's lifetime in seconds
# description: 600 to 43200 as Go's ParseInt reads it, an hour for anything else.
# custom:
#   upstream: vendor page; decided for the way numbers are read
_expiration := {
	"seconds": _valid_expiration,
	"from": concat(":", [_expiration_annotation.holder, _expiration_key]),
} if {
	_valid_expiration
} else := {"seconds": 3600, "from": "rule"}

# METADATA
# title: The annotation's lifetime
# description: Undefined unless it is a number within the bounds.
# custom:
#   upstream: vendor page
_valid_expiration := seconds if {
	text := go.parse_int(_expiration_annotation.value, 64).text
	seconds := to_number(text)
	seconds >= 600
	seconds <= 43200
}

# METADATA
# title: The role's ARN
# description: Of the cluster's own account.
# custom:
#   upstream: vendor page
_role_arn := concat("", ["acs:ram::", _settings.accountUid, ":role/", _role_name])

# METADATA
# title: The OIDC provider's ARN
# description: Where it is not given, it follows from the cluster's id.
# custom:
#   upstream: vendor page on RRSA; decided that the given one wins
_provider_arn := {"value": _settings.oidcProviderArn, "from": "setting:oidcProviderArn"} if {
	_settings.oidcProviderArn != ""
} else := {
	"value": concat("", ["acs:ram::", _settings.accountUid, ":oidc-provider/ack-rrsa-", _settings.clusterId]),
	"from": "setting:clusterId",
}

# METADATA
# title: Variables of every injected container
# description: |
#   Each with where its value comes from. The role, provider and token file always; the STS variables since 0.4.0 by the add-on's parameter,
#   the endpoint alone since 0.3.0 by the ServiceAccount's annotation, none of them without a region.
# custom:
#   upstream: vendor page; decided for the region
_variables := array.concat(_identity_variables, _sts_variables)

# METADATA
# title: The variables that every profile injects
# description: Role, provider and token file.
# custom:
#   upstream: vendor page
_identity_variables := [
	{
		"name": "ALIBABA_CLOUD_ROLE_ARN",
		"value": _role_arn,
		"from": concat(":", ["serviceAccount", _role_name_key]),
	},
	{
		"name": "ALIBABA_CLOUD_OIDC_PROVIDER_ARN",
		"value": _provider_arn.value,
		"from": _provider_arn.from,
	},
	{"name": "ALIBABA_CLOUD_OIDC_TOKEN_FILE", "value": _token_file, "from": "rule"},
]

# METADATA
# title: The STS variables
# description: As many of them as the profile, the parameter and the annotation ask for.
# custom:
#   upstream: vendor page
_sts_variables := _all_sts_variables if {
	_has_sts_settings
	_settings.autoInjectSTSEnvVars
} else := array.slice(_all_sts_variables, 0, 1) if {
	_has_sts_settings
	pod.service_account_annotations[_sts_key] == "on"
} else := []

# METADATA
# title: The STS variables in their order
# description: Endpoint and region follow from the cluster's region, which is taken as it is.
# custom:
#   upstream: vendor page
_all_sts_variables := [
	{
		"name": "ALIBABA_CLOUD_STS_ENDPOINT",
		"value": concat("", ["sts-vpc.", _settings.region, ".aliyuncs.com"]),
		"from": "setting:region",
	},
	{"name": "ALIBABA_CLOUD_STS_REGION", "value": _settings.region, "from": "setting:region"},
	{"name": "ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED", "value": "true", "from": "setting:autoInjectSTSEnvVars"},
]

# METADATA
# title: Whether the profile has STS variables and the region is given
# description: 0.1.1 ignores both settings.
# custom:
#   upstream: vendor page
_has_sts_settings if {
	_settings.profile == "0.4.2"
	_settings.region != ""
}

# METADATA
# title: Whether variables replace their namesakes
# description: |
#   Since 0.4.2, by the Pod's annotation or the Namespace's label; another value of the Pod's leaves the choice to the Namespace. Labels that
#   are not known replace nothing.
# custom:
#   upstream: vendor page
_overrides if {
	_settings.profile == "0.4.2"
	pod.annotations[_override_key] == "true"
}

_overrides if {
	_settings.profile == "0.4.2"
	input.namespace.labels[_override_key] == "true"
}

# METADATA
# title: The names in one of the Pod's container lists
# description: Split at commas, trimmed; empty names are dropped.
# custom:
#   upstream: vendor page; decided for trimming
_names(key) := [name |
	some part in split(object.get(pod.annotations, key, ""), ",")
	name := go.trim_space(part)
	name != ""
]

# METADATA
# title: The only containers
# description: |
#   Empty where the list is absent or names nobody: then it restricts nothing.
# custom:
#   upstream: vendor page
_only_names := _names(_only_key)

# METADATA
# title: The skipped containers
# description: Empty where the list is absent or names nobody.
# custom:
#   upstream: vendor page
_skip_names := _names(_skip_key)

# METADATA
# title: Containers that get the identity
# description: |
#   All of the Pod but the skipped ones, or, where the only-list holds a name, those of it; a name in both lists is skipped.
# custom:
#   upstream: vendor page; decided that init containers count
_targets := [target |
	some target in pod.targets([], _skip_names)
	_is_wanted(object.get(target.value, "name", ""))
]

# METADATA
# title: Whether the only-list lets a container in
# description: An empty list lets all in.
# custom:
#   upstream: vendor page
_is_wanted(_) if count(_only_names) == 0

_is_wanted(name) if name in _only_names
