package podgraft.aws

import data.podgraft.lib.findings
import data.podgraft.lib.pod

# METADATA
# title: Whether the container-credentials list names the Pod's ServiceAccount
# description: Namespace and name are exact; there are no wildcards.
# custom:
#   upstream: pkg/containercredentials/config.go Get
_is_listed if {
	some identity in _settings.containerCredentials.identities
	identity.serviceAccount == _service_account_name
	identity.namespace == input.namespace.name
}

# METADATA
# title: Whether an association outside the configuration has given the Pod container credentials
# description: |
#   On EKS the cluster's own webhook injects a complete set for associations that only the cloud knows, and that set wins over a role. It is
#   recognised by its token volume and by at least one container that has both variables and the mount.
# custom:
#   upstream: none; the managed webhook reads the associations from the cloud
_is_associated_outside if {
	some volume in pod.volumes
	volume.name == _settings.containerCredentials.tokenVolumeName
	findings.projects_expected(volume, _settings.containerCredentials.audience, _settings.containerCredentials.tokenPath)
	some container in pod.containers
	_has_container_credentials(container)
}

# METADATA
# title: Whether a container has all of container credentials
# description: Both variables and a mount of the token volume.
# custom:
#   upstream: none
_has_container_credentials(container) if {
	some mount in container.volumeMounts
	mount.name == _settings.containerCredentials.tokenVolumeName
	some uri in container.env
	uri.name == "AWS_CONTAINER_CREDENTIALS_FULL_URI"
	some token_file in container.env
	token_file.name == "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"
}

# METADATA
# title: The lifetime of a container-credentials token
# description: |
#   The default of 86400 is spread over 79200..86400, as the webhook does at random: here it follows from namespace and owner, so that every
#   run gives the same. A token that is there already keeps its own.
# custom:
#   upstream: pkg/handler/handler.go buildPodPatchConfig
_spread_expiration := {"value": _expiration_in_pod, "from": "pod:spec.volumes"} if {
	_has_token_volume
} else := {"value": 79200, "from": "setting:jitter"} if {
	_settings.jitter == "pinned"
} else := {"value": 79200 + (_owner_number % 7201), "from": "rule"}

# METADATA
# title: The lifetime of the token that is there
# description: The default where the volume of that name projects no token.
# custom:
#   upstream: none
_expiration_in_pod := seconds if {
	some volume in pod.volumes
	volume.name == _token.volume
	some source in pod.list(pod.object_member(volume, "projected"), "sources")
	seconds := source.serviceAccountToken.expirationSeconds
	is_number(seconds)
} else := 86400

# METADATA
# title: A number that follows from namespace and owner
# description: The first 24 bits of the digest.
# custom:
#   upstream: none
_owner_number := sum([value |
	some place, weight in [1048576, 65536, 4096, 256, 16, 1]
	value := indexof("0123456789abcdef", substring(_owner_digest, place, 1)) * weight
])

# METADATA
# title: The digest of namespace and owner
# description: SHA-256, in hexadecimal digits; a line each for namespace, kind and name.
# custom:
#   upstream: none
_owner_digest := crypto.sha256(concat("\n", [
	input.namespace.name,
	object.get(input.owner, "kind", ""),
	object.get(input.owner, "name", ""),
]))
