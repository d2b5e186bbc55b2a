package podgraft.gcp

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: What stands before an annotation's own name
# description: |
#   Keys are joined as file paths are: a prefix that ends in a slash or holds `..` is cleaned, an empty one gives bare keys.
# custom:
#   upstream: webhooks/identityconfig.go, filepath.Join(prefix, name)
_key_start := trim_suffix(go.join_path([_settings.annotationPrefix, "x"]), "x")

# METADATA
# title: The key of an annotation
# description: What stands before it, then its own name.
# custom:
#   upstream: webhooks/identityconfig.go
_key(name) := concat("", [_key_start, name])

# METADATA
# title: The ServiceAccount's annotations of the prefix, by their own names
# description: Empty unless the ServiceAccount is known to exist.
# custom:
#   upstream: webhooks/identityconfig.go
_account := {substring(key, count(_key_start), -1): value |
	some key, value in pod.service_account_annotations
	startswith(key, _key_start)
}

# METADATA
# title: The Pod's annotations of the prefix, by their own names
# description: Those that the rules write are among them after an earlier injection.
# custom:
#   upstream: webhooks/identityconfig.go
_pod := {substring(key, count(_key_start), -1): value |
	some key, value in pod.annotations
	startswith(key, _key_start)
}

# METADATA
# title: The workload identity provider
# description: Undefined where the ServiceAccount names none; an empty one counts as named.
# custom:
#   upstream: webhooks/identityconfig.go
_provider := _account["workload-identity-provider"]

# METADATA
# title: The Google service account
# description: Undefined where the ServiceAccount names none; an empty one counts as named and nothing checks it.
# custom:
#   upstream: webhooks/identityconfig.go
_email := _account["service-account-email"]

# METADATA
# title: The token's audience
# description: The ServiceAccount's, even if empty, before the flag's; the Pod's annotation is never read.
# custom:
#   upstream: webhooks/mutatepod.go
_audience := {"value": _account.audience, "from": concat("", ["serviceAccount:", _key("audience")])} if {
	_account.audience
} else := {"value": _settings.tokenAudience, "from": "setting:tokenAudience"}

# METADATA
# title: The token's lifetime
# description: |
#   The Pod's annotation before the ServiceAccount's before the flag; less than an hour becomes an hour, there is no maximum. `text` is exact
#   decimal text beyond 2^53 as well.
# custom:
#   upstream: webhooks/mutatepod.go
_expiration := {
	"text": _at_least_one_hour(go.parse_int(_pod["token-expiration"], 64).text),
	"from": concat("", ["pod:", _key("token-expiration")]),
} if {
	_pod["token-expiration"]
} else := {
	"text": _at_least_one_hour(go.parse_int(_account["token-expiration"], 64).text),
	"from": concat("", ["serviceAccount:", _key("token-expiration")]),
} if {
	_account["token-expiration"]
} else := {
	"text": json.marshal(_settings.tokenExpirationSeconds), # format_int of Wasm ends at 2^31
	"from": "setting:tokenExpiration",
}

# METADATA
# title: Decimal text of at least 3600
# description: Compared as text, so that it is exact.
# custom:
#   upstream: webhooks/mutatepod.go
_at_least_one_hour(text) := "3600" if go.int_less(text, "3600")

_at_least_one_hour(text) := text if not go.int_less(text, "3600")

# METADATA
# title: The injection mode
# description: |
#   Letter case does not matter; an empty value is a value. Undefined for any other value.
# custom:
#   upstream: webhooks/identityconfig.go; pull request 155 for the default
_mode := mode if {
	mode := _lower(_account["injection-mode"])
	mode in {"direct", "gcloud"}
}

_mode := _settings.defaultInjectionMode if {
	not _account["injection-mode"]
}

# METADATA
# title: Lower case, rune by rune
# description: |
#   As far as it can give one of the modes: Go's per-rune lower case of U+0130 is a plain i, elsewhere it is two code points.
# custom:
#   upstream: Go strings.ToLower
_lower(text) := lower(replace(text, "\u0130", "i"))

# METADATA
# title: The user of the setup container
# description: Undefined unless the ServiceAccount names one.
# custom:
#   upstream: webhooks/identityconfig.go
_run_as_user := to_number(go.parse_int(_account["gcloud-run-as-user"], 64).text)

# METADATA
# title: The names of the Pod's skip list
# description: Separated by commas, each trimmed; without empty names, which no container has.
# custom:
#   upstream: webhooks/mutatepod.go
_skip_list := [name |
	some part in split(object.get(_pod, "skip-containers", ""), ",")
	name := go.trim_space(part)
	name != ""
]
