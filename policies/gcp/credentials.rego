package podgraft.gcp

import data.podgraft.lib.json as text

# METADATA
# title: The external account's credential configuration
# description: Compact JSON in the key order and with the escapes of Go's encoder.
# custom:
#   upstream: webhooks/external_account_config.go
_external_credentials := concat("", [
	"{\"type\":\"external_account\",\"audience\":",
	text.quoted(concat("", ["//iam.googleapis.com/", _provider])),
	",\"subject_token_type\":\"urn:ietf:params:oauth:token-type:jwt\",\"token_url\":\"https://sts.googleapis.com/v1/token\"",
	",\"service_account_impersonation_url\":",
	text.quoted(concat("", [
		"https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/",
		_email,
		":generateAccessToken",
	])),
	",\"credential_source\":{\"file\":\"",
	_token_file,
	"\",\"format\":{\"type\":\"text\"}}}",
])
