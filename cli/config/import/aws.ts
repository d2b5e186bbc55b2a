import { isJsonObject, member, type Json } from "../../../engine/json.ts";
import { parseJson } from "../../../engine/config/parse-json.ts";
import type { FindConfigMap } from "./variables.ts";
import type { Part, ReadWebhook, Remark, Setting } from "./translate.ts";
import { list, text, type Webhook } from "./webhook.ts";

const configMapName = "pod-identity-webhook";

/** Where the ConfigMap with roles stands that a webhook watches: none, or one in the Namespace of its flag. */
export function watchedConfigMaps({ flags }: Pick<ReadWebhook, "flags">): { namespace: string; name: string }[] {
  const watch = flags.findLast(({ name }) => name === "watch-config-map");
  if (watch === undefined || /^(?:0|f|F|FALSE|false|False)$/.test(watch.value ?? "true")) return [];
  const namespace = flags.findLast(({ name }) => name === "namespace")?.value ?? "eks";
  return [{ namespace, name: configMapName }];
}

/** What AWS's webhook reads besides its flags: the ConfigMap with roles, and the file with container credentials' ServiceAccounts. */
export function awsSettings(read: ReadWebhook): Part {
  const parts = [roles(read), containerCredentials(read), account(read)];
  return {
    settings: parts.flatMap((part) => part.settings ?? []),
    remarks: parts.flatMap((part) => part.remarks ?? []),
  };
}

function roles(read: ReadWebhook): Partial<Part> {
  const [watched] = watchedConfigMaps(read);
  if (watched === undefined) return {};
  const about = `ConfigMap ${watched.namespace}/${watched.name}`;
  const data = read.cluster.findConfigMap(watched.namespace, watched.name);
  if (data === undefined) {
    return warning(about, "it is not among what was read: its roles are missing in providers.aws.configMap");
  }
  const config = parseJson(text(member(data, "config")));
  if (config === undefined && text(member(data, "config")) === "") return {};
  if (!isJsonObject(config))
    return warning(about, "data.config is no JSON object; the webhook takes no role from it either");
  return { settings: [{ path: ["configMap"], value: config, note: `data.config of ${about}` }] };
}

function containerCredentials({ webhook, flags, cluster }: ReadWebhook): Partial<Part> {
  const flag = flags.findLast(({ name }) => name === "watch-container-credentials-config");
  const path = flag?.value ?? "";
  if (flag === undefined || path === "") return {};
  const file = mountedFile(webhook, path, cluster.findConfigMap);
  if (typeof file !== "string") return warning(flag.text, file.reason);
  const identities = identitiesOf(file);
  if (identities === undefined)
    return warning(flag.text, "the file is no JSON of the form {identities: [{namespace, serviceAccount}]}");
  const setting: Setting = { path: ["containerCredentials", "identities"], value: identities, note: path };
  return { settings: [setting] };
}

/** Nothing is there yet: an empty file clears the list. Names that the webhook does not look at are left out. */
function identitiesOf(file: string): Json[] | undefined {
  if (file.trim() === "") return [];
  const parsed = parseJson(file);
  if (!isJsonObject(parsed)) return undefined;
  return list(anyCase(parsed, "identities")).map((identity) => ({
    namespace: text(anyCase(identity, "namespace")),
    serviceAccount: text(anyCase(identity, "serviceAccount")),
  }));
}

/** Go finds members whatever their letter case. */
function anyCase(value: Json, key: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const exact = member(value, key);
  const name = Object.keys(value).find((candidate) => candidate.toLowerCase() === key.toLowerCase());
  return exact ?? (name === undefined ? undefined : value[name]);
}

/** The text of a file that a ConfigMap's volume puts into the container. */
function mountedFile(
  { container, podSpec, namespace }: Webhook,
  path: string,
  find: FindConfigMap,
): string | { readonly reason: string } {
  const mounts = list(member(container, "volumeMounts")).filter((mount) =>
    isAbove(text(member(mount, "mountPath")), path),
  );
  const mount = mounts.toSorted((left, right) => mountPath(right).length - mountPath(left).length)[0];
  const volume = list(member(podSpec, "volumes")).find(
    (candidate) => member(candidate, "name") === member(mount ?? null, "name"),
  );
  const source = member(volume, "configMap");
  if (mount === undefined || source === undefined) {
    return {
      reason: `${path} is in no ConfigMap that is mounted; give providers.aws.containerCredentials.identities by hand`,
    };
  }
  const name = text(member(source, "name"));
  const data = find(namespace, name);
  if (data === undefined)
    return { reason: `it is in the ConfigMap ${namespace}/${name}, which is not among what was read` };
  const rest = path.slice(mountPath(mount).replace(/\/$/, "").length + 1);
  const within = [text(member(mount, "subPath")), rest].filter((part) => part !== "").join("/");
  const content = member(data, keyOf(source, within));
  return typeof content === "string"
    ? content
    : { reason: `the ConfigMap ${namespace}/${name} has nothing for ${within}` };
}

function mountPath(mount: Json): string {
  return text(member(mount, "mountPath"));
}

function isAbove(folder: string, path: string): boolean {
  return folder !== "" && (path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`));
}

/** The key behind a file of the volume: `items` gives files other names. */
function keyOf(source: Json, file: string): string {
  const item = list(member(source, "items")).find((candidate) => member(candidate, "path") === file);
  return item === undefined ? file : text(member(item, "key"));
}

function account({ flags }: ReadWebhook): Partial<Part> {
  const compose = flags.findLast(({ name }) => name === "compose-role-arn");
  if (compose === undefined || /^(?:0|f|F|FALSE|false|False)$/.test(compose.value ?? "true")) return {};
  return warning(
    compose.text,
    "account and region come from the instance; give providers.aws.instanceIdentity: {accountId, region}",
  );
}

function warning(about: string, reason: string): { readonly remarks: readonly Remark[] } {
  return { remarks: [{ severity: "warning", about, reason }] };
}
