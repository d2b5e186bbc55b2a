package podgraft.aws

# METADATA
# title: Entries of the ConfigMap that were meant for the Pod and do not count
# description: Only where the ServiceAccount does not decide by itself.
# custom:
#   upstream: pkg/cache/cache.go populateCacheFromCM, which logs the error or crashes
_config_map_findings := [finding |
	_settings.watchConfigMap == true
	not _account_decides
	some finding in array.concat(_config_map_unusable, _ignored_entries)
]

# METADATA
# title: The unusable ConfigMap
# description: Told only where it has an entry for the Pod.
# custom:
#   upstream: pkg/cache/cache.go populateCacheFromCM
_config_map_unusable := [finding |
	keys := [key | some namespace in _entry_namespaces; key := _entry_key(namespace)]
	count(keys) > 0
	_config_map_is_unusable
	finding := _finding("aws.config_map_invalid", _service_account_path, {"key": keys[0]})
]

# METADATA
# title: The namespaces whose entries could hold
# description: The Pod's own where it is known, then the literal `*`.
# custom:
#   upstream: pkg/cache/cache.go Get
_entry_namespaces := [namespace | some namespace in [input.namespace.name, "*"]; is_string(namespace)]

# METADATA
# title: Entries for the Pod that do not count
# description: Null entries, and those whose key has no namespace.
# custom:
#   upstream: pkg/cache/cache.go populateCacheFromCM, which crashes on them
_ignored_entries := [finding |
	some key in array.concat(_null_keys, _bare_keys)
	finding := _finding("aws.config_map_entry_ignored", _service_account_path, {"key": key})
]

# METADATA
# title: Keys of null entries for the Pod
# description: In the order in which they would have been looked up.
# custom:
#   upstream: pkg/cache/cache.go populateCacheFromCM
_null_keys := [key |
	some namespace in _entry_namespaces
	key := concat("/", [namespace, _service_account_name])
	is_null(_settings.configMap[key])
]

# METADATA
# title: The ServiceAccount's name as a key
# description: A key without a namespace matches nothing.
# custom:
#   upstream: pkg/cache/cache.go populateCacheFromCM
_bare_keys := [_service_account_name | _settings.configMap[_service_account_name]]
