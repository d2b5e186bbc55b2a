import t from "tap";
import { createChain } from "../../../engine/chain/chain.ts";
import { resolveConfig } from "../../../engine/config/resolve.ts";
import { ruleSettings } from "../../../engine/config/rule-settings.ts";
import type { RuleInput } from "../../../engine/decision.ts";
import type { Rules } from "../../../engine/document/decide-document.ts";
import { isJsonList, member } from "../../../engine/json.ts";
import { builtInTable } from "../../../engine/locate/table.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import { injectResourceList } from "../../../renderer/krm/inject-list.ts";
import { readResourceList } from "../../../renderer/krm/resource-list.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";

const notes = `
        internal.config.kubernetes.io/previousNames: before
        config.kubernetes.io/index: '0'
        config.k8s.io/id: '1'
        kustomize.config.k8s.io/id: |
          kind: Pod`;

const list = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
  - apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: app
      namespace: shop
      annotations:
        azure.workload.identity/client-id: abc${notes}
  - apiVersion: v1
    kind: Pod
    metadata:
      name: web
      namespace: shop
      labels: { azure.workload.identity/use: "true" }
      annotations:${notes}
    spec:
      serviceAccountName: app
      containers: [{ name: c }]
`;

/** Rules that keep what they were asked. */
function recordingRules(): { readonly rules: Rules; readonly inputs: RuleInput[] } {
  const config = resolveConfig({
    sets: ["providers.aws={}", "providers.azure.azureTenantId=t", "providers.gcp={}"],
  });
  const inputs: RuleInput[] = [];
  const module = loadRuleModule();
  const evaluate: typeof module.evaluate = (input, settings) => {
    inputs.push(input);
    return module.evaluate(input, settings);
  };
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  const chain = createChain(order, ruleSettings(config));
  return { rules: { module: { digest: module.digest, evaluate }, chain, config, table: builtInTable() }, inputs };
}

t.test("no rule sees a note of the orchestrator, none is lost, and no name is final", (t) => {
  const { rules, inputs } = recordingRules();
  const { read } = readResourceList({ name: "list", text: list }, rules.table);
  const { text, decided } = injectResourceList(read, rules, { context: [], defaultNamespace: null });
  t.equal(decided.pods[0]?.result.outcome, "changed");
  t.ok(inputs.length > 0);
  t.notMatch(JSON.stringify(inputs), /config\.k(?:ubernetes|8s)\.io\//);
  t.match(inputs, [{ owner: { name: "web", nameIsFinal: false } }]);
  const items = member(readYaml(text).value, "items");
  const before = member(readYaml(list).value, "items");
  for (const index of [0, 1]) {
    const annotations = (value: typeof items): unknown =>
      isJsonList(value) ? member(member(value[index], "metadata"), "annotations") : undefined;
    t.same(annotations(items), annotations(before));
  }
  t.end();
});
