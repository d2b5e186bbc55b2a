package podgraft.aws

# METADATA
# title: Who the Pod becomes
# description: The values that the rules want, each with its origin, whether the Pod has them already or not.
# custom:
#   upstream: none; the webhook only writes them
_identity := {
	"provider": "aws",
	"subject": _subject,
	"principal": _principal,
	"audience": _null_if_empty(_audience.value),
	"expirationSeconds": _expiration.value,
	"tokenFile": _token_file,
	"from": object.union_n([_value_origins, _regional_origins, _region_origins, _identity_origins]),
}

# METADATA
# title: The token's subject
# description: null where the namespace is not known.
# custom:
#   upstream: none; Kubernetes puts it into the token
_subject := concat(":", ["system:serviceaccount", input.namespace.name, _subject_name]) if {
	is_string(input.namespace.name)
} else := null

_subject_name := _service_account_name if {
	_service_account_name != ""
} else := input.serviceAccount.name

_principal := _role.value if {
	_uses_web_identity
} else := null

_null_if_empty("") := null

_null_if_empty(value) := value if value != ""

_value_origins := {
	"audience": _audience.from,
	"expirationSeconds": _expiration.from,
	"tokenFile": _token.mountSetting,
}

_regional_origins := {"AWS_STS_REGIONAL_ENDPOINTS": _regional.from} if {
	_regional.value == true
} else := {}

_region_origins := {
	"AWS_DEFAULT_REGION": "setting:awsDefaultRegion",
	"AWS_REGION": "setting:awsDefaultRegion",
} if {
	_settings.awsDefaultRegion != ""
} else := {}

_identity_origins := {
	"principal": _role.from,
	"AWS_ROLE_ARN": _role.from,
	"AWS_WEB_IDENTITY_TOKEN_FILE": _token.mountSetting,
} if {
	_uses_web_identity
} else := {
	"AWS_CONTAINER_CREDENTIALS_FULL_URI": "setting:containerCredentials.fullUri",
	"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": _token.mountSetting,
}
