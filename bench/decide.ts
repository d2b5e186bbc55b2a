import { readFileSync } from "node:fs";
import { resolveConfig } from "../engine/config/resolve.ts";
import { ruleSettings } from "../engine/config/rule-settings.ts";
import { createChain, decide, type Chain, type Subject } from "../engine/decide.ts";
import { createRuleModule, type RuleModule } from "../engine/wasm/host.ts";
import { providers } from "../engine/decision.ts";
import type { JsonObject } from "../engine/json.ts";
import type { Figures } from "./main.ts";
import { servedPod } from "./served-pod.ts";

const rounds = 20_000;

/**
 * How long one Pod takes from parsed object to patch: a served two-container Pod of about 3 KB, all four providers enabled, one of them
 * triggering, and none. Times are microseconds, `loadMs` the module's compilation and start.
 */
export function benchDecide(): Figures {
  const bytes = new Uint8Array(readFileSync(new URL("../../policies/podgraft.wasm", import.meta.url)));
  const started = performance.now();
  const module = createRuleModule(bytes);
  const loadMs = performance.now() - started;
  const chain = createChain(providers, ruleSettings(resolveConfig({ file: "bench", value: configuration })));
  const triggering = measure(
    module,
    chain,
    subject({ "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/orders" }),
  );
  const idle = measure(module, chain, subject({}));
  return {
    decisionP50Us: triggering.p50,
    decisionP99Us: triggering.p99,
    decisionNoTriggerP50Us: idle.p50,
    moduleBytes: bytes.byteLength,
    loadMs: rounded(loadMs),
    podBytes: JSON.stringify(servedPod("orders")).length,
  };
}

const configuration: JsonObject = {
  apiVersion: "podgraft.dev/v1alpha1",
  kind: "Config",
  providers: {
    aws: { awsDefaultRegion: "eu-west-1", stsRegionalEndpoint: true },
    azure: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" },
    gcp: {},
    alibaba: { accountUid: "1234567890", clusterId: "c1", region: "cn-hangzhou" },
  },
};

function subject(annotations: JsonObject): Subject {
  return {
    pod: servedPod("orders"),
    namespace: { name: "shop", labels: { "kubernetes.io/metadata.name": "shop" } },
    serviceAccount: { name: "orders", found: true, metadata: { name: "orders", namespace: "shop", annotations } },
    owner: { apiVersion: "v1", kind: "Pod", name: "", path: [], nameIsFinal: true },
  };
}

function measure(module: RuleModule, chain: Chain, given: Subject): { p50: number; p99: number } {
  for (let round = 0; round < 2_000; round++) decide(given, module, chain);
  const times = new Float64Array(rounds);
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    decide(given, module, chain);
    times[round] = (performance.now() - started) * 1_000;
  }
  times.sort();
  return { p50: rounded(times[rounds * 0.5] ?? 0), p99: rounded(times[rounds * 0.99] ?? 0) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
