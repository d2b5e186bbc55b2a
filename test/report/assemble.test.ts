import t from "tap";
import { collectKnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type Rules } from "../../engine/document/decide-document.ts";
import type { Decision } from "../../engine/decision.ts";
import type { Json } from "../../engine/json.ts";
import { locatePods } from "../../engine/locate/locate-pods.ts";
import { verifyPod } from "../../engine/verify/verify-pod.ts";
import { assembleReport, recordDocument, type RecordedDocument } from "../../report/assemble.ts";
import { findingKey } from "../../report/finding-record.ts";
import type { Excuses } from "../../report/judge.ts";
import { findingsOf, passes, summarize, type Report, type Threshold } from "../../report/report.ts";
import { deployment, list, pod, serviceAccount } from "../cli/manifests.ts";
import { moduleThatAnswers, rulesOf } from "../engine/document/rules-of.ts";

const aws = rulesOf({ providers: { aws: {} } });

function recorded(document: Json, rules: Rules = aws): RecordedDocument {
  const known = collectKnownObjects(locatePods(document, rules.table).objects, "shop");
  const placeOf = (path: readonly unknown[]) => ({ file: "a.yaml", document: 1, line: path.length + 1, column: 1 });
  const place = { placeOf, source: "c/templates/a.yaml" };
  return recordDocument(decideDocument(document, rules, known), place, rules, verifyPod);
}

function reportOn(
  document: Json,
  rules: Rules = aws,
  excuses: Partial<Excuses> = {},
  threshold: Threshold = "error",
): Report {
  return assembleReport([recorded(document, rules)], {
    version: "1.2.3",
    rules,
    environment: "prod",
    threshold,
    excuses: { exceptions: rules.config.exceptions, today: "2026-03-01", baseline: null, ...excuses },
  });
}

t.test("a Pod with what is missing, and a verdict", async (t) => {
  const report = reportOn(list(serviceAccount(), deployment()));
  t.match(report, {
    tool: { version: "1.2.3" },
    digests: { configuration: /^[0-9a-f]{64}$/, module: aws.module.digest },
    environment: "prod",
    hasBaseline: false,
    pods: [
      {
        object: { kind: "Deployment", namespace: "shop", name: "d" },
        serviceAccount: "orders",
        place: { line: 3 },
        source: "c/templates/a.yaml",
        path: "items[1].spec.template",
        verdict: "fail",
        findings: [
          { code: "verify.pod_incomplete", serviceAccount: "orders", source: "c/templates/a.yaml", isDenial: false },
          { code: "verify.container_incomplete", object: { namespace: "shop" } },
        ],
      },
    ],
    findings: [],
  });
  t.notOk(passes(report));
});

t.test("a Pod that is a document has no path", async (t) => {
  t.equal(reportOn(pod()).pods[0]?.path, "");
});

t.test("a refusal is a finding under its reason's code, and can be excepted", async (t) => {
  const denial: Decision = {
    outcome: "deny",
    reason: { code: "azure.proxy_port", params: { value: "x" } },
    denial: { message: "no" },
    edits: [],
    findings: [],
  };
  const rules = { ...aws, module: moduleThatAnswers({ aws: denial }) };
  const report = reportOn(pod(), rules);
  t.match(report.pods[0], {
    verdict: "fail",
    findings: [
      {
        code: "azure.proxy_port",
        severity: "error",
        isDenial: true,
        message: "The Pod is refused: no",
        help: "https://podgraft.dev/docs/findings.md#reasons",
        fix: /decimal integer/,
        params: { value: "x" },
      },
    ],
  });
  const anything = { namespace: "*", name: "*", kind: "*", serviceAccount: "*" };
  const exceptions = [{ match: anything, code: "azure.*", reason: "r" }];
  t.match(reportOn(pod(), rules, { exceptions }).pods, [
    { verdict: "pass", findings: [{ standing: { kind: "excepted" } }] },
  ]);
});

t.test("the threshold decides what fails", async (t) => {
  t.match(reportOn(pod()).pods, [{ verdict: "pass", findings: [{ severity: "warning" }] }]);
  t.match(reportOn(pod(), aws, {}, "warning").pods, [{ verdict: "fail" }]);
});

t.test("a baseline counts over all documents", async (t) => {
  const [first] = findingsOf(reportOn(pod()));
  const key = first === undefined ? "" : findingKey(first);
  const head = {
    version: "1",
    rules: aws,
    environment: null,
    threshold: "error",
    excuses: { exceptions: [], today: "2026-03-01", baseline: new Map([[key, 1]]) },
  } as const;
  const report = assembleReport([recorded(pod()), recorded(pod())], head);
  t.ok(report.hasBaseline);
  t.strictSame(
    findingsOf(report).map(({ standing }) => standing.kind),
    ["known", "counts"],
  );
});

t.test("findings of documents", async (t) => {
  const workflow = { apiVersion: "argoproj.io/v1alpha1", kind: "Workflow", metadata: { name: "w" }, spec: {} };
  t.match(reportOn(workflow), {
    pods: [],
    findings: [{ code: "workload.not_reachable", serviceAccount: null, object: { kind: "" } }],
  });
});

t.test("Pods as an unknown default without a sign of intent are told in one line", async (t) => {
  const plain = (name: string): ReturnType<typeof pod> =>
    pod({ metadata: { name }, spec: { containers: [{ name: "app" }] } });
  const report = reportOn(list(plain("a"), plain("b"), pod()));
  t.strictSame(
    findingsOf(report).map(({ isUnremarkable }) => isUnremarkable),
    [true, true, false],
  );
  t.match(summarize(report), { pods: 3, warnings: 2 });
});
