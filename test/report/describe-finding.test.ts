import t from "tap";
import { findings } from "../../engine/codes/codes.ts";
import type { Finding } from "../../engine/document/finding.ts";
import { describeFinding, describeJudged, describeRecord } from "../../report/describe-finding.ts";
import { recordFinding } from "../../report/finding-record.ts";

const finding: Finding = {
  code: "volume.conflict",
  severity: "warning",
  provider: "aws",
  path: ["spec", "volumes", 0],
  params: { volume: "aws-iam-token", container: "app" },
};
const { fix } = findings["volume.conflict"];
const said =
  'The volume "aws-iam-token" has the name of the token volume but projects no ServiceAccount token (volume.conflict)';
const place = { file: "pod.yaml", document: 1, line: 7, column: 3 };
const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "orders", namespace: null, path: [] };

t.test("a finding in one line: severity, place, words and what to do", async (t) => {
  t.equal(describeFinding(finding, "pod.json"), `warning: pod.json: spec.volumes[0]: ${said}. ${fix}`);
  t.equal(
    describeFinding({ ...finding, params: {}, path: [] }, "pod.json"),
    `warning: pod.json: (root): ${findings["volume.conflict"].title} (volume.conflict). ${fix}`,
    "the title where the sentence lacks a param",
  );
  t.equal(
    describeFinding({ ...finding, code: "constructor", params: {} }, "f"),
    "warning: f: spec.volumes[0]: constructor (constructor).",
  );
});

t.test("a record in one line, with line, column and object", async (t) => {
  t.equal(
    describeRecord(recordFinding(finding, owner, place)),
    `warning: pod.yaml:7:3: Deployment orders: spec.volumes[0]: ${said}. ${fix}`,
  );
  t.match(describeRecord(recordFinding(finding, { ...owner, name: "" }, place)), ": Deployment (no name): ");
  t.match(describeRecord(recordFinding(finding, null, place)), /^warning: pod\.yaml:7:3: spec\.volumes\[0\]: /);
  t.match(
    describeRecord(recordFinding({ ...finding, code: "no.such", params: {} }, null, place)),
    /: no\.such \(no\.such\)\.$/,
  );
});

t.test("what manifests say is shown, not obeyed", async (t) => {
  const hostile: Finding = { ...finding, path: ["a\u001b[2J"], params: { volume: "x\u202e\n" } };
  for (const line of [
    describeFinding(hostile, "f\u0007"),
    describeRecord(recordFinding(hostile, { ...owner, name: "n\r\n" }, place)),
  ]) {
    t.match(line, /^[ -~]+$/);
  }
});

t.test("what a judge says stands behind it", async (t) => {
  const record = recordFinding(finding, owner, place);
  const line = describeRecord(record);
  t.equal(describeJudged({ ...record, standing: { kind: "counts", expired: null } }), line);
  const note = { index: 1, reason: "moves\u001b", until: "2026-01-31" };
  t.equal(
    describeJudged({ ...record, standing: { kind: "counts", expired: note } }),
    `${line} (exceptions[1] expired on 2026-01-31: moves\\u{1b})`,
  );
  t.equal(
    describeJudged({ ...record, standing: { kind: "excepted", exception: note } }),
    `${line.replace("warning", "excepted")} (excepted until 2026-01-31 by exceptions[1]: moves\\u{1b})`,
  );
});
