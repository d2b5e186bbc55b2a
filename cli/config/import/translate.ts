import { typesOf } from "../../../engine/config/schema/lookup.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { alibabaSettings } from "./alibaba.ts";
import { awsSettings } from "./aws.ts";
import { azureSettings } from "./azure.ts";
import { servingKind } from "./flag-meaning.ts";
import { readFlags, type Flag, type FlagKind } from "./flags.ts";
import { chooseProfile } from "./profile.ts";
import { registrationOf, registrationRemarks, type Registration } from "./registration.ts";
import { settingNames, settingValue, type SettingName } from "./setting-names.ts";
import { expand, unreadSources, variablesOf, type FindConfigMap, type Variable } from "./variables.ts";
import type { Webhook } from "./webhook.ts";

/** Something of a webhook that could not be taken over, or not for certain. */
export type Remark = { readonly severity: "info" | "warning"; readonly about: string; readonly reason: string };

/** A setting that was taken over, and from what. */
export type Setting = { readonly path: readonly string[]; readonly value: Json; readonly note: string };

/** What is known about a cluster besides the webhooks themselves. */
export type Cluster = {
  readonly findConfigMap: FindConfigMap;
  readonly webhookConfigurations: readonly JsonObject[];
  /** GitVersion of the API server, where it could be asked for. */
  readonly apiServerVersion: string | undefined;
};

/** What a webhook's own settings come to. */
export type Translation = {
  readonly webhook: Webhook;
  readonly settings: readonly Setting[];
  readonly remarks: readonly Remark[];
  readonly registration: Registration | undefined;
};

/** A webhook with its flags and variables read, as the parts for each cloud need them. */
export type ReadWebhook = {
  readonly webhook: Webhook;
  readonly flags: readonly Flag[];
  readonly variables: ReadonlyMap<string, Variable>;
  readonly cluster: Cluster;
  readonly registration: Registration | undefined;
};

/** What one cloud's part gives. */
export type Part = { readonly settings: readonly Setting[]; readonly remarks: readonly Remark[] };

/** Translates a webhook into settings. Never fails: what cannot be taken over is remarked. */
export function translate(webhook: Webhook, cluster: Cluster): Translation {
  const read = {
    ...readWebhook(webhook, cluster.findConfigMap),
    cluster,
    registration: registrationOf(webhook, cluster),
  };
  const parts = [profilePart(read), flagPart(read), variablePart(read), cloudPart(read)];
  const settings = latest(parts.flatMap((part) => part.settings));
  const remarks = together([
    ...parts.flatMap((part) => part.remarks),
    ...settings.flatMap(placeholderRemark),
    ...registrationRemarks(webhook, read.registration),
  ]);
  return { webhook, settings: withNeededProfile(settings), remarks, registration: read.registration };
}

/** The flags and variables of a webhook. */
export function readWebhook(
  webhook: Webhook,
  find: FindConfigMap,
): Pick<ReadWebhook, "webhook" | "flags" | "variables"> {
  const variables = variablesOf(webhook, find);
  const names = settingNames(webhook.provider);
  const kindOf = (flag: string): FlagKind => {
    const setting = names.find(({ official }) => official === `--${flag}`);
    if (setting !== undefined) return typesOf(setting.schema).includes("boolean") ? "switch" : "valued";
    return elsewhere.has(flag) ? "valued" : servingKind(webhook.provider, flag);
  };
  const words = webhook.words.map((word) => expand(word, variables));
  return { webhook, variables, flags: readFlags(words, kindOf) };
}

function profilePart({ webhook }: ReadWebhook): Part {
  const { profile, remark } = chooseProfile(webhook);
  return {
    settings: [{ path: ["profile"], value: profile, note: webhook.image === "" ? "no image" : webhook.image }],
    remarks: remark === undefined ? [] : [{ severity: "info", about: `profile ${profile}`, reason: remark }],
  };
}

/** Flags that one of the clouds' own parts reads. */
const elsewhere: ReadonlySet<string> = new Set(["watch-container-credentials-config"]);

function flagPart({ webhook: { provider }, flags }: ReadWebhook): Part {
  const settings: Setting[] = [];
  const remarks: Remark[] = [];
  const names = settingNames(provider);
  for (const flag of flags) {
    const name = names.find(({ official }) => official === `--${flag.name}`);
    if (name !== undefined) {
      const taken = take(name, flag.value, flag.text);
      if ("severity" in taken) remarks.push(taken);
      else settings.push(taken);
    } else if (servingKind(provider, flag.name) !== "unknown") {
      remarks.push({ severity: "info", about: flag.text, reason: "about how the webhook is served, not about Pods" });
    } else if (provider !== "alibaba" && !elsewhere.has(flag.name)) {
      remarks.push({
        severity: "warning",
        about: flag.text,
        reason: "no setting equals this flag; find out whether Pods depend on it",
      });
    }
  }
  return { settings, remarks };
}

/** A flag or variable as the setting that it equals, or why it is none. */
function take({ path, schema, official }: SettingName, text: string | undefined, written: string): Setting | Remark {
  if (text !== undefined && /\$\([^()]*\)/.test(text)) {
    const reason = "it refers to a variable whose value is not known; set it by hand";
    return { severity: "warning", about: written, reason: `${path.join(".")}: ${reason}` };
  }
  const value = settingValue(schema, text);
  if (value !== undefined) return { path, value, note: official };
  return { severity: "warning", about: written, reason: `the value is none that ${path.join(".")} can have` };
}

function variablePart({ webhook, variables, cluster }: ReadWebhook): Part {
  const { provider } = webhook;
  const settings: Setting[] = [];
  const remarks: Remark[] = unreadSources(webhook, cluster.findConfigMap).map((source) => ({
    severity: "warning",
    ...source,
  }));
  for (const name of settingNames(provider)) {
    const variable = variables.get(name.official);
    if (variable === undefined) continue;
    const taken: Setting | Remark =
      "value" in variable
        ? take(name, variable.value, name.official)
        : { severity: "warning", about: name.official, reason: `${name.path.join(".")}: ${variable.unknown}` };
    if ("severity" in taken) remarks.push(taken);
    else settings.push(taken);
  }
  return { settings, remarks };
}

function cloudPart(read: ReadWebhook): Part {
  switch (read.webhook.provider) {
    case "aws":
      return awsSettings(read);
    case "azure":
      return azureSettings(read);
    case "gcp":
      return { settings: [], remarks: [] };
    case "alibaba":
      return alibabaSettings(read);
  }
}

/** Release manifests have `${NAME}` where the installation is to put a value. */
function placeholderRemark({ path, value, note }: Setting): Remark[] {
  if (path[0] === "profile" || typeof value !== "string" || !/\$\{[^}]*\}/.test(value)) return [];
  return [
    { severity: "warning", about: note, reason: `${path.join(".")} is still a placeholder; give the value by hand` },
  ];
}

/** Remarks of one reason become one, at the place of the first. */
function together(remarks: readonly Remark[]): Remark[] {
  const byReason = new Map<string, Remark>();
  for (const remark of remarks) {
    const before = byReason.get(remark.reason);
    byReason.set(
      remark.reason,
      before === undefined ? remark : { ...before, about: `${before.about} ${remark.about}` },
    );
  }
  return [...byReason.values()];
}

/** Of several values of one setting the last one counts, as for flags. */
function latest(settings: readonly Setting[]): Setting[] {
  const byPath = new Map(settings.map((setting) => [setting.path.join("."), setting]));
  return [...byPath.values()];
}

/** Google's flag for the default mode came after 0.7.0, whatever the image is called. */
function withNeededProfile(settings: readonly Setting[]): Setting[] {
  const hasFlag = settings.some(({ path }) => path[0] === "defaultInjectionMode");
  return settings.map((setting) =>
    hasFlag && setting.path[0] === "profile"
      ? { ...setting, value: "next", note: "--default-injection-mode" }
      : setting,
  );
}
