# METADATA
# title: JSON text as Go writes it
# description: |
#   Rego's json.marshal sorts keys, and Go and Wasm disagree on what it escapes; an official webhook's JSON has its own key order and Go's
#   escapes. Documents are therefore put together from literals and `quoted` strings.
package podgraft.lib.json

# METADATA
# title: A JSON string as Go's encoding/json writes it
# description: |
#   With the quotation marks. `<`, `>`, `&`, U+2028 and U+2029 are escaped, control characters in Go's short or long form; DEL and everything
#   else outside ASCII stays as it is.
# custom:
#   upstream: Go encoding/json, HTML escaping on
quoted(text) := plain if {
	plain := concat("", ["\"", text, "\""])
	_needs_no_escape(text, plain)
} else := concat("", ["\"", strings.replace_n(_escapes, text), "\""])

# METADATA
# title: Whether no character of the text needs an escape
# description: The encoder at hand changes nothing, and none of the characters occurs that only Go escapes.
# custom:
#   upstream: Go encoding/json
_needs_no_escape(text, plain) if {
	json.marshal(text) == plain
	not contains(text, "<")
	not contains(text, ">")
	not contains(text, "&")
	not contains(text, "\u2028")
	not contains(text, "\u2029")
}

# METADATA
# title: Characters and their escapes
# description: One pass over the text replaces them all.
# custom:
#   upstream: Go encoding/json
_escapes := object.union(_control_escapes, {
	"\"": "\\\"",
	"\\": "\\\\",
	"\b": "\\b",
	"\f": "\\f",
	"\n": "\\n",
	"\r": "\\r",
	"\t": "\\t",
	"<": "\\u003c",
	">": "\\u003e",
	"&": "\\u0026",
	"\u2028": "\\u2028",
	"\u2029": "\\u2029",
})

# METADATA
# title: The long escapes of the control characters
# description: The short ones take precedence.
# custom:
#   upstream: Go encoding/json
_control_escapes := {character: escape |
	some high in ["0", "1"]
	some low in split("0123456789abcdef", "")
	escape := concat("", ["\\u00", high, low])
	character := json.unmarshal(concat("", ["\"", escape, "\""]))
}
