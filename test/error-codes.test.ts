import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { importCommand } from "../cli/config/import/import.ts";
import { readConfigurationFile, resolveFile } from "../cli/configuration.ts";
import { injectCommand } from "../cli/inject.ts";
import { readText } from "../cli/input.ts";
import { readJsonDocuments } from "../cli/json-input.ts";
import { buildKustomization } from "../cli/kustomize/run-kustomize.ts";
import { parseCall } from "../cli/parse-call.ts";
import { runTool, runToolOrFail } from "../cli/run-tool.ts";
import type { RuleInput } from "../engine/decision.ts";
import { documentPatch } from "../engine/document/document-patch.ts";
import { PodDraft } from "../engine/edits/draft.ts";
import { exitStatus, PodgraftError, type ErrorCode } from "../engine/errors.ts";
import { locatePods } from "../engine/locate/locate-pods.ts";
import { addRows, builtInTable } from "../engine/locate/table.ts";
import { orderFields } from "../engine/typed/order.ts";
import type { RuleModule } from "../engine/wasm/host.ts";
import { loadRuleModule } from "../engine/wasm/load.ts";
import { readYaml } from "../renderer/yaml/read.ts";
import { splice } from "../renderer/yaml/splice.ts";

const folder = t.testdir({ empty: "", text: "text", "none.json": "{}" });

const input: RuleInput = {
  evaluate: ["aws"],
  pod: { key: "k" },
  namespace: { name: null, labels: null },
  serviceAccount: { name: "default", found: null, metadata: {} },
  owner: { apiVersion: "v1", kind: "Pod", name: "p", path: [], nameIsFinal: true },
  declared: {},
};

function faultyModule(): RuleModule {
  return loadRuleModule(new URL("../../test/fixtures/modules/faulty.wasm", import.meta.url));
}

function writeWherePlaceIsMissing(): unknown {
  const workload = { apiVersion: "example.com/v1", kind: "NoVolumes", containers: "spec.containers" };
  const document = { apiVersion: "example.com/v1", kind: "NoVolumes", spec: { containers: [] } };
  const { pods } = locatePods(document, addRows(builtInTable(), [workload]));
  return pods.map((pod) => documentPatch(document, pod, [{ op: "add", path: "/spec/volumes", value: [] }]));
}

function emptyKustomization(): unknown {
  const silent = join(folder, "kustomize");
  writeFileSync(silent, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  return buildKustomization({ command: silent, args: [], allowEmpty: false });
}

/** How each code comes about, by the real thing: a code that nothing throws any more, or that is new, is missing here. */
const producers: { readonly [code in ErrorCode]: () => unknown } = {
  "usage.invalid": () => parseCall(injectCommand, ["--frobnicate"]),
  "config.invalid": () => resolveFile(readConfigurationFile(join(folder, "none.json")), {}),
  "config.unreadable": () => readConfigurationFile(join(folder, "absent.yaml")),
  "input.unreadable": () => readText(join(folder, "absent.yaml")),
  "input.too_large": () => readText(join(folder, "text"), 3),
  "input.too_deep": () => readYaml("[".repeat(10_000)),
  "input.not_json": () => readJsonDocuments("{", "file"),
  "input.not_yaml": () => readYaml("["),
  "input.invalid": () => importCommand.run({ options: {}, operands: [join(folder, "none.json")] }),
  "input.pod_invalid": () =>
    locatePods({ apiVersion: "apps/v1", kind: "Deployment", spec: { template: 1 } }, builtInTable()),
  "internal.module": () => loadRuleModule(join(folder, "text")),
  "internal.evaluation": () => faultyModule().evaluate(input, { fault: "conflict" }),
  "internal.decision": () => orderFields({}, "NoSuchType"),
  "internal.forbidden_edit": () =>
    new PodDraft({ spec: { containers: [] } }).apply([{ edit: "replaceVolume", index: 0, value: { name: "v" } }]),
  "internal.patch": writeWherePlaceIsMissing,
  "internal.splice": () => splice("a: 1\n", [{ op: "remove", path: "/b" }]),
  "internal.empty_output": emptyKustomization,
  "tool.failed": () => runToolOrFail(process.execPath, ["-e", "process.exit(1)"]),
  "tool.missing": () => runTool("podgraft-no-such-program", []),
};

const classes: { readonly [name: string]: number } = { usage: 2, config: 2, input: 3, internal: 4, tool: 5 };

for (const [code, produce] of Object.entries(producers)) {
  t.test(`${code} comes about, and exits by its class`, async (t) => {
    try {
      await produce();
      t.fail("no error");
    } catch (error) {
      if (!(error instanceof PodgraftError)) throw error;
      t.equal(error.code, code);
      t.not(error.message, "");
      t.equal(exitStatus(error.code), classes[code.split(".")[0] ?? ""]);
    }
  });
}
