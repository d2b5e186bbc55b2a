import t from "tap";
import { describeUnremarkable, foldUnremarkable } from "../../report/unremarkable.ts";
import { formatGithub } from "../../report/formats/github.ts";
import { formatMarkdown } from "../../report/formats/markdown.ts";
import { formatSarif } from "../../report/formats/sarif.ts";
import { formatText } from "../../report/formats/text.ts";
import { finding, report, reportedPod } from "./reports.ts";

const unremarkable = finding({ code: "context.service_account_unknown", isUnremarkable: true });
const two = report([reportedPod([unremarkable, finding()]), reportedPod([unremarkable])]);

t.test("one finding for all of them", async (t) => {
  const folded = foldUnremarkable(two);
  t.match(folded, {
    pods: [{ findings: [{ code: "mount.conflict" }] }, { findings: [] }],
    findings: [{ object: { kind: "", name: "" }, path: "", message: describeUnremarkable(2) }],
  });
  t.equal(folded.pods[1]?.findings.length, 0);
  t.match(describeUnremarkable(1), /^1 Pod runs as/);
  t.match(describeUnremarkable(2), /^2 Pods run as/);
});

t.test("what does not count stays with its Pod", async (t) => {
  const known = report([reportedPod([finding({ isUnremarkable: true, standing: { kind: "known" } })])]);
  t.equal(foldUnremarkable(known), known);
});

for (const format of [formatText, formatGithub, formatMarkdown, formatSarif]) {
  t.test(format.name, async (t) => {
    const text = format(two);
    t.equal(text.split("2 Pods run as a ServiceAccount").length, 2);
    t.notMatch(text, /\(no kind\)|\(no name\)/);
  });
}
