# METADATA
# title: Go's text functions
# description: |
#   The official webhooks are Go programs; these functions answer as Go's standard library does where Rego's own built-ins differ.
package podgraft.lib.go

# METADATA
# title: strconv.ParseInt, base 10
# description: |
#   `{"text": canonical decimal text}` for what Go accepts, else `{"error": "invalid syntax" | "value out of range"}`. The text form is
#   exact beyond 2^53. `bits` is 32 or 64. As in Go, digits that overflow are out of range even if something else follows them.
# custom:
#   upstream: Go strconv.ParseInt(text, 10, bits)
parse_int(text, bits) := _within_range(startswith(text, "-"), _magnitude(digits), bits) if {
	digits := _unsigned(text)
	digits != ""
	trim_left(digits, "0123456789") == ""
} else := {"error": "value out of range"} if {
	digits := _unsigned(text)
	rest := trim_left(digits, "0123456789")
	_greater(_magnitude(trim_suffix(digits, rest)), _limits[bits].unsigned)
} else := {"error": "invalid syntax"}

_unsigned(text) := substring(text, 1, -1) if {
	startswith(text, "+")
} else := substring(text, 1, -1) if {
	startswith(text, "-")
} else := text

_magnitude(digits) := magnitude if {
	magnitude := trim_left(digits, "0")
	magnitude != ""
} else := "0"

_limits := {
	32: {"negative": "2147483648", "positive": "2147483647", "unsigned": "4294967295"},
	64: {"negative": "9223372036854775808", "positive": "9223372036854775807", "unsigned": "18446744073709551615"},
}

_within_range(false, magnitude, bits) := {"text": magnitude} if {
	not _greater(magnitude, _limits[bits].positive)
} else := {"error": "value out of range"}

_within_range(true, magnitude, bits) := {"text": _negative(magnitude)} if {
	not _greater(magnitude, _limits[bits].negative)
} else := {"error": "value out of range"}

_negative("0") := "0"

_negative(magnitude) := concat("", ["-", magnitude]) if magnitude != "0"

_greater(left, right) if count(left) > count(right)

_greater(left, right) if {
	count(left) == count(right)
	left > right
}

# METADATA
# title: strconv.ParseBool
# description: true or false for Go's twelve spellings, undefined for anything else.
# custom:
#   upstream: Go strconv.ParseBool(text)
parse_bool(text) := _booleans[text]

_booleans := {
	"1": true, "t": true, "T": true, "true": true, "TRUE": true, "True": true,
	"0": false, "f": false, "F": false, "false": false, "FALSE": false, "False": false,
}

# METADATA
# title: The first record of a CSV text
# description: |
#   `{"fields": [...]}`, or `{"error": "EOF" | "bare quote" | "quote"}` where there is no record or its quotes are wrong. Lines behind the
#   record do not matter. Blanks are content; blank lines in front are skipped; a line may end in LF or CRLF, and one CR at the very end is
#   dropped.
# custom:
#   upstream: Go encoding/csv Reader.Read, first call, default options
csv_first_record(text) := {"fields": split(text, ",")} if {
	text != ""
	not contains(text, "\"")
	not contains(text, "\n")
	not contains(text, "\r")
} else := _csv_record(split(_csv_lines(text), "\""))

_csv_record([""]) := {"error": "EOF"}

_csv_record(pieces) := {"error": _csv_error(pieces, _csv_last(pieces))} if {
	pieces != [""]
} else := {"fields": _csv_fields(pieces, _csv_last(pieces))} if {
	pieces != [""]
}

_csv_lines(text) := trim_left(replace(trim_suffix(text, "\r"), "\r\n", "\n"), "\n")

_first_line(text) := split(text, "\n")[0]

# Cut at the quotes, pieces of even index stand outside quotes and pieces of odd index inside. The record ends in the first outside piece
# that has a line end, or with the text.
_csv_last(pieces) := min([index |
	some index, piece in pieces
	_ends_record(index, piece, count(pieces))
])

_ends_record(index, piece, _) if {
	index % 2 == 0
	contains(piece, "\n")
}

_ends_record(index, _, length) if index == length - 1

# The error that Go's reader meets first, undefined where the record is well-formed.
_csv_error(pieces, last) := errors[0] if {
	errors := [error |
		some index, piece in array.slice(pieces, 0, last + 1)
		index % 2 == 0
		some error in _piece_errors(piece, index, last)
	]
} else := "quote" if last % 2 == 1

_piece_errors(piece, index, last) := array.concat(
	[error | error := "quote"; index > 0; not _closes_field(piece, index == last)],
	[error | error := "bare quote"; index < last; not _opens_field(piece)],
)

# An empty piece between two quotes is an escaped quote.
_closes_field("", _)

_closes_field(piece, _) if startswith(piece, ",")

_closes_field(piece, true) if startswith(piece, "\n")

_opens_field("")

_opens_field(piece) if endswith(piece, ",")

_csv_fields(pieces, last) := [field |
	borders := [index | some index in numbers.range(0, last); _is_border(pieces, index, last)]
	some position, border in borders
	some field in array.concat(
		_plain_fields(pieces[border], border, last),
		_quoted_field(pieces, border, _next(borders, position)),
	)
]

_next(borders, position) := borders[position + 1] if {
	position < count(borders) - 1
} else := borders[position]

_is_border(_, 0, _)

_is_border(_, last, last)

_is_border(pieces, index, _) if {
	index % 2 == 0
	pieces[index] != ""
}

# The field that the piece closes and the one that it opens are quoted ones; what stands between is plain.
_plain_fields(piece, border, last) := array.slice(fields, _one_if(border > 0), count(fields) - _one_if(border < last)) if {
	fields := split(_first_line(piece), ",")
}

_one_if(true) := 1

_one_if(false) := 0

_quoted_field(_, border, border) := []

_quoted_field(pieces, border, next) := [concat("\"", [piece |
	some index, piece in array.slice(pieces, border, next)
	index % 2 == 1
])] if {
	border < next
}

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
clean_path(text) := text if {
	_is_clean(text)
} else := concat("", ["/", concat("/", _kept(text, true))]) if {
	startswith(text, "/")
} else := _dot_if_empty(concat("/", _kept(text, false)))

# METADATA
# title: filepath.Join
# description: Joins the non-empty elements with slashes and cleans the result; nothing to join gives the empty string.
# custom:
#   upstream: Go filepath.Join
join_path(elements) := clean_path(concat("/", present)) if {
	present := [element | some element in elements; element != ""]
	count(present) > 0
} else := ""

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
