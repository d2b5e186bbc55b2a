package podgraft.aws

# METADATA
# title: The ConfigMap entry that holds for the Pod
# description: |
#   `{"key", "value"}`: the entry of the Pod's own namespace, else that of the literal namespace `*`. Undefined where the ConfigMap is not
#   watched, has neither, or is unusable as a whole.
# custom:
#   upstream: pkg/cache/cache.go Get, getCM
_entry := _own_entry

_entry := _entry_of("*") if not _own_entry

# METADATA
# title: The ConfigMap entry of the Pod's own namespace
# description: The only one that container credentials look at.
# custom:
#   upstream: pkg/cache/cache.go GetCommonConfigurations
_own_entry := _entry_of(input.namespace.name) if is_string(input.namespace.name)

# METADATA
# title: The ConfigMap entry of a namespace
# description: "`{\"key\", \"value\"}`; undefined where there is none or the ConfigMap is unusable."
# custom:
#   upstream: pkg/cache/cache.go getCM
_entry_of(namespace) := {"key": key, "value": _settings.configMap[key]} if {
	key := _entry_key(namespace)
	not _config_map_is_unusable
}

# METADATA
# title: The key of the entry of a namespace
# description: Keys may have further path elements, which mean nothing; the exact key goes first. A null entry is no entry.
# custom:
#   upstream: pkg/cache/cache.go populateCacheFromCM
_entry_key(namespace) := key if {
	_settings.watchConfigMap == true
	key := concat("/", [namespace, _service_account_name])
	is_object(_settings.configMap[key])
} else := key if {
	_settings.watchConfigMap == true
	start := concat("/", [namespace, _service_account_name, ""])
	key := min([key | some key, entry in _settings.configMap; startswith(key, start); is_object(entry)])
}

# METADATA
# title: Whether the ConfigMap cannot be used at all
# description: One ill-typed entry makes every entry void.
# custom:
#   upstream: pkg/cache/cache.go populateCacheFromCM (json.Unmarshal into a map of entries)
_config_map_is_unusable if {
	some entry in _settings.configMap
	_is_ill_typed(entry)
}

# METADATA
# title: Whether an entry has a wrong type
# description: The entry itself, or one of its fields; null is the zero value of either.
# custom:
#   upstream: Go encoding/json
_is_ill_typed(entry) if {
	not is_object(entry)
	entry != null
}

_is_ill_typed(entry) if {
	some field, value in entry
	value != null
	not _is_well_typed(_folded(field), value)
}

# METADATA
# title: Whether a field has the right type
# description: By its folded name; a field of another name may be anything.
# custom:
#   upstream: pkg/cache/cache.go Entry
_is_well_typed("rolearn", value) if is_string(value)

_is_well_typed("audience", value) if is_string(value)

_is_well_typed("useregionalsts", value) if is_boolean(value)

_is_well_typed("tokenexpiration", value) if {
	is_number(value)
	value == floor(value)
	abs(value) < 9223372036854775808
}

_is_well_typed(field, _) if not field in ["rolearn", "audience", "useregionalsts", "tokenexpiration"]

# METADATA
# title: A field name without its letter case
# description: Go matches field names ignoring case, and folds the long s and the Kelvin sign into s and k.
# custom:
#   upstream: Go encoding/json
_folded(field) := lower(replace(replace(field, "\u017f", "s"), "\u212a", "k"))

# METADATA
# title: A field of a ConfigMap entry
# description: Whatever its letter case; the fallback where it is absent or null.
# custom:
#   upstream: Go encoding/json
_field(entry, name, fallback) := value if {
	value := entry[name]
	value != null
} else := value if {
	folded := lower(name)
	value := min([value | some field, value in entry; value != null; _folded(field) == folded])
} else := fallback

# METADATA
# title: The role of the entry that holds
# description: Empty where the entry has none, undefined where there is no entry. It is never composed.
# custom:
#   upstream: pkg/cache/cache.go Get
_entry_role := _field(_entry.value, "RoleARN", "")

# METADATA
# title: The audience of an entry
# description: "`{\"value\", \"from\"}`; empty where the entry has none, whatever the setting."
# custom:
#   upstream: pkg/cache/cache.go Get
_entry_audience(entry) := {"value": _field(entry.value, "Audience", ""), "from": _entry_origin(entry)}

# METADATA
# title: Regional STS of an entry
# description: "`{\"value\", \"from\"}`; false where the entry does not say, whatever the setting."
# custom:
#   upstream: pkg/cache/cache.go Get
_entry_regional(entry) := {"value": _field(entry.value, "UseRegionalSTS", false), "from": _entry_origin(entry)}

# METADATA
# title: The expiration of a ConfigMap entry
# description: Zero means the setting; any other value is used as it is, without the minimum of 600.
# custom:
#   upstream: pkg/cache/cache.go populateCacheFromCM
_entry_expiration(entry) := {"value": value, "from": _entry_origin(entry)} if {
	value := _field(entry.value, "TokenExpiration", 0)
	value != 0
} else := _default_expiration

# METADATA
# title: Where the values of an entry come from
# description: The key in the ConfigMap.
# custom:
#   upstream: none
_entry_origin(entry) := _origin("configMap", entry.key)
