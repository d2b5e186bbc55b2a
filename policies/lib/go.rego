# METADATA
# title: Go's text functions
# description: |
#   The official webhooks are Go programs; these functions answer as Go's standard library does where Rego's own built-ins differ.
package podgraft.lib.go

# METADATA
# title: strconv.ParseInt, base 10
# description: |
#   `{"text": canonical decimal text}` for what Go accepts, else `{"error": "invalid syntax" | "value out of range"}`. The text form is
#   exact beyond 2^53. `bits` is 32 or 64.
# custom:
#   upstream: Go strconv.ParseInt(text, 10, bits)
parse_int(text, _) := {"error": "invalid syntax"} if not _int_syntax(text)

parse_int(text, bits) := {"error": "value out of range"} if {
	_int_syntax(text)
	_out_of_range(startswith(text, "-"), _magnitude(text), bits)
}

parse_int(text, bits) := {"text": _signed(startswith(text, "-"), _magnitude(text))} if {
	_int_syntax(text)
	not _out_of_range(startswith(text, "-"), _magnitude(text), bits)
}

_int_syntax(text) if {
	digits := _unsigned(text)
	digits != ""
	trim_left(digits, "0123456789") == ""
}

_unsigned(text) := substring(text, 1, -1) if startswith(text, "+")

_unsigned(text) := substring(text, 1, -1) if startswith(text, "-")

_unsigned(text) := text if {
	not startswith(text, "+")
	not startswith(text, "-")
}

_magnitude(text) := digits if {
	digits := trim_left(_unsigned(text), "0")
	digits != ""
}

_magnitude(text) := "0" if trim_left(_unsigned(text), "0") == ""

_limits := {
	32: {"negative": "2147483648", "positive": "2147483647"},
	64: {"negative": "9223372036854775808", "positive": "9223372036854775807"},
}

_out_of_range(negative, magnitude, bits) if _greater(magnitude, _limits[bits][_sign_name(negative)])

_sign_name(true) := "negative"

_sign_name(false) := "positive"

_greater(left, right) if count(left) > count(right)

_greater(left, right) if {
	count(left) == count(right)
	left > right
}

_signed(negative, magnitude) := magnitude if not negative

_signed(true, magnitude) := concat("", ["-", magnitude]) if magnitude != "0"

_signed(true, "0") := "0"

# METADATA
# title: Whether a canonical decimal text is less than another
# description: Both are texts as parse_int gives them; exact at any size.
int_less(left, right) if {
	startswith(left, "-")
	not startswith(right, "-")
}

int_less(left, right) if {
	not startswith(left, "-")
	not startswith(right, "-")
	_greater(right, left)
}

int_less(left, right) if {
	startswith(left, "-")
	startswith(right, "-")
	_greater(substring(left, 1, -1), substring(right, 1, -1))
}

# METADATA
# title: strings.TrimSpace
# description: Trims what Unicode calls white space, as Go does; JavaScript's trim differs on U+0085 and U+FEFF.
# custom:
#   upstream: Go strings.TrimSpace
trim_space(text) := trim(text, _white_space)

_white_space := "\t\n\u000b\u000c\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

# METADATA
# title: path.Clean
# description: Removes empty and `.` elements and resolves `..`; the empty path is `.`.
# custom:
#   upstream: Go filepath.Clean, as filepath.Join uses it
clean_path(text) := text if _is_clean(text)

clean_path(text) := concat("", ["/", concat("/", _kept(text, true))]) if {
	not _is_clean(text)
	startswith(text, "/")
}

clean_path(text) := _dot_if_empty(concat("/", _kept(text, false))) if {
	not _is_clean(text)
	not startswith(text, "/")
}

# METADATA
# title: filepath.Join
# description: Joins the non-empty elements with slashes and cleans the result; nothing to join gives the empty string.
# custom:
#   upstream: Go filepath.Join
join_path(elements) := clean_path(concat("/", present)) if {
	present := [element | some element in elements; element != ""]
	count(present) > 0
}

join_path(elements) := "" if {
	every element in elements { element == "" }
}

_is_clean(text) if {
	text != ""
	not contains(text, "//")
	not contains(text, "./")
	not endswith(text, ".")
	not _trailing_slash(text)
}

_trailing_slash(text) if {
	endswith(text, "/")
	text != "/"
}

_dot_if_empty("") := "."

_dot_if_empty(text) := text if text != ""

_kept(text, rooted) := [part |
	parts := [part | some part in split(text, "/"); not part in {"", "."}]
	some index, part in parts
	_survives(parts, index, rooted)
]

_survives(parts, index, _) if {
	parts[index] != ".."
	not _cancelled(parts, index)
}

_survives(parts, index, false) if {
	parts[index] == ".."
	not _cancels(parts, index)
}

# A name is cancelled by the first `..` behind it that closes it, as brackets close each other.
_cancelled(parts, index) if {
	some end in numbers.range(index + 1, count(parts))
	_depth(parts, index + 1, end) == -1
}

_cancels(parts, index) if {
	some start in numbers.range(0, index)
	parts[start] != ".."
	_depth(parts, start + 1, index + 1) == -1
	not _cancelled_before(parts, start, index)
}

_cancelled_before(parts, start, index) if {
	some end in numbers.range(start + 1, index)
	_depth(parts, start + 1, end) == -1
}

_depth(parts, start, end) := sum([_step(part) | some part in array.slice(parts, start, end)])

_step("..") := -1

_step(part) := 1 if part != ".."
