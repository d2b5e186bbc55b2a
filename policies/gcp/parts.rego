package podgraft.gcp

# METADATA
# title: Where the token is mounted
# description: In every container, the setup container too.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_token_mount_path := "/var/run/secrets/sts.googleapis.com/serviceaccount"

# METADATA
# title: The token file
# description: Its name in the volume is `token`.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_token_file := "/var/run/secrets/sts.googleapis.com/serviceaccount/token"

# METADATA
# title: Where gcloud's directory is mounted
# description: Writable, since gcloud keeps its state there.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_gcloud_config_path := "/var/run/secrets/gcloud/config"

# METADATA
# title: Where direct mode mounts the credential configuration
# description: Read-only.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_credentials_path := "/var/run/secrets/workload-identity"

# METADATA
# title: The credential configuration file of each mode
# description: By injection mode.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_credentials_files := {
	"gcloud": "/var/run/secrets/gcloud/config/federation.json",
	"direct": "/var/run/secrets/workload-identity/federation.json",
}

# METADATA
# title: Whether direct mode also gets what only gcloud mode has in 0.7.0
# description: From the next profile on gcloud works in direct mode as well.
# custom:
#   upstream: pull request 152
_direct_with_gcloud if {
	_mode == "direct"
	_settings.profile == "next"
}

# METADATA
# title: Annotations written to the Pod
# description: By their own names, in upstream's order; present ones are overwritten.
# custom:
#   upstream: webhooks/mutatepod.go
_written_annotations := array.concat(
	[
		{"name": "workload-identity-provider", "value": _provider},
		{"name": "service-account-email", "value": _email},
		{"name": "audience", "value": _audience.value},
		{"name": "token-expiration", "value": _expiration.text},
	],
	[{"name": "external-credentials-json", "value": _external_credentials} | _mode == "direct"],
)

# METADATA
# title: Volumes of the Pod
# description: |
#   In upstream's order: token, credential configuration, gcloud's directory.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_volumes := array.concat(
	[{
		"name": "gcp-iam-token",
		"projected": {"sources": [{"serviceAccountToken": _token_source}], "defaultMode": _settings.tokenDefaultMode},
	}],
	array.concat([_credentials_volume | _mode == "direct"], [{"name": "gcloud-config", "emptyDir": {}} | _has_gcloud_config]),
)

# METADATA
# title: The projected token
# description: Go leaves an empty audience out, which makes it the API server's own.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_token_source := {"audience": _audience.value, "expirationSeconds": to_number(_expiration.text), "path": "token"} if {
	_audience.value != ""
}

_token_source := {"expirationSeconds": to_number(_expiration.text), "path": "token"} if _audience.value == ""

# METADATA
# title: The Pod's own annotation as a file
# description: The key in the field path is prefix and name with a slash between, not cleaned as the annotation's key is.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_credentials_volume := {
	"name": "external-credential-config",
	"downwardAPI": {
		"items": [{
			"path": "federation.json",
			"fieldRef": {
				"apiVersion": "v1",
				"fieldPath": concat("", ["metadata.annotations['", _settings.annotationPrefix, "/external-credentials-json']"]),
			},
		}],
		"defaultMode": _settings.tokenDefaultMode,
	},
}

# METADATA
# title: Whether the Pod gets the writable gcloud directory
# description: Gcloud mode always, direct mode from the next profile on.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_has_gcloud_config if _mode == "gcloud"

_has_gcloud_config if _direct_with_gcloud

# METADATA
# title: Mount of the token
# description: Read-only.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_token_mount := {"name": "gcp-iam-token", "mountPath": _token_mount_path, "readOnly": true}

# METADATA
# title: Mount of gcloud's directory
# description: Read-write.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_gcloud_config_mount := {"name": "gcloud-config", "mountPath": _gcloud_config_path}

# METADATA
# title: Mounts of every injected container
# description: In the order of the volumes.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_mounts := array.concat(
	[_token_mount],
	array.concat(
		[{"name": "external-credential-config", "mountPath": _credentials_path, "readOnly": true} | _mode == "direct"],
		[_gcloud_config_mount | _has_gcloud_config],
	),
)

# METADATA
# title: Variables of every injected container that replace their namesakes
# description: The credential file, in direct mode of the next profile also for gcloud, and gcloud's directory.
# custom:
#   upstream: webhooks/mutatepod_parts.go; pull request 152 for direct mode of the next profile
_replacing_variables := array.concat(
	[_variable("GOOGLE_APPLICATION_CREDENTIALS", _credentials_files[_mode])],
	array.concat(
		[_variable("CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE", _credentials_files.direct) | _direct_with_gcloud],
		[_variable("CLOUDSDK_CONFIG", _gcloud_config_path) | _has_gcloud_config],
	),
)

# METADATA
# title: All variables, those last that give way to their namesakes
# description: Region and project are added even where they are empty.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_variables := array.concat(_replacing_variables, [
	_variable("CLOUDSDK_COMPUTE_REGION", _settings.gcpDefaultRegion),
	_variable("CLOUDSDK_CORE_PROJECT", _project),
])

# METADATA
# title: An environment variable
# description: Go leaves an empty value out.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_variable(name, value) := {"name": name, "value": value} if value != ""

_variable(name, "") := {"name": name}
