package podgraft.azure

import data.podgraft.lib.pod

# METADATA
# title: The volume
# description: No defaultMode, no other field.
# custom:
#   upstream: addProjectedServiceAccountTokenVolume
_volume := {"name": _layout.volume, "projected": {"sources": _sources}}

# METADATA
# title: The volume's sources
# description: The token, then what the custom endpoint's CA comes from.
# custom:
#   upstream: addProjectedServiceAccountTokenVolume
_sources := array.concat(
	[{"serviceAccountToken": {
		"path": _layout.tokenPath,
		"expirationSeconds": _expiration_seconds,
		"audience": _audience.value,
	}}],
	_ca_sources,
)

# METADATA
# title: The sources of the custom endpoint's CA
# description: A ConfigMap or a ClusterTrustBundle; CA data goes into a variable instead.
# custom:
#   upstream: addProjectedServiceAccountTokenVolume
_ca_sources := [{"configMap": {
	"name": _settings.azureKubernetesCaConfigmapName,
	"items": [{"key": "ca.crt", "path": "ca-cert/ca.crt"}],
	"optional": false,
}}] if {
	_custom_endpoint
	_settings.azureKubernetesCaConfigmapName != ""
} else := [{"clusterTrustBundle": object.union(
	{
		"signerName": _settings.azureKubernetesCaCtbSignerName,
		"path": "ca-cert/ca.crt",
		"optional": false,
	},
	_bundle_selector,
)}] if {
	_custom_endpoint
	_settings.azureKubernetesCaCtbSignerName != ""
} else := []

# METADATA
# title: The ClusterTrustBundle's label selector
# description: None where the setting is unset; an empty selector object is kept.
# custom:
#   upstream: pkg/config/config.go
_bundle_selector := {} if {
	_settings.azureKubernetesCaCtbLabelSelectorObject == null
} else := {"labelSelector": _settings.azureKubernetesCaCtbLabelSelectorObject}

# METADATA
# title: Positions of the volumes that have the volume's name
# description: In order.
# custom:
#   upstream: addProjectedServiceAccountTokenVolume
_namesakes := [index |
	some index, volume in pod.volumes
	volume.name == _layout.volume
]

# METADATA
# title: Positions of the volumes that keep profile 1.5.1 from adding its own
# description: Any projected token at the path counts, whatever the volume's name.
# custom:
#   upstream: addProjectedServiceAccountTokenVolume (v1.5.1)
_kept_volumes := [index |
	_settings.profile == "1.5.1"
	some index, volume in pod.volumes
	_projects_path(volume, _layout.tokenPath)
]

# METADATA
# title: What happens to the volumes
# description: Profile 1.5.1 keeps or appends, profile 1.6.0 replaces the first of the name or appends.
# custom:
#   upstream: addProjectedServiceAccountTokenVolume
_volume_edits := [] if {
	count(_kept_volumes) > 0
} else := [{"edit": "addVolume", "at": "last", "value": _volume}] if {
	_adds_volume
} else := [{"edit": "replaceVolume", "index": _namesakes[0], "value": _volume}] if {
	not _is_served(pod.volumes[_namesakes[0]])
} else := []

# METADATA
# title: Whether a volume is appended where none is kept
# description: Profile 1.5.1 does not look at names.
# custom:
#   upstream: addProjectedServiceAccountTokenVolume
_adds_volume if _settings.profile == "1.5.1"

_adds_volume if count(_namesakes) == 0

# METADATA
# title: Whether a volume is the wanted one already
# description: As written, or with the default mode that the API server fills in.
# custom:
#   upstream: none
_is_served(volume) if volume == _volume

_is_served(volume) if volume == {"name": _layout.volume, "projected": {"sources": _sources, "defaultMode": 420}}
