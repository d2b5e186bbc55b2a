package podgraft.gcp

import data.podgraft.lib.pod

# METADATA
# title: Who the Pod becomes
# description: An empty audience counts as none, since the token then carries the API server's own.
# custom:
#   upstream: none
_identity := {
	"provider": "gcp",
	"subject": _subject,
	"principal": _email,
	"audience": _audience_or_none,
	"expirationSeconds": to_number(_expiration.text),
	"tokenFile": _token_file,
	"from": object.union(
		{
			"principal": concat("", ["serviceAccount:", _key("service-account-email")]),
			"audience": _audience.from,
			"expirationSeconds": _expiration.from,
			"tokenFile": "rule",
			"CLOUDSDK_COMPUTE_REGION": "setting:gcpDefaultRegion",
			"CLOUDSDK_CORE_PROJECT": concat("", ["serviceAccount:", _key("service-account-email")]),
		},
		{variable.name: "rule" | some variable in _replacing_variables},
	),
}

# METADATA
# title: The subject of the token
# description: Null where the Namespace's name is not known.
# custom:
#   upstream: none
_subject := concat(":", ["system:serviceaccount", input.namespace.name, pod.spec.serviceAccountName]) if {
	input.namespace.name != null
} else := null

# METADATA
# title: The token's audience, if it has one of its own
# description: Null for the API server's.
# custom:
#   upstream: none
_audience_or_none := _audience.value if _audience.value != ""

else := null
