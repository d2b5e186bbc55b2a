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

# METADATA
# title: The ServiceAccount's name in the subject
# description: An empty name runs as default.
# custom:
#   upstream: none; Kubernetes does it
_subject_name := _service_account_name if {
	_service_account_name != ""
} else := input.serviceAccount.name

# METADATA
# title: The role
# description: "null with container credentials: only the cloud knows it."
# custom:
#   upstream: pkg/handler/handler.go buildPodPatchConfig
_principal := _role.value if {
	_uses_web_identity
} else := null

# METADATA
# title: A text, or null for the empty one
# description: An empty audience is no key in the token source.
# custom:
#   upstream: none
_null_if_empty("") := null

_null_if_empty(value) := value if value != ""

# METADATA
# title: Where audience, lifetime and token file come from
# description: By value name.
# custom:
#   upstream: none
_value_origins := {
	"audience": _audience.from,
	"expirationSeconds": _expiration.from,
	"tokenFile": _token.mountSetting,
}

# METADATA
# title: Where the STS variable comes from
# description: Nothing where it is not wanted.
# custom:
#   upstream: none
_regional_origins := {"AWS_STS_REGIONAL_ENDPOINTS": _regional.from} if {
	_regional.value == true
} else := {}

# METADATA
# title: Where the region variables come from
# description: Nothing where no region is set.
# custom:
#   upstream: none
_region_origins := {
	"AWS_DEFAULT_REGION": "setting:awsDefaultRegion",
	"AWS_REGION": "setting:awsDefaultRegion",
} if {
	_settings.awsDefaultRegion != ""
} else := {}

# METADATA
# title: Where role and identity variables come from
# description: Those of the mode that applies.
# custom:
#   upstream: none
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
