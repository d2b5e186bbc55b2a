package podgraft.aws_test

import data.podgraft.aws

role := "arn:aws:iam::111122223333:role/orders"

token_file := "/var/run/secrets/eks.amazonaws.com/serviceaccount/token"

credentials_file := "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount/eks-pod-identity-token"

full_uri := "http://169.254.170.23/v1/credentials"

settings := {
	"annotationPrefix": "eks.amazonaws.com",
	"tokenAudience": "sts.amazonaws.com",
	"tokenMountPath": "/var/run/secrets/eks.amazonaws.com/serviceaccount",
	"tokenExpiration": 86400,
	"awsDefaultRegion": "",
	"stsRegionalEndpoint": false,
	"watchConfigMap": false,
	"configMap": {},
	"composeRoleArn": false,
	"instanceIdentity": null,
	"jitter": "pinned",
	"containerCredentials": {
		"identities": [],
		"audience": "pods.eks.amazonaws.com",
		"tokenMountPath": "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount",
		"tokenVolumeName": "eks-pod-identity-token",
		"tokenPath": "eks-pod-identity-token",
		"fullUri": full_uri,
	},
}

listed := {"containerCredentials": {"identities": [
	{"namespace": "shop", "serviceAccount": "billing"},
	{"namespace": "shop", "serviceAccount": "orders"},
]}}

watched(entries) := {"watchConfigMap": true, "configMap": entries}

key(name) := concat("/", ["eks.amazonaws.com", name])

account(annotations) := {"name": "orders", "found": true, "metadata": {"annotations": annotations}}

with_role := account({key("role-arn"): role})

with_role_and(name, value) := account({key("role-arn"): role, key(name): value})

without_role := account({})

missing := {"name": "orders", "found": false, "metadata": {}}

unknown := {"name": "orders", "found": null, "metadata": {}}

pod(metadata, spec) := {
	"metadata": object.union({"name": "orders-0"}, metadata),
	"spec": object.union({"serviceAccountName": "orders", "containers": [{"name": "app"}]}, spec),
}

annotated(annotations) := pod({"annotations": annotations}, {})

containing(containers) := pod({}, {"containers": containers})

# A Pod whose ServiceAccount has a role; each member of `changes` replaces one of the input.
given(changes) := {name: object.get(changes, name, value) |
	some name, value in {
		"pod": pod({}, {}),
		"namespace": {"name": "shop", "labels": {}},
		"serviceAccount": with_role,
		"owner": {"kind": "Deployment", "name": "orders"},
		"declared": {"aws": [], "gcp": ["gcloud-setup"]},
	}
}

decide(changes, choices) := decision if {
	decision := aws.decision with input as given(changes)
		with data.settings.aws as object.union(settings, choices)
}

reason(changes, choices) := decide(changes, choices).reason.code

codes(changes, choices) := [finding.code | some finding in decide(changes, choices).findings]

identity(changes, choices) := decide(changes, choices).identity

# The names of the variables added to a container, in order.
added(decision, list, container) := [edit.value.name |
	some edit in decision.edits
	edit.edit == "addEnv"
	edit.list == list
	edit.container == container
]

mounted(decision) := [[edit.list, edit.container] |
	some edit in decision.edits
	edit.edit == "addMount"
]

token(decision) := [edit.value.projected.sources[0].serviceAccountToken |
	some edit in decision.edits
	edit.edit == "addVolume"
][0]

variable(name, value) := {"name": name, "value": value}

own_pair := [variable("AWS_ROLE_ARN", role), variable("AWS_WEB_IDENTITY_TOKEN_FILE", token_file)]

token_mount := {"name": "aws-iam-token", "readOnly": true, "mountPath": settings.tokenMountPath}

token_volume := {
	"name": "aws-iam-token",
	"projected": {"sources": [{"serviceAccountToken": {
		"audience": "sts.amazonaws.com",
		"expirationSeconds": 86400,
		"path": "token",
	}}]},
}

credentials_volume := {
	"name": "eks-pod-identity-token",
	"projected": {"sources": [{"serviceAccountToken": {
		"audience": "pods.eks.amazonaws.com",
		"expirationSeconds": 80000,
		"path": "eks-pod-identity-token",
	}}]},
}

credentials_mount := {
	"name": "eks-pod-identity-token",
	"readOnly": true,
	"mountPath": settings.containerCredentials.tokenMountPath,
}

credentials_pair := [
	variable("AWS_CONTAINER_CREDENTIALS_FULL_URI", full_uri),
	variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", credentials_file),
]

injected_container := {"name": "app", "env": own_pair, "volumeMounts": [token_mount]}

injected := pod({}, {"containers": [injected_container], "volumes": [token_volume]})

injected_by_eks := pod({}, {
	"containers": [{"name": "app", "env": credentials_pair, "volumeMounts": [credentials_mount]}],
	"volumes": [credentials_volume],
})
