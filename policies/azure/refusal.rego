package podgraft.azure

import data.podgraft.lib.go
import data.podgraft.lib.pod
import data.podgraft.lib.quote

# METADATA
# title: Why the Pod is refused
# description: The first that applies of missing ServiceAccount, host network, proxy port, expiration; undefined where none does.
# custom:
#   upstream: podMutator.Handle
_refusal := {
	"reason": {"code": "azure.service_account_missing", "params": _account},
	"message": concat("", ["serviceaccounts \"", input.serviceAccount.name, "\" not found"]),
} if {
	input.serviceAccount.found == false
} else := {
	"reason": {"code": "azure.proxy_host_network", "params": {}},
	"message": "hostNetwork is set to true, cannot inject proxy sidecar",
} if {
	_proxy_requested
	pod.spec.hostNetwork == true
} else := {
	"reason": {"code": "azure.proxy_port", "params": {"value": _port_text}},
	"message": concat("", ["failed to parse proxy sidecar port: ", _parse_error(_port_text, _port.error)]),
} if {
	_proxy_requested
	_port.error
} else := {
	"reason": {"code": "azure.expiration_invalid", "params": {"value": _expiration.text, "from": _expiration.from}},
	"message": _parse_error(_expiration.text, _parsed_expiration.error),
} if {
	_parsed_expiration.error
} else := {
	"reason": {"code": "azure.expiration_range", "params": {"value": _expiration.text, "from": _expiration.from}},
	"message": concat("", [
		"token expiration ",
		_parsed_expiration.text,
		" not valid. Expected value to be between 3600 and 86400",
	]),
} if {
	_out_of_range(_parsed_expiration.text)
}

# METADATA
# title: Whether a lifetime is outside 3600 to 86400 seconds
# description: On canonical decimal text.
# custom:
#   upstream: validateServiceAccountTokenExpiration
_out_of_range(text) if go.int_less(text, "3600")

_out_of_range(text) if go.int_less("86400", text)

# METADATA
# title: The text of a Go number error
# description: As strconv.NumError words it.
# custom:
#   upstream: Go strconv.NumError.Error
_parse_error(text, error) := concat("", ["strconv.ParseInt: parsing ", quote.quoted(text), ": ", error])
