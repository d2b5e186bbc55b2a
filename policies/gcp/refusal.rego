package podgraft.gcp

import data.podgraft.lib.go
import data.podgraft.lib.quote

# METADATA
# title: The first reason to deny the Pod
# description: |
#   `{"code", "message", "params"}` in upstream's order: the ServiceAccount's annotations one by one, then the pair, the provider's format,
#   and, of a ServiceAccount that opted in only, the Pod's expiration. Undefined where nothing is wrong.
# custom:
#   upstream: webhooks/identityconfig.go, webhooks/mutatepod.go
_refusal := refusal if {
	refusal := _not_a_number("gcp.expiration_invalid", "serviceAccount", "token-expiration", _account["token-expiration"])
} else := refusal if {
	refusal := _not_a_number("gcp.run_as_user_invalid", "serviceAccount", "gcloud-run-as-user", _account["gcloud-run-as-user"])
} else := {
	"code": "gcp.injection_mode_invalid",
	"message": concat("", [_key("injection-mode"), " mode must be 'direct', 'gcloud' or unset"]),
	"params": {"key": _key("injection-mode"), "value": _account["injection-mode"]},
} if {
	_account["injection-mode"]
	not _mode
} else := {
	"code": "gcp.one_sided",
	"message": concat("", [_key("workload-identity-provider"), ", ", _key("token-expiration"), " must set at a time"]),
	"params": {"missing": _key(_missing_half)},
} if {
	_missing_half
} else := {
	"code": "gcp.provider_invalid",
	"message": concat("", [
		_key("workload-identity-provider"),
		" must be form of projects/{ProjectNumber}/locations/{Location}/workloadIdentityPools/{PoolId}/providers/{ProviderId}",
	]),
	"params": {"key": _key("workload-identity-provider"), "value": _provider},
} if {
	not _is_provider(_provider)
	_selected
} else := refusal if {
	_selected
	refusal := _not_a_number("gcp.expiration_invalid", "pod", "token-expiration", _pod["token-expiration"])
}

# METADATA
# title: Refusal of a text that Go does not read as an integer
# description: With the parser's own words, as it quotes the text. Undefined for a number.
# custom:
#   upstream: webhooks/identityconfig.go
_not_a_number(code, holder, name, value) := {
	"code": code,
	"message": concat("", [
		_key(name),
		" must be positive integer string: strconv.ParseInt: parsing ",
		quote.quoted(value),
		": ",
		error,
	]),
	"params": {"key": _key(name), "value": value, "holder": holder},
} if {
	error := go.parse_int(value, 64).error
}

# METADATA
# title: Which of the pair is absent while the other is there
# description: Undefined where both or neither are there.
# custom:
#   upstream: webhooks/identityconfig.go
_missing_half := "service-account-email" if {
	_provider
	not _email
}

_missing_half := "workload-identity-provider" if {
	_email
	not _provider
}
