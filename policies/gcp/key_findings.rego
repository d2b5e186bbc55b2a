package podgraft.gcp

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: Keys that were probably meant for these rules
# description: |
#   The prefix is shared with many keys of Google's own, so only a known name in the wrong place, or one that resembles a known name, is
#   reported.
# custom:
#   upstream: none
_key_findings := array.concat(
	_unknown_keys(_pod, _pod_names, {"holder": "pod", "path": ["metadata", "annotations"]}),
	array.concat(
		_unknown_keys(_labels, set(), {"holder": "pod", "path": ["metadata", "labels"]}),
		_unknown_keys(_account, _account_names, {"holder": "serviceAccount", "path": ["spec", "serviceAccountName"]}),
	),
)

# METADATA
# title: The Pod's labels of the prefix, by their own names
# description: No rule reads any of them.
# custom:
#   upstream: none
_labels := {substring(key, count(_key_start), -1): value |
	some key, value in pod.labels
	startswith(key, _key_start)
}

# METADATA
# title: Names that the rules read on a ServiceAccount
# description: Without the prefix.
# custom:
#   upstream: webhooks/identityconfig.go
_account_names := {
	"workload-identity-provider",
	"service-account-email",
	"audience",
	"token-expiration",
	"gcloud-run-as-user",
	"injection-mode",
}

# METADATA
# title: Names that the rules read or write on a Pod
# description: The pair is written there, but on a Pod whose ServiceAccount has none of it, it can only be misplaced.
# custom:
#   upstream: webhooks/mutatepod.go
_pod_names := _names_read_on_pod | {"workload-identity-provider", "service-account-email", "audience", "external-credentials-json"} if {
	_selected
} else := _names_read_on_pod

# METADATA
# title: Names that the rules read on a Pod
# description: Without the prefix.
# custom:
#   upstream: none
_names_read_on_pod := {"skip-containers", "token-expiration"}

# METADATA
# title: Names worth comparing with
# description: A misplaced name is equal to one of them, a misspelt one resembles it.
# custom:
#   upstream: none
_all_names := _account_names | {"skip-containers", "external-credentials-json"}

# METADATA
# title: Keys of one map that mean nothing where they stand
# description: |
#   `values` by their own names; nothing is compared unless a name is not known.
# custom:
#   upstream: none
_unknown_keys(values, known, place) := findings.unknown_keys("gcp", trim_suffix(_key_start, "/"), suspects, known, place) if {
	suspects := {_key(name): value |
		some name, value in values
		not name in known
		_resembles_any(name)
	}
	count(suspects) > 0
} else := []

# METADATA
# title: Whether a name resembles a known one
# description: Letter case and separators do not count.
# custom:
#   upstream: none
_resembles_any(name) if {
	some known in _all_names
	_resembles(_folded(name), _folded(known))
}

# METADATA
# title: A name without letter case and separators
# description: What is left are letters and digits.
# custom:
#   upstream: none
_folded(name) := replace(replace(replace(lower(name), "-", ""), "_", ""), ".", "")

# METADATA
# title: Whether two folded names are near each other
# description: Equal, or one a large part of the other, or apart in a stretch of at most two characters.
# custom:
#   upstream: none
_resembles(name, known) if name == known

_resembles(name, known) if contains(name, known)

_resembles(name, known) if {
	count(name) >= 12
	contains(known, name)
}

_resembles(name, known) if {
	longer := max([count(name), count(known)])
	shorter := min([count(name), count(known)])
	longer - min([shorter, _common_start(name, known, shorter) + _common_end(name, known, shorter)]) <= 2
}

# METADATA
# title: How many characters two names share at the start
# description: At most `limit`.
# custom:
#   upstream: none
_common_start(left, right, limit) := count([length |
	some length in numbers.range(1, limit)
	substring(left, 0, length) == substring(right, 0, length)
])

# METADATA
# title: How many characters two names share at the end
# description: At most `limit`.
# custom:
#   upstream: none
_common_end(left, right, limit) := count([length |
	some length in numbers.range(1, limit)
	endswith(left, substring(right, count(right) - length, length))
])
