import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import t from "tap";
import { isJsonObject, type JsonObject } from "../../engine/json.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { findKustomize } from "../../scripts/tools/find-kustomize.ts";
import { findKubectl132, findKubectl135 } from "../../scripts/tools/real-tools.ts";
import { injectEveryWay } from "./kustomize-ways.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/kustomize", import.meta.url));
const kustomize = findKustomize();
const kubectls = [findKubectl132(), findKubectl135()].flatMap(({ path }) => (path === undefined ? [] : [path]));
const skip = kustomize.path === undefined && kubectls.length === 0 && "neither kustomize nor kubectl is here";

const overlays: readonly { readonly name: string; readonly pods: number; readonly expected: readonly RegExp[] }[] = [
  {
    name: "prefix",
    pods: 3,
    expected: [
      /^Deployment shop\/eu-web-blue .*role\/app.*"serviceAccountName":"eu-app-blue"/,
      /^CronJob shop\/eu-report-blue .*report@example-prod/,
      /^Deployment shop\/eu-cache-blue (?!.*role)/,
    ],
  },
  { name: "hash", pods: 3, expected: [/^Deployment shop\/eu-web .*"name":"eu-settings-[a-z0-9]{10}".*role\/app/] },
  {
    name: "component/overlay",
    pods: 3,
    expected: [/^Deployment shop\/eu-web (?=.*role\/from-component.*role\/from-component)(?=.*"name":"proxy")/],
  },
  {
    name: "twins/both",
    pods: 6,
    expected: [
      /^Deployment shop\/all-left-web (?=.*role\/left)(?!.*role\/right)(?=.*"all-left-app")/,
      /^Deployment shop\/all-right-web (?=.*role\/right)(?!.*role\/left)(?=.*"all-right-app")/,
    ],
  },
];

function configuration(): JsonObject {
  const { value } = readYaml(readFileSync(join(fixtures, "podgraft.yaml"), "utf8"));
  return isJsonObject(value) ? value : {};
}

for (const { name, pods, expected } of overlays) {
  t.test(`${name}: wrapper, pipe and KRM function give the same Pods`, { skip }, async (t) => {
    const folder = t.testdir();
    cpSync(fixtures, folder, { recursive: true });
    const ways = await injectEveryWay(join(folder, name), configuration(), { kustomize: kustomize.path, kubectls });
    const [first] = ways;
    t.equal(first?.pods.length, pods);
    for (const pattern of expected)
      t.ok(
        first?.pods.some((line) => pattern.test(line)),
        String(pattern),
      );
    for (const way of ways) {
      t.equal(way.fault, undefined, way.name);
      t.same(way.pods, first?.pods, way.name);
      t.notMatch(way.text, /config\.k(?:ubernetes|8s)\.io\//, `${way.name}: no note of kustomize is left`);
    }
  });
}
