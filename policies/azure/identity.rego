package podgraft.azure

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: The token's lifetime as it was written, and where
# description: The Pod before the ServiceAccount before 3600; an empty text counts as absent.
# custom:
#   upstream: getServiceAccountTokenExpiration
_expiration := {"text": text, "from": concat("", ["pod:", _keys.expiration])} if {
	text := _text(pod.annotations, _keys.expiration)
	text != ""
} else := {"text": text, "from": concat("", ["serviceAccount:", _keys.expiration])} if {
	text := _text(pod.service_account_annotations, _keys.expiration)
	text != ""
} else := {"text": "3600", "from": "rule"}

# METADATA
# title: The token's lifetime as a number
# description: Its canonical text or the error, see go.parse_int.
# custom:
#   upstream: getServiceAccountTokenExpiration
_parsed_expiration := go.parse_int(_expiration.text, 64)

# METADATA
# title: The token's lifetime in seconds
# description: Between 3600 and 86400 once refusals are ruled out.
# custom:
#   upstream: getServiceAccountTokenExpiration
_expiration_seconds := to_number(_parsed_expiration.text)

# METADATA
# title: The client ID
# description: Empty where the ServiceAccount names none; it is neither trimmed nor checked.
# custom:
#   upstream: getClientID
_client_id := _text(pod.service_account_annotations, _keys.client)

# METADATA
# title: The tenant and where it comes from
# description: An annotation that is present wins, even an empty one.
# custom:
#   upstream: getTenantID
_tenant := {
	"value": _text(pod.service_account_annotations, _keys.tenant),
	"from": concat("", ["serviceAccount:", _keys.tenant]),
} if {
	pod.service_account_annotations[_keys.tenant]
} else := {"value": _settings.azureTenantId, "from": "setting:azureTenantId"}

# METADATA
# title: Whether the Pod uses the custom token endpoint
# description: Profile 1.6.0, where a suffix is configured; the annotation's text must be true in any letter case, without blanks.
# custom:
#   upstream: shouldUseCustomTokenEndpoint
_custom_endpoint if {
	_settings.profile != "1.5.1"
	_settings.customTokenEndpointAnnotationSuffix != ""
	lower(_text(pod.annotations, _custom_endpoint_key)) == "true"
}

# METADATA
# title: The annotation that asks for the custom token endpoint
# description: The suffix keeps its letter case.
# custom:
#   upstream: shouldUseCustomTokenEndpoint
_custom_endpoint_key := concat("", [_keys.use, "-", _settings.customTokenEndpointAnnotationSuffix])

# METADATA
# title: The token's audience and where it comes from
# description: That of the custom endpoint beats the setting.
# custom:
#   upstream: podMutator.Handle
_audience := {"value": _settings.customTokenEndpointAudience, "from": "setting:customTokenEndpointAudience"} if {
	_custom_endpoint
} else := {"value": _settings.audience, "from": "setting:audience"} if {
	_settings.audience != ""
} else := {"value": "api://AzureADTokenExchange", "from": "rule"}

# METADATA
# title: The variables, in order
# description: Those with an empty value are left out.
# custom:
#   upstream: addEnvironmentVariables
_variables := [{"name": entry.name, "value": entry.value} | some entry in _named_values]

# METADATA
# title: The variables with their origin, in order
# description: Only those that have a value.
# custom:
#   upstream: addEnvironmentVariables
_named_values := [entry |
	some entry in array.concat(
		[
			{
				"name": "AZURE_CLIENT_ID",
				"value": _client_id,
				"from": concat("", ["serviceAccount:", _keys.client]),
			},
			{"name": "AZURE_TENANT_ID", "value": _tenant.value, "from": _tenant.from},
			{"name": "AZURE_FEDERATED_TOKEN_FILE", "value": _layout.tokenFile, "from": "rule"},
			{"name": "AZURE_AUTHORITY_HOST", "value": _settings.authorityHost, "from": "setting:azureEnvironment"},
		],
		_custom_endpoint_values,
	)
	entry.value != ""
]

# METADATA
# title: The variables of the custom token endpoint
# description: The CA file is named whatever the source of the CA is.
# custom:
#   upstream: addEnvironmentVariables
_custom_endpoint_values := [
	{
		"name": "AZURE_KUBERNETES_TOKEN_PROXY",
		"value": _settings.azureKubernetesTokenProxy,
		"from": "setting:azureKubernetesTokenProxy",
	},
	{
		"name": "AZURE_KUBERNETES_SNI_NAME",
		"value": _settings.azureKubernetesSniName,
		"from": "setting:azureKubernetesSniName",
	},
	{"name": "AZURE_KUBERNETES_CA_FILE", "value": _layout.caFile, "from": "rule"},
	{
		"name": "AZURE_KUBERNETES_CA_DATA",
		"value": _settings.azureKubernetesCaData,
		"from": "setting:azureKubernetesCaData",
	},
] if {
	_custom_endpoint
} else := []

# METADATA
# title: Who the Pod becomes
# description: The principal is null where the ServiceAccount names no client ID, the subject where the namespace is not known.
# custom:
#   upstream: none
_identity := {
	"provider": "azure",
	"subject": _subject,
	"principal": _principal,
	"audience": _audience.value,
	"expirationSeconds": _expiration_seconds,
	"tokenFile": _layout.tokenFile,
	"from": object.union(
		{entry.name: entry.from | some entry in _named_values},
		object.union(
			{
				"audience": _audience.from,
				"expirationSeconds": _expiration.from,
				"tokenFile": "rule",
			},
			{"principal": entry.from | some entry in _named_values; entry.name == "AZURE_CLIENT_ID"},
		),
	),
}

# METADATA
# title: The token's subject
# description: As the API server writes it.
# custom:
#   upstream: none; Kubernetes MakeUsername
_subject := concat(":", ["system:serviceaccount", input.namespace.name, input.serviceAccount.name]) if {
	is_string(input.namespace.name)
} else := null

# METADATA
# title: The client ID as principal
# description: Null where there is none.
# custom:
#   upstream: getClientID
_principal := _client_id if {
	_client_id != ""
} else := null
