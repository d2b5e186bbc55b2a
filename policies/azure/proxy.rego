package podgraft.azure

import data.podgraft.lib.go
import data.podgraft.lib.pod

# METADATA
# title: Whether the Pod asks for the proxy
# description: The annotation's presence does, whatever its value.
# custom:
#   upstream: shouldInjectProxySidecar
_proxy_requested if _has_annotation(_keys.proxy)

# METADATA
# title: The proxy's port as written
# description: 8000 unless annotated; an empty text is not a number.
# custom:
#   upstream: getProxyPort
_port_text := pod.annotations[_keys.port] if {
	_has_annotation(_keys.port)
} else := "8000"

# METADATA
# title: The proxy's port
# description: Its canonical text or the error, see go.parse_int; the range of ports is not checked.
# custom:
#   upstream: getProxyPort
_port := go.parse_int(_port_text, 32)

# METADATA
# title: The list that the sidecar belongs to
# description: Init containers (a native sidecar) from Kubernetes 1.32 on and where the version is not known, else containers.
# custom:
#   upstream: serverVersionGTE; pre-release and vendor suffixes do not count
_sidecar_list := "containers" if {
	numbers := split(trim_prefix(_settings.kubernetesVersion, "v"), ".")
	to_number(numbers[0]) == 1
	to_number(numbers[1]) < 32
} else := "initContainers"

# METADATA
# title: The proxy containers to add
# description: Each unless the list it goes to has its name; the other list is not looked at. The sidecar goes first, so it precedes its set-up.
# custom:
#   upstream: injectProxyInitContainer, injectProxySidecarContainer
_proxy_edits := [] if {
	not _proxy_requested
} else := [edit |
	some edit in [
		{"edit": "addContainer", "list": "initContainers", "at": "last", "value": _proxy_init},
		{"edit": "addContainer", "list": _sidecar_list, "at": "first", "value": _proxy_sidecar},
	]
	not _has_container(edit.list, edit.value.name)
]

# METADATA
# title: Whether a list has a container of this name
# description: Of the Pod as given.
# custom:
#   upstream: injectProxyInitContainer, injectProxySidecarContainer
_has_container(list, name) if {
	some container in pod.spec[list]
	container.name == name
}

# METADATA
# title: The container that sets up the network rules
# description: It needs NET_ADMIN and runs as root.
# custom:
#   upstream: injectProxyInitContainer
_proxy_init := _injected({
	"name": "azwi-proxy-init",
	"image": _image(_settings.proxyInitImage, "proxy-init"),
	"imagePullPolicy": "IfNotPresent",
	"securityContext": {
		"capabilities": {"add": ["NET_ADMIN"], "drop": ["ALL"]},
		"privileged": true,
		"runAsNonRoot": false,
		"runAsUser": 0,
	},
	"env": [{"name": "PROXY_PORT", "value": _port.text}],
})

# METADATA
# title: The proxy
# description: A native sidecar restarts always; the log level is handed on even where it is empty.
# custom:
#   upstream: injectProxySidecarContainer
_proxy_sidecar := _injected(object.union(
	{
		"name": "azwi-proxy",
		"image": _image(_settings.proxyImage, "proxy"),
		"imagePullPolicy": "IfNotPresent",
		"args": [_port_flag, _level_flag],
		"ports": [{"containerPort": to_number(_port.text)}],
		"lifecycle": {"postStart": {"exec": {"command": ["/proxy", _port_flag, "--probe", _level_flag]}}},
		"securityContext": {
			"allowPrivilegeEscalation": false,
			"capabilities": {"drop": ["ALL"]},
			"privileged": false,
			"readOnlyRootFilesystem": true,
			"runAsNonRoot": true,
		},
	},
	_restart_policy[_sidecar_list],
))

# METADATA
# title: The restart policy by list
# description: Only init containers have one.
# custom:
#   upstream: injectProxySidecarContainer
_restart_policy := {"initContainers": {"restartPolicy": "Always"}, "containers": {}}

# METADATA
# title: The flag with the port
# description: Of the proxy program.
# custom:
#   upstream: injectProxySidecarContainer
_port_flag := concat("=", ["--proxy-port", _port.text])

# METADATA
# title: The flag with the log level
# description: Of the proxy program.
# custom:
#   upstream: injectProxySidecarContainer
_level_flag := concat("=", ["--log-level", _settings.logLevel])

# METADATA
# title: A proxy image
# description: The setting, or the project's image of the profile's version.
# custom:
#   upstream: pkg/webhook/consts.go; PROXY_IMAGE, PROXY_INIT_IMAGE
_image("", name) := concat("", ["mcr.microsoft.com/oss/azure/workload-identity/", name, ":v", _settings.profile])

_image(image, _) := image if image != ""

# METADATA
# title: A proxy container with the identity
# description: Proxy containers are injected like any other, unless the skip list names them.
# custom:
#   upstream: mutateContainers
_injected(container) := container if {
	container.name in _skipped
} else := object.union(container, {
	"env": array.concat(pod.list(container, "env"), _variables),
	"volumeMounts": [_mount],
})
