import t from "tap";
import { describeError, exitStatus, PodgraftError } from "../../engine/errors.ts";

t.test("the class of a code decides the exit status", (t) => {
  t.equal(exitStatus("usage.invalid"), 2);
  t.equal(exitStatus("config.invalid"), 2);
  t.equal(exitStatus("input.not_json"), 3);
  t.equal(exitStatus("internal.splice"), 4);
  t.equal(exitStatus("tool.failed"), 5);
  t.end();
});

const rows = [
  [{}, "m"],
  [{ file: "a.yaml" }, "a.yaml: m"],
  [{ file: "a.yaml", line: 3 }, "a.yaml:3: m"],
  [{ file: "a.yaml", line: 3, column: 4, path: "spec.x" }, "a.yaml:3:4: spec.x: m"],
  [{ file: "a.yaml", document: 2 }, "a.yaml (document 2): m"],
  [{ document: 2, path: "spec" }, "document 2: spec: m"],
] as const;
for (const [location, text] of rows) t.equal(describeError(new PodgraftError("input.invalid", "m", location)), text);

t.equal(new PodgraftError("input.invalid", "m", {}, { cause: "c" }).cause, "c");
