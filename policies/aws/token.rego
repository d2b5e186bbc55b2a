package podgraft.aws

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: The token of the mode that applies
# description: "`{volume, path, mountPath, mountSetting}`: volume name, file within the volume, mount path, and the setting it comes from."
# custom:
#   upstream: pkg/handler/handler.go buildPodPatchConfig
_token := {
	"volume": "aws-iam-token",
	"path": "token",
	"mountPath": _settings.tokenMountPath,
	"mountSetting": "setting:tokenMountPath",
} if {
	_uses_web_identity
} else := {
	"volume": _settings.containerCredentials.tokenVolumeName,
	"path": _settings.containerCredentials.tokenPath,
	"mountPath": _settings.containerCredentials.tokenMountPath,
	"mountSetting": "setting:containerCredentials.tokenMountPath",
}

# METADATA
# title: The token's path in the container
# description: Cleaned, while the mount path is used as it is set.
# custom:
#   upstream: pkg/handler/handler.go getPodSpecPatch
_token_path := go.join_path([_token.mountPath, _token.path])

# METADATA
# title: The token's path as the SDK is told
# description: In Windows notation where the node selector asks for Windows.
# custom:
#   upstream: pkg/handler/handler.go getPodSpecPatch
_token_file := concat("", ["C:", replace(_token_path, "/", "\\")]) if {
	_selects_windows
} else := _token_path

# METADATA
# title: Whether the node selector asks for Windows
# description: Either of the two labels; spec.os and affinity do not count.
# custom:
#   upstream: pkg/handler/handler.go getPodSpecPatch
_selects_windows if pod.spec.nodeSelector["kubernetes.io/os"] == "windows"

_selects_windows if pod.spec.nodeSelector["beta.kubernetes.io/os"] == "windows"

# METADATA
# title: The audience of the token
# description: "`{value, from}`; empty means that the token names none."
# custom:
#   upstream: pkg/cache/cache.go Get; pkg/handler/handler.go buildPodPatchConfig
_audience := _account_audience if {
	_reason == "aws.role_arn"
} else := _entry_audience(_entry) if {
	_reason == "aws.config_map"
} else := {"value": _settings.containerCredentials.audience, "from": "setting:containerCredentials.audience"}

# METADATA
# title: Whether the SDK is told to use regional STS endpoints
# description: |
#   `{value, from}`. With container credentials an existing ServiceAccount decides even without annotations, then the ConfigMap entry of the
#   Pod's own namespace. Undefined where neither decides, which means no.
# custom:
#   upstream: pkg/cache/cache.go Get, GetCommonConfigurations
_regional := _account_regional if {
	_account_decides
} else := _entry_regional(_deciding_entry)

# METADATA
# title: The lifetime of the token in seconds
# description: "`{value, from}`: the Pod's annotation, then that of the source that applies."
# custom:
#   upstream: pkg/handler/handler.go parsePodAnnotations
_expiration := _spread_expiration if {
	_uses_container_credentials
	_asked_expiration.value == 86400
} else := _asked_expiration

# METADATA
# title: The lifetime before it is spread
# description: The Pod's annotation, else that of the source.
# custom:
#   upstream: pkg/handler/handler.go parsePodAnnotations
_asked_expiration := {"value": value, "from": _origin("pod", _key("token-expiration"))} if {
	value := _seconds(_annotation(pod.annotations, "token-expiration"))
} else := _source_expiration

# METADATA
# title: The lifetime by ServiceAccount or ConfigMap
# description: 86400 where neither decides, whatever the setting; that one is spread, so it needs no origin.
# custom:
#   upstream: pkg/cache/cache.go Get, GetCommonConfigurations
_source_expiration := _account_expiration if {
	_account_decides
} else := _entry_expiration(_deciding_entry) if {
	_deciding_entry
} else := {"value": 86400}

# METADATA
# title: Whether the ServiceAccount's annotations decide
# description: With container credentials it is enough that the ServiceAccount exists.
# custom:
#   upstream: pkg/cache/cache.go Get, GetCommonConfigurations
_account_decides if _reason == "aws.role_arn"

_account_decides if {
	_uses_container_credentials
	_account_is_known
}

# METADATA
# title: The ConfigMap entry that decides
# description: With container credentials that of the Pod's own namespace only.
# custom:
#   upstream: pkg/cache/cache.go Get, GetCommonConfigurations
_deciding_entry := _entry if {
	_reason == "aws.config_map"
} else := _own_entry if {
	_uses_container_credentials
}
