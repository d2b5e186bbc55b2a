import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parse } from "yaml";
import { importCommand } from "../../../../cli/config/import/import.ts";
import { resolveConfig } from "../../../../engine/config/resolve.ts";
import { ruleSettings } from "../../../../engine/config/rule-settings.ts";
import type { Provider, RuleSettings } from "../../../../engine/decision.ts";
import { parseJson, type JsonObject } from "../../../../engine/json.ts";
import { readCases } from "../../../conformance/cases.ts";
import { officialManifests } from "./official-manifests.ts";

const root = fileURLToPath(new URL("../../../../..", import.meta.url));
const folders = ["test/conformance/handwritten", "test/conformance/decided", "../shared/conformance/random"];

/** Each set of settings that a case of the folder has, by cloud. */
function settingsIn(folder: string): [Provider, JsonObject][] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const all = names
    .flatMap((name) => readCases(join(folder, name)))
    .flatMap(({ providers }) => providers)
    .map(({ provider, settings }) => JSON.stringify([provider, settings]));
  return [...new Set(all)].map((text) => {
    const [provider, settings] = parseJson(text) as unknown as [Provider, JsonObject];
    return [provider, settings];
  });
}

/** What rules see with the settings; what no dump holds is given by hand. */
function seen(provider: Provider, settings: JsonObject, byHand: JsonObject): RuleSettings {
  const value = {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Config",
    providers: { [provider]: { ...settings, ...byHand } },
  };
  return ruleSettings(resolveConfig({ value }));
}

const styles = ["equals", "words", "one-dash"] as const;

for (const folder of folders) {
  const path = join(root, folder);
  t.test(`the settings of the cases in ${folder} come back`, async (t) => {
    if (!existsSync(path)) {
      t.comment(`skipped: there is no ${folder} beside this checkout`);
      return;
    }
    const all = settingsIn(path);
    t.ok(all.length > 3, `${all.length} sets of settings`);
    const file = join(t.testdir({}), "dump.json");
    for (const [index, [provider, settings]] of all.entries()) {
      const style = styles[index % styles.length] ?? "equals";
      await t.test(`${provider} ${index}`, async (t) => {
        writeFileSync(file, JSON.stringify({ kind: "List", items: officialManifests(provider, settings, style) }));
        const { status, stdout = "", stderr = "" } = await importCommand.run({ options: {}, operands: [file] });
        t.equal(status, 0);
        const imported: unknown = parse(String(stdout));
        const { providers } = imported as { providers: { [name: string]: JsonObject } };
        const { instanceIdentity, kubernetesVersion, configMap: _roles, ...others } = settings;
        const byHand = {
          ...(instanceIdentity === undefined ? {} : { instanceIdentity }),
          ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
        };
        // Roles that the webhook does not read are none.
        const meant = settings.watchConfigMap === true ? settings : { ...others, ...byHand };
        t.same(seen(provider, providers[provider] ?? {}, byHand), seen(provider, meant, {}), JSON.stringify(settings));
        t.equal(
          stderr.includes("instanceIdentity"),
          settings.composeRoleArn === true,
          "what is to be given by hand is told",
        );
      });
    }
  });
}
