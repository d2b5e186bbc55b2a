# METADATA
# title: Go's quoted strings
# description: Go's number parsers quote the text they refuse, and that text is part of the denial's message.
package podgraft.lib.quote

# METADATA
# title: strconv.Quote
# description: |
#   With the quotation marks. Control characters, blanks other than the space, and invisible formatting characters are escaped; characters
#   for private use and unassigned ones, which Go escapes as well, stay as they are.
# custom:
#   upstream: Go strconv.Quote
quoted(text) := concat("", ["\"", strings.replace_n(_escapes, text), "\""])

# METADATA
# title: Characters and their escapes
# description: One pass over the text replaces them all.
# custom:
#   upstream: Go strconv.Quote
_escapes := object.union_n([
	_controls,
	_invisible,
	{
		"\"": "\\\"",
		"\\": "\\\\",
		"\u0007": "\\a",
		"\b": "\\b",
		"\f": "\\f",
		"\n": "\\n",
		"\r": "\\r",
		"\t": "\\t",
		"\u000b": "\\v",
		"\u007f": "\\x7f",
	},
])

# METADATA
# title: The long escapes of the ASCII control characters
# description: U+0000 to U+001F; the short ones take precedence.
# custom:
#   upstream: Go strconv.Quote
_controls := {_character(concat("", ["00", high, low])): concat("", ["\\x", high, low]) |
	some high in ["0", "1"]
	some low in _digits
}

# METADATA
# title: Characters beyond ASCII that Go does not regard as printable
# description: With four hexadecimal digits.
# custom:
#   upstream: Go strconv.Quote
_invisible := {_character(code): concat("", ["\\u", code]) | some code in _invisible_codes}

# METADATA
# title: The code points of those characters
# description: C1 controls, blanks, joiners, marks of direction, invisible operators.
# custom:
#   upstream: Go strconv.Quote
_invisible_codes := array.concat(
	[concat("", [start, low]) |
		some start in ["008", "009", "200", "206"]
		some low in _digits
	],
	[
		"00a0", "00ad", "061c", "1680", "180e", "2028", "2029", "202a", "202b", "202c", "202d", "202e", "202f", "205f", "3000", "feff", "fff9",
		"fffa", "fffb",
	],
)

# METADATA
# title: The character of a code point
# description: Four hexadecimal digits as text.
# custom:
#   upstream: Go strconv.Quote
_character(code) := json.unmarshal(concat("", ["\"\\u", code, "\""]))

# METADATA
# title: Hexadecimal digits
# description: In lower case, as Go writes them.
# custom:
#   upstream: Go strconv.Quote
_digits := split("0123456789abcdef", "")
