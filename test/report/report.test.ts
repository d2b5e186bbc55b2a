import t from "tap";
import { collectKnownObjects } from "../../engine/context/known-objects.ts";
import type { Decision } from "../../engine/decision.ts";
import { decideDocument, type Rules } from "../../engine/document/decide-document.ts";
import { parseJson, type Json } from "../../engine/json.ts";
import { locatePods } from "../../engine/locate/locate-pods.ts";
import { jsonReport } from "../../report/json-report.ts";
import { summarizePod, type PodSummary } from "../../report/pod-summary.ts";
import { describeTally, tallyPods } from "../../report/tally.ts";
import { list, pod, role, serviceAccount } from "../cli/manifests.ts";
import { moduleThatAnswers, rulesOf } from "../engine/document/rules-of.ts";

const aws = rulesOf({ providers: { aws: {} } });

function summaries(document: Json, rules: Rules = aws): readonly PodSummary[] {
  const known = collectKnownObjects(locatePods(document, rules.table).objects, "shop");
  return decideDocument(document, rules, known).pods.map(summarizePod);
}

t.test("a summary has decisions and identities, nothing of the Pod itself", async (t) => {
  const [summary] = summaries(
    list(serviceAccount(), pod({ metadata: { name: "p", annotations: { note: "confidential" } } })),
  );
  t.match(summary, {
    object: { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "p" },
    serviceAccount: "orders",
    outcome: "changed",
    denial: null,
    decisions: [
      { provider: "aws", outcome: "inject", reason: { code: "aws.role_arn" }, identity: { principal: role } },
    ],
  });
  t.notMatch(JSON.stringify(summary), /confidential|containers/);
});

t.test("a report carries the digests of configuration and module", async (t) => {
  const pods = summaries(list(serviceAccount(), pod()));
  const report = parseJson(jsonReport({ rules: aws, pods, records: [] }));
  t.match(report, {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Report",
    digests: { configuration: /^[0-9a-f]{64}$/, module: aws.module.digest },
    findings: [],
  });
  t.strictSame((report as { pods: unknown }).pods, JSON.parse(JSON.stringify(pods)));
});

t.test("the tally of a run", async (t) => {
  const injected = summaries(list(serviceAccount(), pod()));
  const denial: Decision = {
    outcome: "deny",
    reason: { code: "azure.proxy_port", params: {} },
    denial: { message: "no" },
    edits: [],
    findings: [],
  };
  const denied = summaries(pod(), { ...aws, module: moduleThatAnswers({ aws: denial }) });
  const off = summaries(pod(), rulesOf({}));
  const unknown = summaries(pod());
  const ofAll = summaries(pod(), rulesOf({ providers: { aws: {}, azure: { azureTenantId: "t" }, gcp: {} } }));
  const complete = injected.map((summary): PodSummary => ({ ...summary, outcome: "unchanged" }));

  t.equal(describeTally(tallyPods([])), "no Pods found");
  t.equal(describeTally(tallyPods(injected)), "1 Pod: 1 injected (aws)");
  t.equal(describeTally(tallyPods(off)), "1 Pod: 1 skipped (no provider is on)");
  t.equal(
    describeTally(tallyPods(ofAll)),
    "1 Pod: 1 skipped (context.service_account_unknown)",
    "reasons that tell nothing are left out",
  );
  t.equal(
    describeTally(tallyPods([...unknown, ...injected, ...denied, ...complete, ...injected, ...off])),
    "6 Pods: 2 injected (aws), 1 complete already, 1 denied, 1 skipped (no provider is on), 1 skipped (context.service_account_unknown)",
  );
});
