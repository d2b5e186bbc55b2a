import t from "tap";
import { parseJson } from "../../../engine/json.ts";
import { formatGithub } from "../../../report/formats/github.ts";
import { formatJson } from "../../../report/formats/json.ts";
import { formatJunit } from "../../../report/formats/junit.ts";
import { formatMarkdown } from "../../../report/formats/markdown.ts";
import { formatSarif } from "../../../report/formats/sarif.ts";
import { formatText } from "../../../report/formats/text.ts";
import type { JudgedFinding } from "../../../report/judge.ts";
import type { Report } from "../../../report/report.ts";
import { finding, report, reportedPod } from "../reports.ts";

const error = finding({ severity: "error", code: "expiration.too_large", message: "too long", fix: "Lower it." });
const excepted = finding({
  standing: { kind: "excepted", exception: { index: 2, reason: "old", until: "2027-01-31" } },
});
const expired = finding({
  standing: { kind: "counts", expired: { index: 0, reason: "was moved", until: "2020-01-31" } },
});
const known = finding({ standing: { kind: "known" } });
const info = finding({
  severity: "info",
  code: "workload.not_reachable",
  place: { file: "other.yaml", document: 1, line: 1, column: 1 },
});

const full = report(
  [reportedPod([error, expired, excepted, known]), reportedPod([], { source: "c/templates/a.yaml" })],
  [info],
);

t.test("text: verdicts, findings below them, summary", async (t) => {
  t.equal(
    formatText(full),
    [
      "fail Deployment shop/orders at manifests/orders.yaml:5",
      "  error: manifests/orders.yaml:7:3: spec.template.spec.containers[0].volumeMounts[0]: too long (expiration.too_large)",
      "    Lower it.",
      "    https://podgraft.dev/docs/findings.md#mount.conflict",
      '  warning: manifests/orders.yaml:7:3: spec.template.spec.containers[0].volumeMounts[0]: The volume "data" is mounted at "/var/run/secrets", where it hides the token (mount.conflict)',
      "    Mount the other volume elsewhere.",
      "    (exceptions[0] expired on 2020-01-31: was moved)",
      "    https://podgraft.dev/docs/findings.md#mount.conflict",
      '  warning: manifests/orders.yaml:7:3: spec.template.spec.containers[0].volumeMounts[0]: The volume "data" is mounted at "/var/run/secrets", where it hides the token (mount.conflict)',
      "    Mount the other volume elsewhere.",
      "    (excepted until 2027-01-31 by exceptions[2]: old)",
      "    https://podgraft.dev/docs/findings.md#mount.conflict",
      '  warning: manifests/orders.yaml:7:3: spec.template.spec.containers[0].volumeMounts[0]: The volume "data" is mounted at "/var/run/secrets", where it hides the token (mount.conflict)',
      "    Mount the other volume elsewhere.",
      "    (known from the baseline)",
      "    https://podgraft.dev/docs/findings.md#mount.conflict",
      "pass Deployment shop/orders at manifests/orders.yaml:5 (from c/templates/a.yaml)",
      'info: other.yaml:1:1: Deployment shop/orders: spec.template.spec.containers[0].volumeMounts[0]: The volume "data" is mounted at "/var/run/secrets", where it hides the token (workload.not_reachable)',
      "  Mount the other volume elsewhere.",
      "  https://podgraft.dev/docs/findings.md#mount.conflict",
      "podgraft: 2 Pods: 1 passes, 1 fails; 1 error, 1 warning, 1 for information; 1 excepted; 1 whose exception has expired; 1 known from the baseline",
      "",
    ].join("\n"),
  );
  t.match(
    formatText(full, (tone, word) => `<${tone}>${word}`),
    /^<fail>fail Deployment[^]*\n {2}<error>error: /,
  );
  t.equal(formatText(report([])), "podgraft: no Pods found\n");
  t.match(formatText(report([reportedPod(), reportedPod()])), /2 Pods: 2 pass\n$/);
  t.match(formatText(report([reportedPod([error])])), /1 Pod: 1 fails; 1 error\n$/);
});

t.test("JSON: what a baseline reads, in the order of the input", async (t) => {
  const json = JSON.parse(formatJson(full)) as Record<string, unknown>;
  t.match(json, {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Report",
    tool: { name: "podgraft", version: "1.2.3" },
    digests: full.digests,
    environment: null,
    threshold: "error",
    summary: {
      pods: 2,
      passed: 1,
      failed: 1,
      errors: 1,
      warnings: 1,
      infos: 1,
      excepted: 1,
      known: 1,
      expired: 1,
    },
    findings: [
      { key: /^\["expiration/, standing: { kind: "counts" } },
      { key: /^\["mount/ },
      { standing: { kind: "excepted" } },
      { standing: { kind: "known" } },
      { code: "workload.not_reachable" },
    ],
  });
  t.strictSame((json.pods as { findings: unknown[] }[])[1]?.findings, []);
});

t.test("findings are told by place, whatever order Pods were decided in", async (t) => {
  const at = (line: number, column: number, file = "a.yaml"): JudgedFinding =>
    finding({ place: { file, document: 1, line, column } });
  const pods = [reportedPod([at(9, 1), at(2, 5), at(2, 1)], { place: at(1, 1).place })];
  const lines = formatText(report(pods, [at(1, 1, "b.yaml"), at(3, 1)]));
  t.ok(lines.length > 0);
  const json = JSON.parse(formatJson(report(pods, [at(1, 1, "b.yaml"), at(3, 1)]))) as {
    findings: { place: { file: string; line: number; column: number } }[];
  };
  t.strictSame(
    json.findings.map(({ place: { file, line, column } }) => `${file}:${line}:${column}`),
    ["a.yaml:2:1", "a.yaml:2:5", "a.yaml:3:1", "a.yaml:9:1", "b.yaml:1:1"],
  );
});

t.test("GitHub: commands by severity, escaped", async (t) => {
  const lines = formatGithub(full).split("\n");
  t.equal(
    lines[0],
    "::error file=manifests/orders.yaml,line=7,col=3,title=Token lifetime beyond what the API server accepts (expiration.too_large)::".replace(
      "Token lifetime beyond what the API server accepts",
      error.title,
    ) +
      "Deployment shop/orders: spec.template.spec.containers[0].volumeMounts[0]: too long%0ALower it.%0Amanifests/orders.yaml:7:3%0Ahttps://podgraft.dev/docs/findings.md#mount.conflict",
  );
  t.match(lines[1], /^::warning .*exceptions\[0\] expired on 2020-01-31/);
  t.match(lines[2], /^::notice file=other\.yaml/);
  t.match(lines[3], /^podgraft: 2 Pods/);
  t.equal(lines.length, 5, "excepted and known findings are no annotations");
  const hostile = finding({
    message: "100%\r\n::error::x",
    title: "a:b,c%",
    place: { file: "a,b:c%.yaml", document: 1, line: 1, column: 1 },
  });
  const [line = ""] = formatGithub(report([reportedPod([hostile])])).split("\n");
  t.match(line, "file=a%2Cb%3Ac%25.yaml,line=1,col=1,title=a%3Ab%2Cc%25 (mount.conflict)::");
  t.match(line, "100%25\\u{d}\\u{a}::error::x");
  const noWhere = formatGithub(report([reportedPod([error])]), () => null);
  t.match(noWhere, /^::error title=/);
  t.match(
    formatGithub(report([reportedPod([error])]), () => ({ file: "values.yaml", line: null, column: null })),
    /^::error file=values\.yaml,title=/,
  );
});

t.test("GitHub: ten annotations of a kind, and how many there are more", async (t) => {
  const many = Array.from({ length: 12 }, () => error);
  const lines = formatGithub(report([reportedPod([...many, expired])])).split("\n");
  t.equal(lines.filter((line) => line.startsWith("::error ")).length, 10);
  t.ok(lines.includes("podgraft: 2 more of severity error than annotations can show"));
  t.equal(lines.filter((line) => line.startsWith("::warning ")).length, 1);
});

t.test("JUnit: a test for each Pod", async (t) => {
  const text = formatJunit(full);
  t.match(text, '<testsuites name="podgraft" tests="3" failures="1" errors="0" skipped="0">');
  t.match(text, '<testsuite name="manifests/orders.yaml" tests="2" failures="1"');
  t.match(
    text,
    '<testcase classname="manifests/orders.yaml" name="Deployment shop/orders spec.template" file="manifests/orders.yaml" line="5">',
  );
  t.match(text, 'name="Deployment shop/orders spec.template (2)" file="manifests/orders.yaml" line="5"/>');
  t.match(text, '<failure message="too long" type="expiration.too_large">error: manifests/orders.yaml:7:3: ');
  t.match(text, "<system-out>warning: ");
  t.match(text, 'name="outside of Pods" file="other.yaml">');
  t.match(
    formatJunit(report([reportedPod([error, expired])], [], { threshold: "warning" })),
    '<failure message="2 findings" type="expiration.too_large mount.conflict">',
  );
  t.match(formatJunit(report([reportedPod([], { path: "" })])), 'name="Deployment shop/orders" ');
  const hostile = finding({ severity: "error", message: `]]>&<x a="b" c='d'>\u0000\u001b\uD800\uFFFE` });
  t.match(
    formatJunit(report([reportedPod([hostile])])),
    'message="]]&gt;&amp;&lt;x a=&quot;b&quot; c=&apos;d&apos;&gt;\\u{0}\\u{1b}\\u{d800}\\u{fffe}"',
  );
});

t.test("Markdown: a table within a limit", async (t) => {
  const text = formatMarkdown(full);
  t.match(text, /^### Podgraft: ❌ fails\n\n2 Pods: /);
  t.equal(text.split("\n").filter((line) => line.startsWith("| ")).length, 6);
  t.match(text, /\| ❌ error \| Deployment shop\/orders \| too long \(\[expiration\.too_large\]\(https:/);
  t.match(text, /\| excepted \|.*<em>excepted until 2027-01-31 by exceptions&#91;2&#93;: old<\/em>/);
  t.match(text, /\| known \|/);
  t.match(formatMarkdown(report([reportedPod()])), /^### Podgraft: ✅ passes\n\n1 Pod: 1 passes\.\n\n<sub>/);
  t.match(formatMarkdown(report([], [error])), /❌ fails/);
  const many = report([reportedPod(Array.from({ length: 400 }, () => error))]);
  for (const limit of [1000, 5000, 60_000]) {
    const limited = formatMarkdown(many, limit);
    t.ok(limited.length <= limit, `${limited.length} of ${limit}`);
    t.match(limited, /\n… and \d+ more; the other formats have them all\.\n/);
  }
  const hostile = finding({ message: "<img src=x> [a](http://evil) @all #1 `c` | *b* www.evil.com \n# x" });
  const row = formatMarkdown(report([reportedPod([hostile])]));
  t.notMatch(row, /<img|\[a\]|http:\/\/evil|@all|#1 |`c`|\*b\*|www\.evil/);
});

function sarif(of: Report): { results: Record<string, unknown>[]; tool: { driver: { rules: unknown[] } } } {
  const log = JSON.parse(formatSarif(of)) as { runs: [ReturnType<typeof sarif>] };
  return log.runs[0];
}

t.test("SARIF: rules, results with places and fingerprints", async (t) => {
  const run = sarif(full);
  t.match(run, {
    tool: {
      driver: {
        name: "podgraft",
        semanticVersion: "1.2.3",
        rules: [
          {
            id: "expiration.too_large",
            name: "ExpirationTooLarge",
            helpUri: "https://podgraft.dev/docs/findings.md#expiration.too_large",
            defaultConfiguration: { level: "error" },
          },
          { id: "mount.conflict", help: { text: /^Another volume is .* https:/ } },
          { id: "workload.not_reachable", defaultConfiguration: { level: "note" } },
        ],
      },
    },
    automationDetails: { id: "podgraft/default/" },
    results: [
      {
        ruleId: "expiration.too_large",
        ruleIndex: 0,
        level: "error",
        partialFingerprints: { "podgraft/v1": /^[0-9a-f]{64}$/ },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "manifests/orders.yaml", uriBaseId: "%SRCROOT%" },
              region: { startLine: 7, startColumn: 3 },
            },
          },
        ],
      },
      { ruleId: "mount.conflict", level: "warning" },
      { ruleId: "workload.not_reachable", level: "note" },
      {
        suppressions: [{ kind: "external", status: "accepted", justification: /^excepted until 2027-01-31/ }],
      },
      { ruleId: "mount.conflict" },
    ],
  });
  t.notOk(run.results.some((result) => "baselineState" in result));
  const states = sarif({ ...full, hasBaseline: true, environment: "prod" });
  t.match(states, { automationDetails: { id: "podgraft/prod/" } });
  t.strictSame(
    states.results.map(({ baselineState }) => baselineState),
    ["new", "new", "new", "new", "unchanged"],
  );
});

t.test("SARIF: fingerprints survive lines and files, equal findings are told apart", async (t) => {
  const prints = (findings: readonly JudgedFinding[]): unknown[] =>
    sarif(report([reportedPod(findings)])).results.map(({ partialFingerprints }) => partialFingerprints);
  const moved = finding({ place: { file: "x.yaml", document: 3, line: 99, column: 9 } });
  t.strictSame(prints([moved]), prints([finding()]));
  t.equal(new Set(prints([finding(), finding(), error]).map((one) => JSON.stringify(one))).size, 3);
  const other = finding({ object: { ...error.object, apiVersion: "apps/v1beta1" } });
  t.notSame(prints([other]), prints([finding()]));
});

t.test("SARIF: no place where none is in the repository, names as URIs", async (t) => {
  const locations = (file: string): unknown =>
    sarif(report([reportedPod([finding({ place: { file, document: 1, line: 2, column: 3 } })])])).results[0]?.locations;
  for (const file of ["standard input", "/tmp/x.yaml", "../x.yaml", "C:\\x.yaml"]) {
    t.notMatch(JSON.stringify(locations(file)), "physicalLocation", file);
  }
  t.match(JSON.stringify(locations("./a b/ü\uD800.yaml")), '"uri":"a%20b/%C3%BC%EF%BF%BD.yaml"');
  const whole = formatSarif(full, { placeInRepository: () => ({ file: "podgraft.yaml", line: null, column: null }) });
  t.match(whole, /"region": \{\n\s*"startLine": 1\n\s*\}/);
});

t.test("SARIF: at most 5,000 results, the most severe ones", async (t) => {
  const many = Array.from({ length: 5001 }, () => info);
  const run = sarif(report([reportedPod([...many, error])]));
  t.equal(run.results.length, 5000);
  t.equal(run.results[0]?.ruleId, "expiration.too_large");
  t.match(run, { invocations: [{ toolExecutionNotifications: [{ message: { text: /^2 more/ } }] }] });
});

t.test("nothing in a report steers a terminal", async (t) => {
  const hostile = finding({
    message: "\u001b[2J\u202e",
    path: "a\u0007",
    source: "\u001b]0;x\u0007",
    object: { apiVersion: "v1", kind: "Pod\u001b", namespace: "n\r", name: "x\n" },
    place: { file: "f\u001b.yaml", document: 1, line: 1, column: 1 },
    standing: { kind: "excepted", exception: { index: 0, reason: "\u001b", until: null } },
  });
  const of = report([reportedPod([hostile, { ...hostile, standing: { kind: "counts", expired: null } }])], [hostile]);
  for (const format of [formatText, formatGithub, formatJunit, formatMarkdown, formatSarif, formatJson]) {
    t.notMatch(format(of), /[^\P{Cc}\n]|\u202e/u, format.name);
  }
  t.ok(parseJson(formatJson(of)));
});
