package podgraft.azure_test

import data.podgraft.azure

settings := {
	"profile": "1.6.0",
	"acceptEquivalentLayout": true,
	"azureTenantId": "tenant",
	"authorityHost": "https://login.microsoftonline.com/",
	"proxyImage": "",
	"proxyInitImage": "",
	"audience": "",
	"logLevel": "",
	"kubernetesVersion": "v1.34.0",
	"mutatingWebhookNamespaceSelector": {},
	"customTokenEndpointAnnotationSuffix": "",
	"customTokenEndpointAudience": "",
	"azureKubernetesTokenProxy": "",
	"azureKubernetesSniName": "",
	"azureKubernetesCaData": "",
	"azureKubernetesCaConfigmapName": "",
	"azureKubernetesCaCtbSignerName": "",
	"azureKubernetesCaCtbLabelSelectorObject": null,
}

old := {"profile": "1.5.1"}

endpoint := {
	"customTokenEndpointAnnotationSuffix": "binding",
	"customTokenEndpointAudience": "api://binding",
	"azureKubernetesTokenProxy": "https://proxy",
}

key(name) := concat("/", ["azure.workload.identity", name])

labelled := {"labels": {key("use"): "true"}, "name": "orders-0"}

annotated(annotations) := object.union(labelled, {"annotations": annotations})

account(annotations) := {"name": "orders", "found": true, "metadata": {"annotations": annotations}}

# A template's Pod with one container; `changes` are laid over the input.
given(changes) := object.union(
	{
		"pod": {
			"metadata": labelled,
			"spec": {"serviceAccountName": "orders", "containers": [{"name": "app"}]},
		},
		"namespace": {"name": "shop", "labels": {}},
		"serviceAccount": account({key("client-id"): "client"}),
		"owner": {"kind": "Deployment", "nameIsFinal": false},
		"declared": {"azure": ["azwi-proxy", "azwi-proxy-init"], "gcp": ["gcloud-setup"]},
	},
	changes,
)

decide(changes, choices) := decision if {
	decision := azure.decision with input as given(changes)
		with data.settings.azure as object.union(settings, choices)
}

codes(decision) := [finding.code | some finding in decision.findings]

edits(decision, kind) := [edit | some edit in decision.edits; edit.edit == kind]

bare := {"owner": {"kind": "Pod", "nameIsFinal": true}}

hashed := "azure-workload-identity-reserved-85d2a9f30000d7baba9eb51a96bde6"

foreign := "azure-workload-identity-reserved-f7abd75ff5f341672bc221b67af494"

hashed_volume(name, seconds) := {"name": name, "projected": {"sources": [{"serviceAccountToken": {
	"path": "token/azure-identity-token",
	"expirationSeconds": seconds,
	"audience": "api://AzureADTokenExchange",
}}]}}

hashed_mount(name) := {"name": name, "mountPath": "/var/run/secrets/azure/wi", "readOnly": true}

fixed_volume(audience) := {"name": "azure-identity-token", "projected": {"defaultMode": 420, "sources": [{"serviceAccountToken": {
	"path": "azure-identity-token",
	"expirationSeconds": 3600,
	"audience": audience,
}}]}}

fixed_mount := {"name": "azure-identity-token", "mountPath": "/var/run/secrets/azure/tokens", "readOnly": true}

variables(token_file) := [
	{"name": "AZURE_CLIENT_ID", "value": "client"},
	{"name": "AZURE_TENANT_ID", "value": "tenant"},
	{"name": "AZURE_FEDERATED_TOKEN_FILE", "value": token_file},
	{"name": "AZURE_AUTHORITY_HOST", "value": "https://login.microsoftonline.com/"},
]

hashed_file := "/var/run/secrets/azure/wi/token/azure-identity-token"

fixed_file := "/var/run/secrets/azure/tokens/azure-identity-token"

complete(name, token_file, mount) := {"name": name, "env": variables(token_file), "volumeMounts": [mount]}
