import { PodgraftError } from "../../engine/errors.ts";
import type { CredentialsRequest } from "../requests/request.ts";
import { givenPrincipal, namedPrincipal, noPrincipal, specText } from "./principal.ts";
import { openshiftTokenPath, type AzureSettings, type RenderSettings } from "./settings.ts";
import { secretText, type SecretContent } from "./manifest.ts";

/** The Secret's keys in the official order, and what the value is called where it is missing. */
const values = [
  ["azure_client_id", "azureClientID", "--principal"],
  ["azure_tenant_id", "azureTenantID", "--tenant-id"],
  ["azure_region", "azureRegion", "--region"],
  ["azure_subscription_id", "azureSubscriptionID", "--subscription-id"],
] as const;

/** The five values of an Azure component; undefined where the operator writes nothing. */
export function azureSecret(
  request: CredentialsRequest,
  settings: RenderSettings,
  cloud: AzureSettings,
): Pick<SecretContent, "field" | "entries"> | undefined {
  const clientId =
    givenPrincipal(request, settings, "client id") ?? namedPrincipal(request, "azureClientID", "client id");
  const known = [clientId, cloud.tenantId, cloud.region, cloud.subscriptionId];
  const entries = values.map(([key, field], index) => [key, known[index] ?? specText(request, field) ?? ""] as const);
  const isMissing = (index: number): boolean => entries[index]?.[1] === "";
  if (settings.form === "operator" && entries.every((_, index) => isMissing(index))) return undefined;
  if (isMissing(0) && settings.form === "ccoctl") {
    throw noPrincipal(request, "give --principal with the client id of its managed identity");
  }
  const missing = values.filter((_, index) => isMissing(index));
  if (missing.length > 0) {
    const names = missing.map(([, field, option]) => `${option} or spec.providerSpec.${field}`).join(", ");
    throw new PodgraftError(
      "input.invalid",
      `the Secret lacks values; give ${names}`,
      request.at(["spec", "providerSpec"]),
    );
  }
  const file = request.cloudTokenPath ?? openshiftTokenPath;
  return { field: "stringData", entries: [...entries, ["azure_federated_token_file", file]] };
}

/** The Secret from which the cluster's workload identity webhook has its tenant. */
export function azureWebhookSecret(tenantId: string): string {
  return secretText({
    namespace: "openshift-cloud-credential-operator",
    name: "azure-credentials",
    field: "stringData",
    entries: [["azure_tenant_id", tenantId]],
  });
}
