package podgraft.alibaba_test

import data.podgraft.alibaba

settings := {
	"profile": "0.4.2",
	"accountUid": "1234567890123456",
	"clusterId": "c0",
	"oidcProviderArn": "",
	"region": "cn-hangzhou",
	"autoInjectSTSEnvVars": true,
}

old := {"profile": "0.1.1"}

keyed(names) := {concat("/", ["pod-identity.alibabacloud.com", name]): value | some name, value in names}

on := keyed({"injection": "on"})

role := keyed({"role-name": "reader"})

account(annotations) := {"name": "orders", "found": true, "metadata": {"annotations": annotations}}

namespace(labels) := {"name": "shop", "labels": labels}

pod(metadata, spec) := {
	"metadata": metadata,
	"spec": object.union({"serviceAccountName": "orders", "containers": [{"name": "app"}]}, spec),
}

annotated(annotations) := {"pod": pod({"annotations": keyed(annotations)}, {})}

# Members are replaced, not merged.
laid_over(base, changes) := object.union(object.remove(base, object.keys(changes)), changes)

# A Pod that is injected; `changes` are laid over the input, `choices` over the settings.
decide(changes, choices) := decision if {
	given := laid_over(
		{
			"pod": pod({}, {}),
			"namespace": namespace(on),
			"serviceAccount": account(role),
			"declared": {"gcp": ["gcloud-setup"]},
		},
		changes,
	)
	decision := alibaba.decision with input as given with data.settings.alibaba as object.union(settings, choices)
}

edits(decision, kind) := [edit | some edit in decision.edits; edit.edit == kind]

values(decision, kind) := [edit.value | some edit in edits(decision, kind)]

codes(decision) := [finding.code | some finding in decision.findings]

token_volume(seconds) := {
	"name": "rrsa-oidc-token",
	"projected": {"sources": [{"serviceAccountToken": {
		"audience": "sts.aliyuncs.com",
		"expirationSeconds": seconds,
		"path": "token",
	}}]},
}

token_mount := {"name": "rrsa-oidc-token", "mountPath": "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens", "readOnly": true}
