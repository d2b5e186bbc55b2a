import type { Provider } from "../../../engine/decision.ts";
import { isJsonObject, jsonEqual, member, type Json } from "../../../engine/json.ts";
import type { Cluster, Remark } from "./translate.ts";
import { list, text, type Webhook } from "./webhook.ts";

/** How the API server calls a webhook: the name of its configuration, and for which Pods. */
export type Registration = {
  readonly name: string;
  readonly namespaceSelector: Json;
  readonly objectSelector: Json;
};

/** What the configurations and their webhooks are called, by their makers and by OpenShift. */
const names: { readonly [provider in Provider]: RegExp } = {
  aws: /\baws\b|amazonaws|iam-for-pods/,
  azure: /azure/,
  gcp: /gcp/,
  alibaba: /ack-pod-identity|alibaba/,
};

/** The entry of a MutatingWebhookConfiguration that calls this webhook: one for its Namespace, with a name of its cloud. */
export function registrationOf(
  { provider, namespace }: Webhook,
  { webhookConfigurations }: Pick<Cluster, "webhookConfigurations">,
): Registration | undefined {
  for (const configuration of webhookConfigurations) {
    const name = text(member(member(configuration, "metadata"), "name"));
    for (const entry of list(member(configuration, "webhooks"))) {
      const service = member(member(entry, "clientConfig"), "service");
      if (member(service, "namespace") !== namespace) continue;
      if (!names[provider].test(name) && !names[provider].test(text(member(entry, "name")))) continue;
      return {
        name,
        namespaceSelector: member(entry, "namespaceSelector") ?? {},
        objectSelector: member(entry, "objectSelector") ?? {},
      };
    }
  }
  return undefined;
}

const skipLabel: Json = {
  matchExpressions: [{ key: "eks.amazonaws.com/skip-pod-identity-webhook", operator: "DoesNotExist" }],
};

/** What of the official registration is part of the rules, and so no matter of the configuration. */
const ruledSelectors: { readonly [provider in Provider]: readonly Json[] } = {
  aws: [skipLabel],
  azure: [{ matchLabels: { "azure.workload.identity/use": "true" } }],
  gcp: [],
  alibaba: [],
};

/** What a registration does that no setting does: selectors of its own. Azure's namespaceSelector is a setting. */
export function registrationRemarks({ provider }: Webhook, registration: Registration | undefined): Remark[] {
  if (registration === undefined) return [];
  const { name, namespaceSelector, objectSelector } = registration;
  const remarks: Remark[] = [];
  const remark = (about: string, reason: string): void => {
    remarks.push({ severity: "warning", about: `${about} of MutatingWebhookConfiguration ${name}`, reason });
  };
  if (provider !== "azure" && !isEmpty(namespaceSelector)) {
    remark(
      "namespaceSelector",
      "no setting equals it: Pods in Namespaces that it leaves out are decided like all others",
    );
  }
  const isRuled = ruledSelectors[provider].some((selector) => jsonEqual(selector, objectSelector));
  if (!isRuled && !isEmpty(objectSelector)) {
    remark("objectSelector", "no setting equals it: Pods that it leaves out are decided like all others");
  }
  if (provider === "aws" && isEmpty(objectSelector)) {
    remark(
      "no objectSelector",
      "the rules leave Pods with the label eks.amazonaws.com/skip-pod-identity-webhook alone",
    );
  }
  return remarks;
}

/** Whether a selector selects everything. */
export function isEmpty(selector: Json): boolean {
  return (
    !isJsonObject(selector) ||
    (Object.values(selector).every((part) => !isJsonObject(part) || Object.keys(part).length === 0) &&
      list(member(selector, "matchExpressions")).length === 0)
  );
}
