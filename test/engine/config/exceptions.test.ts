import t from "tap";
import { matchException, type Excepted } from "../../../engine/config/exceptions.ts";
import { configOf } from "./config-of.ts";

const { exceptions } = configOf({
  exceptions: [
    { match: { namespace: "shop" }, code: "volume.conflict", until: "2027-01-31", reason: "first" },
    { match: { namespace: "shop", kind: "Deploy*", name: "web-?" }, code: "volume.*", reason: "second" },
    { match: { serviceAccount: "sa" }, code: "mount.conflict", reason: "third" },
  ],
});
const found: Excepted = {
  code: "volume.conflict",
  namespace: "shop",
  name: "web-1",
  kind: "Deployment",
  serviceAccount: "sa",
};

const table: readonly [string, Partial<Excepted>, string, number | undefined, boolean][] = [
  ["in force", {}, "2027-01-30", 0, false],
  ["through its last day", {}, "2027-01-31", 0, false],
  ["the next one in force wins over an expired one", {}, "2027-02-01", 1, false],
  ["expired", { kind: "Job" }, "2027-02-01", 0, true],
  ["another namespace", { namespace: "other" }, "2027-01-01", undefined, false],
  ["an unknown namespace is matched by * alone", { namespace: null, code: "mount.conflict" }, "2027-01-01", 2, false],
  ["an unknown namespace is no named one", { namespace: null }, "2027-01-01", undefined, false],
  ["another code", { code: "token.mismatch" }, "2027-01-01", undefined, false],
  ["another name", { name: "web-10" }, "2027-02-01", 0, true],
  ["another account", { code: "mount.conflict", serviceAccount: "x" }, "2027-01-01", undefined, false],
];

for (const [title, changed, today, index, expired] of table) {
  t.test(title, async (t) => {
    const matched = matchException(exceptions, { ...found, ...changed }, today);
    t.equal(matched?.index, index);
    t.equal(matched?.expired ?? false, expired);
    t.equal(matched?.exception, index === undefined ? undefined : exceptions[index]);
  });
}

t.test("of several expired ones the first is named", async (t) => {
  const { exceptions: old } = configOf({
    exceptions: ["a", "b"].map((reason) => ({ match: {}, code: "*", until: "2020-01-01", reason })),
  });
  t.equal(matchException(old, found, "2027-01-01")?.index, 0);
});
