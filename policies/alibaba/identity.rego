package podgraft.alibaba

import data.podgraft.lib.pod

# METADATA
# title: Who the Pod becomes
# description: The principal is the RAM role's ARN; the origins name every variable as well.
# custom:
#   upstream: vendor page on RRSA
_identity := {
	"provider": "alibaba",
	"subject": _subject,
	"principal": _role_arn,
	"audience": _audience,
	"expirationSeconds": _expiration.seconds,
	"tokenFile": _token_file,
	"from": object.union(
		{
			"principal": concat(":", ["serviceAccount", _role_name_key]),
			"audience": "rule",
			"expirationSeconds": _expiration.from,
			"tokenFile": "rule",
		},
		{variable.name: variable.from | some variable in _variables},
	),
}

# METADATA
# title: The subject of the token
# description: Null where the Namespace's name is not known.
# custom:
#   upstream: vendor page on RRSA, trust policy
_subject := concat(":", ["system:serviceaccount", input.namespace.name, pod.spec.serviceAccountName]) if {
	input.namespace.name != null
} else := null
