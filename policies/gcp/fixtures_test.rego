package podgraft.gcp_test

import data.podgraft.gcp

settings := {
	"profile": "0.7.0",
	"annotationPrefix": "cloud.google.com",
	"tokenAudience": "sts.googleapis.com",
	"tokenExpirationSeconds": 86400,
	"gcpDefaultRegion": "",
	"gcloudImage": "registry.example.com/cloud-cli:500",
	"tokenDefaultMode": 288,
	"setupContainerResources": null,
	"defaultInjectionMode": "gcloud",
}

next := {"profile": "next", "defaultInjectionMode": "direct"}

provider := "projects/1/locations/global/workloadIdentityPools/pool/providers/cluster"

email := "orders@shop.iam.gserviceaccount.com"

pair := keyed({"workload-identity-provider": provider, "service-account-email": email})

direct := keyed({"injection-mode": "direct"})

keyed(annotations) := {concat("/", ["cloud.google.com", name]): value | some name, value in annotations}

account(annotations) := {"name": "orders", "found": true, "metadata": {"annotations": annotations}}

pod(metadata, spec) := {
	"metadata": metadata,
	"spec": object.union({"serviceAccountName": "orders", "containers": [{"name": "app"}]}, spec),
}

# Members are replaced, not merged.
laid_over(base, changes) := object.union(object.remove(base, object.keys(changes)), changes)

# The Pod of a ServiceAccount that opted in; `changes` are laid over the input, `choices` over the settings.
decide(changes, choices) := decision if {
	given := laid_over(
		{
			"pod": pod({}, {}),
			"namespace": {"name": "shop", "labels": {}},
			"serviceAccount": account(pair),
			"declared": {"gcp": ["gcloud-setup"], "azure": ["azwi-proxy"]},
		},
		changes,
	)
	decision := gcp.decision with input as given with data.settings.gcp as object.union(settings, choices)
}

with_annotations(annotations, choices) := decide({"serviceAccount": account(object.union(pair, annotations))}, choices)

edits(decision, kind) := [edit | some edit in decision.edits; edit.edit == kind]

codes(decision) := [finding.code | some finding in decision.findings]
