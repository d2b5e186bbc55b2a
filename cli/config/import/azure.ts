import { isEmpty } from "./registration.ts";
import type { Part, ReadWebhook, Remark, Setting } from "./translate.ts";

/** What Azure's webhook knows from elsewhere: the API server's version, and the selector of its registration. */
export function azureSettings({ webhook, variables, cluster, registration }: ReadWebhook): Part {
  const settings: Setting[] = [];
  const remarks: Remark[] = [];
  if (!variables.has("AZURE_TENANT_ID")) {
    const reason = "it is not set where it was looked for; give providers.azure.azureTenantId by hand";
    remarks.push({ severity: "warning", about: "AZURE_TENANT_ID", reason });
  }
  if (cluster.apiServerVersion === undefined) {
    const reason = "not asked for; with 1.32 or newer give it, for the proxy is a native sidecar there";
    remarks.push({ severity: "info", about: "providers.azure.kubernetesVersion", reason });
  } else {
    settings.push({ path: ["kubernetesVersion"], value: cluster.apiServerVersion, note: "the API server" });
  }
  if (registration !== undefined && !isEmpty(registration.namespaceSelector)) {
    settings.push({
      path: ["mutatingWebhookNamespaceSelector"],
      value: registration.namespaceSelector,
      note: `MutatingWebhookConfiguration ${registration.name}, for ${webhook.namespace}`,
    });
  }
  return { settings, remarks };
}
