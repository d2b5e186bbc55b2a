package podgraft.gcp

# METADATA
# title: The setup container of gcloud mode
# description: |
#   An init container that logs gcloud in, before all others; its user and resources are only there where they were asked for.
# custom:
#   upstream: webhooks/mutatepod_parts.go, gcloudSetupContainer
_setup_container := object.union(
	{
		"name": "gcloud-setup",
		"image": _settings.gcloudImage,
		"command": ["sh", "-c", _setup_script],
		"env": [
			_variable("GCP_WORKLOAD_IDENTITY_PROVIDER", _provider),
			_variable("GCP_SERVICE_ACCOUNT", _email),
			_variable("CLOUDSDK_CONFIG", _gcloud_config_path),
			_variable("CLOUDSDK_CORE_PROJECT", _project),
		],
		"volumeMounts": [_token_mount, _gcloud_config_mount],
		"securityContext": object.union(
			{"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}},
			{"runAsUser": user | user := _run_as_user},
		),
	},
	{"resources": resources | resources := _setup_resources},
)

# METADATA
# title: Resources of the setup container
# description: Undefined where the flag is unset or asks for nothing.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_setup_resources := resources if {
	resources := _settings.setupContainerResources
	resources != null
}

# METADATA
# title: The setup container's script
# description: Two commands; the last line end is part of it.
# custom:
#   upstream: webhooks/mutatepod_parts.go
_setup_script := concat("\n", [
	"gcloud iam workload-identity-pools create-cred-config \\",
	"  $(GCP_WORKLOAD_IDENTITY_PROVIDER) \\",
	"  --service-account=$(GCP_SERVICE_ACCOUNT) \\",
	"  --output-file=$(CLOUDSDK_CONFIG)/federation.json \\",
	"  --credential-source-file=/var/run/secrets/sts.googleapis.com/serviceaccount/token",
	"gcloud auth login --cred-file=$(CLOUDSDK_CONFIG)/federation.json",
	"",
])
