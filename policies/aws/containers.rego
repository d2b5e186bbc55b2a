package podgraft.aws

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: Names of containers to leave alone
# description: The Pod's annotation, read as the first record of a CSV text; blanks belong to a name. An error means that none is skipped.
# custom:
#   upstream: pkg/handler/handler.go getContainersToSkip
_skipped := _skip_record.fields if {
	_skip_record.fields
} else := []

# METADATA
# title: The skip list's first record
# description: Fields or an error; undefined without the annotation.
# custom:
#   upstream: pkg/handler/handler.go getContainersToSkip
_skip_record := go.csv_first_record(_annotation(pod.annotations, "skip-containers"))

# METADATA
# title: What is there in each container that may be edited
# description: |
#   `present` are the names of its variables that start with AWS_, `mounted` says whether it has a mount of the token volume's name, and
#   `untouched` whether it has a variable of every group, in which case the webhook leaves it completely alone.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_containers := [{
	"list": target.list,
	"container": target.container,
	"value": target.value,
	"present": present,
	"mounted": _has_mount(target.value),
	"untouched": _has_every_group(present),
} |
	some target in pod.targets([], _skipped)
	present := [variable.name |
		some variable in target.value.env
		startswith(variable.name, "AWS_")
	]
]

# METADATA
# title: Whether a container has a mount of the token volume's name
# description: Whatever its path.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_has_mount(container) if {
	some mount in container.volumeMounts
	mount.name == _token.volume
} else := false

# METADATA
# title: Whether a variable of every group is there
# description: Groups that are not wanted count as well.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_has_every_group(present) if {
	every group in _groups { _has_group(group, present) }
} else := false

# METADATA
# title: Whether a variable of a group is there
# description: One name is enough.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_has_group(group, present) if {
	some name in group.names
	name in present
}

# METADATA
# title: The variables to add, in groups
# description: A group is added as a whole, and only where none of its names is there; it is without variables where it is not wanted.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_groups := [
	{
		"names": ["AWS_STS_REGIONAL_ENDPOINTS"],
		"variables": [variable | _regional.value == true; variable := _variable("AWS_STS_REGIONAL_ENDPOINTS", "regional")],
	},
	_region_group,
	_identity_group,
]

# METADATA
# title: The variables of the region
# description: None to add where the setting is empty.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_region_group := {
	"names": ["AWS_DEFAULT_REGION", "AWS_REGION"],
	"variables": [variable |
		_settings.awsDefaultRegion != ""
		some name in ["AWS_DEFAULT_REGION", "AWS_REGION"]
		variable := _variable(name, _settings.awsDefaultRegion)
	],
}

# METADATA
# title: The variables of the identity
# description: Those of the mode that applies.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_identity_group := {
	"names": ["AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE"],
	"variables": [
		_variable("AWS_ROLE_ARN", _role.value),
		_variable("AWS_WEB_IDENTITY_TOKEN_FILE", _token_file),
	],
} if {
	_uses_web_identity
} else := {
	"names": ["AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"],
	"variables": [
		_variable("AWS_CONTAINER_CREDENTIALS_FULL_URI", _settings.containerCredentials.fullUri),
		_variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", _token_file),
	],
}

# METADATA
# title: The role of web identity
# description: "`{value, from}`."
# custom:
#   upstream: pkg/cache/cache.go Get
_role := {"value": _account_role, "from": _origin("serviceAccount", _key("role-arn"))} if {
	_reason == "aws.role_arn"
} else := {"value": _entry_role, "from": _entry_origin(_entry)}

# METADATA
# title: A variable to add
# description: Go leaves out the key of an empty value.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_variable(name, "") := {"name": name}

_variable(name, value) := {"name": name, "value": value} if value != ""

# METADATA
# title: The variables of all groups
# description: What a container without any of them gets.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_all_variables := [variable | some group in _groups; some variable in group.variables]

# METADATA
# title: The variables that a container gets
# description: Those of every group of which it has none.
# custom:
#   upstream: pkg/handler/handler.go addEnvToContainer
_missing_variables([]) := _all_variables

_missing_variables(present) := [variable |
	some group in _groups
	not _has_group(group, present)
	some variable in group.variables
] if {
	count(present) > 0
}
