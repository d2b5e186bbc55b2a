package podgraft.lib.quote_test

import data.podgraft.lib.quote

test_quoted if {
	every text, expected in {
		"": "",
		"1h": "1h",
		"a\"b\\c": "a\\\"b\\\\c",
		"\u0007\b\f\n\r\t\u000b": "\\a\\b\\f\\n\\r\\t\\v",
		"\u0000\u001f\u007f": "\\x00\\x1f\\x7f",
		"\u0085\u00a0\u200b\ufeff": "\\u0085\\u00a0\\u200b\\ufeff",
		"３６００é": "３６００é",
	} {
		quote.quoted(text) == concat("", ["\"", expected, "\""])
	}
}
