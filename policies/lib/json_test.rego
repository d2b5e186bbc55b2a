package podgraft.lib.json_test

import data.podgraft.lib.json as text

test_plain_text_is_only_quoted if text.quoted("projects/1/providers/é") == "\"projects/1/providers/é\""

test_escapes if {
	every sample, expected in {
		"": "",
		"a<b>c&d": "a\\u003cb\\u003ec\\u0026d",
		"\u2028\u2029": "\\u2028\\u2029",
		"\"\\": "\\\"\\\\",
		"\\u003c": "\\\\u003c",
		"\b\f\n\r\t": "\\b\\f\\n\\r\\t",
		"\u0000\u000b\u001f": "\\u0000\\u000b\\u001f",
		"\u007f\u0080😀": "\u007f\u0080😀",
	} {
		text.quoted(sample) == concat("", ["\"", expected, "\""])
	}
}
