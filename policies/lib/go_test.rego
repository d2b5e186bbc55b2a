package podgraft.lib.go_test

import data.podgraft.lib.go

test_parse_int if {
	every case in [
		{"text": "0", "bits": 64, "is": {"text": "0"}},
		{"text": "-0", "bits": 64, "is": {"text": "0"}},
		{"text": "+007", "bits": 64, "is": {"text": "7"}},
		{"text": "-12", "bits": 64, "is": {"text": "-12"}},
		{"text": "9007199254740993", "bits": 64, "is": {"text": "9007199254740993"}},
		{"text": "9223372036854775807", "bits": 64, "is": {"text": "9223372036854775807"}},
		{"text": "9223372036854775808", "bits": 64, "is": {"error": "value out of range"}},
		{"text": "-9223372036854775808", "bits": 64, "is": {"text": "-9223372036854775808"}},
		{"text": "-9223372036854775809", "bits": 64, "is": {"error": "value out of range"}},
		{"text": "2147483647", "bits": 32, "is": {"text": "2147483647"}},
		{"text": "2147483648", "bits": 32, "is": {"error": "value out of range"}},
		{"text": "18446744073709551616x", "bits": 64, "is": {"error": "value out of range"}},
		{"text": "18446744073709551615x", "bits": 64, "is": {"error": "invalid syntax"}},
	] {
		go.parse_int(case.text, case.bits) == case.is
	}
}

test_parse_int_refuses_what_go_refuses if {
	every text in ["", "+", "-", "+-5", "--5", " 1", "1 ", "1_0", "0x1", "1e4", "1.0", "٣"] {
		go.parse_int(text, 64) == {"error": "invalid syntax"}
	}
}

test_int_less if {
	every pair in [["-1", "0"], ["-2", "-1"], ["-10", "-9"], ["9", "10"], ["599", "600"], ["-9223372036854775808", "600"]] {
		go.int_less(pair[0], pair[1])
		not go.int_less(pair[1], pair[0])
	}
	not go.int_less("600", "600")
}

test_parse_bool if {
	every text in ["1", "t", "T", "true", "TRUE", "True"] { go.parse_bool(text) == true }
	every text in ["0", "f", "F", "false", "FALSE", "False"] { go.parse_bool(text) == false }
	every text in ["", "yes", "tRUE", " true", "2"] { not _is_boolean(text) }
}

_is_boolean(text) if is_boolean(go.parse_bool(text))

test_csv_fields if {
	every case in [
		{"text": "a", "is": ["a"]},
		{"text": "a, b,", "is": ["a", " b", ""]},
		{"text": ",,", "is": ["", "", ""]},
		{"text": "\n\na\nb", "is": ["a"]},
		{"text": "\r\na\r\nb", "is": ["a"]},
		{"text": "a\r", "is": ["a"]},
		{"text": "a\rb,c", "is": ["a\rb", "c"]},
		{"text": "  \na", "is": ["  "]},
		{"text": "a\n\"b", "is": ["a"]},
		{"text": "\"\"", "is": [""]},
		{"text": "\"a\",b", "is": ["a", "b"]},
		{"text": "a,\"b\"", "is": ["a", "b"]},
		{"text": "\"a\",b,\"c\"", "is": ["a", "b", "c"]},
		{"text": "\"a\",\"b\"", "is": ["a", "b"]},
		{"text": "\"a,b\"", "is": ["a,b"]},
		{"text": "\"a\"\"b\"", "is": ["a\"b"]},
		{"text": "\"\"\"\"", "is": ["\""]},
		{"text": "\"a\r\nb\",c", "is": ["a\nb", "c"]},
		{"text": "a,\"b\"\r\nx\"", "is": ["a", "b"]},
		{"text": "\"a\",b,c\nx", "is": ["a", "b", "c"]},
		{"text": "\ufeffa", "is": ["\ufeffa"]},
	] {
		go.csv_first_record(case.text) == {"fields": case.is}
	}
}

test_csv_errors if {
	every text in ["", "\n", "\r", "\r\n\n"] { go.csv_first_record(text) == {"error": "EOF"} }
	every text in ["a\"", "a,b\"c\"", " \"a\"", "\"a\",b\"", "\"a\",b\"\nc"] { go.csv_first_record(text) == {"error": "bare quote"} }
	every text in ["\"", "a,\"b", "\"a\"x", "\"a\"x\n", "\"a\" ,b", "\"a\nb", "\"a\"\"", "\"a\"\r,b"] {
		go.csv_first_record(text) == {"error": "quote"}
	}
}

test_trim_space if {
	go.trim_space("\t\u0085\u00a0\u2003\u3000a b\n\u000b\u000c\r ") == "a b"
	go.trim_space("\ufeffa\u200b") == "\ufeffa\u200b"
	go.trim_space(" ") == ""
}

test_clean_path if {
	every case in [
		{"path": "", "is": "."},
		{"path": ".", "is": "."},
		{"path": "..", "is": ".."},
		{"path": "/", "is": "/"},
		{"path": "/..", "is": "/"},
		{"path": "/a/b", "is": "/a/b"},
		{"path": "/a//b/../c/", "is": "/a/c"},
		{"path": "./a/./b", "is": "a/b"},
		{"path": "a/..", "is": "."},
		{"path": "a/../../b", "is": "../b"},
		{"path": "a/b/../../..", "is": ".."},
		{"path": "x/a/../../b", "is": "b"},
		{"path": "a.b/c", "is": "a.b/c"},
		{"path": "a./b", "is": "a./b"},
		{"path": "/a/", "is": "/a"},
		{"path": "a/../b/..", "is": "."},
	] {
		go.clean_path(case.path) == case.is
	}
}

test_join_path if {
	every case in [
		{"elements": [], "is": ""},
		{"elements": ["", ""], "is": ""},
		{"elements": ["/a/", "token"], "is": "/a/token"},
		{"elements": ["", "token"], "is": "token"},
		{"elements": ["/a", "../b"], "is": "/b"},
	] {
		go.join_path(case.elements) == case.is
	}
}
