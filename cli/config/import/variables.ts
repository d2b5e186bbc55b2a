import { isJsonObject, member, type Json, type JsonObject } from "../../../engine/json.ts";
import { list, text, type Webhook } from "./webhook.ts";

/** A container's variable: its value, or why that is not known. */
export type Variable = { readonly value: string } | { readonly unknown: string };

/** Finds a ConfigMap's data by namespace and name. */
export type FindConfigMap = (namespace: string, name: string) => JsonObject | undefined;

/** The ConfigMaps that a webhook's settings may stand in: its variables', its volumes', and the one that AWS's webhook watches. */
export function configMapsOf(
  webhook: Webhook,
  watched: readonly { namespace: string; name: string }[],
): readonly {
  readonly namespace: string;
  readonly name: string;
}[] {
  const names = [
    ...list(member(webhook.container, "envFrom")).map((source) => member(member(source, "configMapRef"), "name")),
    ...list(member(webhook.container, "env")).map((entry) =>
      member(member(member(entry, "valueFrom"), "configMapKeyRef"), "name"),
    ),
    ...list(member(webhook.podSpec, "volumes")).map((volume) => member(member(volume, "configMap"), "name")),
  ];
  const own = names.filter((name) => typeof name === "string").map((name) => ({ namespace: webhook.namespace, name }));
  const all = [...own, ...watched];
  return all.filter(
    (one, index) => all.findIndex(({ namespace, name }) => namespace === one.namespace && name === one.name) === index,
  );
}

/** The variables of a webhook's container as the kubelet sets them: `envFrom` in order, `env` over it. */
export function variablesOf(webhook: Webhook, find: FindConfigMap): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const source of list(member(webhook.container, "envFrom"))) {
    const name = text(member(member(source, "configMapRef"), "name"));
    const prefix = text(member(source, "prefix"));
    for (const [key, value] of Object.entries(find(webhook.namespace, name) ?? {})) {
      if (typeof value === "string") variables.set(prefix + key, { value });
    }
  }
  for (const entry of list(member(webhook.container, "env"))) {
    const name = text(member(entry, "name"));
    const variable = variableOf(entry, webhook, find);
    if (variable !== undefined)
      variables.set(name, "value" in variable ? { value: expand(variable.value, variables) } : variable);
  }
  return variables;
}

function variableOf(entry: Json, { namespace }: Webhook, find: FindConfigMap): Variable | undefined {
  const from = member(entry, "valueFrom");
  if (from === undefined) return { value: text(member(entry, "value")) };
  const key = member(from, "configMapKeyRef");
  if (key !== undefined) {
    const name = text(member(key, "name"));
    const value = member(find(namespace, name), text(member(key, "key")));
    if (typeof value === "string") return { value };
    if (member(key, "optional") === true) return undefined;
    return { unknown: `it stands in the ConfigMap ${namespace}/${name}, which is not among what was read` };
  }
  const secret = member(from, "secretKeyRef");
  if (secret !== undefined) {
    const place = `key ${text(member(secret, "key"))} of the Secret ${namespace}/${text(member(secret, "name"))}`;
    return { unknown: `it is ${place}, and Secrets are not read` };
  }
  const field = member(member(from, "fieldRef"), "fieldPath");
  return field === "metadata.namespace" ? { value: namespace } : { unknown: "only the running Pod knows it" };
}

/** A text with its references `$(NAME)` to known variables replaced, as the kubelet does; `$$` is a dollar sign. */
export function expand(text: string, variables: ReadonlyMap<string, Variable>): string {
  return text.replaceAll(/\$\$|\$\(([^()]*)\)/g, (whole, name: string | undefined) => {
    if (name === undefined) return "$";
    const variable = variables.get(name);
    return variable !== undefined && "value" in variable ? variable.value : whole;
  });
}

/** What stands behind `envFrom` and was not read, with why not. */
export function unreadSources(
  { container, namespace }: Webhook,
  find: FindConfigMap,
): { readonly about: string; readonly reason: string }[] {
  return list(member(container, "envFrom")).flatMap((source) => {
    const secret = member(member(source, "secretRef"), "name");
    if (typeof secret === "string") {
      return [
        { about: `Secret ${namespace}/${secret}`, reason: "Secrets are not read: what variables it sets is not known" },
      ];
    }
    const name = text(member(member(source, "configMapRef"), "name"));
    if (find(namespace, name) !== undefined) return [];
    const reason = "not among what was read: what variables it sets is not known";
    return [{ about: `ConfigMap ${namespace}/${name}`, reason }];
  });
}

/** A ConfigMap's `data`, by namespace and name. */
export function findIn(configMaps: readonly JsonObject[]): FindConfigMap {
  return (namespace, name) => {
    const found = configMaps.find((configMap) => {
      const metadata = member(configMap, "metadata");
      return (text(member(metadata, "namespace")) || "default") === namespace && member(metadata, "name") === name;
    });
    const data = member(found, "data");
    return found === undefined ? undefined : isJsonObject(data) ? data : {};
  };
}
