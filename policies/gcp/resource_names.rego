package podgraft.gcp

# METADATA
# title: Whether a text is a workload identity provider's resource name
# description: |
#   `^projects/.+/locations/.+/workloadIdentityPools/.+/providers/.+$`: every part non-empty, and, as RE2's dot matches all but line feed, no line
#   feed anywhere. The first place where a mark fits leaves most to the rest, so no other needs a try.
# custom:
#   upstream: webhooks/identityconfig.go
_is_provider(text) if {
	startswith(text, "projects/")
	not contains(text, "\n")
	location := _behind(substring(text, 9, -1), "/locations/")
	pool := _behind(location, "/workloadIdentityPools/")
	_behind(pool, "/providers/") != ""
}

# METADATA
# title: What follows the first mark that has something before it
# description: Undefined where there is no such mark.
# custom:
#   upstream: webhooks/identityconfig.go
_behind(text, mark) := substring(rest, position + count(mark), -1) if {
	rest := substring(text, 1, -1)
	position := indexof(rest, mark)
	position >= 0
}

# METADATA
# title: The Google Cloud project of the service account
# description: |
#   The first capture of the unanchored `@(.*).iam.gserviceaccount.com`; empty where it does not match. A dot stands for any character but line
#   feed, so each line is looked at alone: its first `@` starts the match, the last fitting domain ends it.
# custom:
#   upstream: webhooks/mutatepod.go
_project := _project_candidates[0] if _project_candidates[0]

else := ""

# METADATA
# title: The captures of the email's lines, in order
# description: The first of them is upstream's leftmost match.
# custom:
#   upstream: webhooks/mutatepod.go
_project_candidates := [capture |
	some line in split(_email, "\n")
	at := indexof(line, "@")
	at >= 0
	capture := _last_capture(split(substring(line, at + 1, -1), "gserviceaccount"))
]

# METADATA
# title: The longest capture
# description: The parts are a text split at `gserviceaccount`; undefined where the domain fits nowhere.
# custom:
#   upstream: webhooks/mutatepod.go
_last_capture(parts) := captures[count(captures) - 1] if {
	captures := [capture |
		some index in numbers.range(1, count(parts) - 1)
		substring(parts[index], 1, 3) == "com"
		before := concat("gserviceaccount", array.slice(parts, 0, index))
		length := count(before) - 5
		length >= 0
		substring(before, length + 1, 3) == "iam"
		capture := substring(before, 0, length)
	]
	count(captures) > 0
}
