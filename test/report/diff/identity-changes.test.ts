import t from "tap";
import { identityChanges, type Holder } from "../../../report/diff/identity-changes.ts";
import { holder } from "./samples.ts";

type Told = readonly [name: string, before: string | undefined, after: string | undefined];

function told(before: readonly Holder[], after: readonly Holder[]): Told[] {
  return identityChanges(before, after).map(({ name, before: was, after: is }) => [
    name,
    was?.principal ?? undefined,
    is?.principal ?? undefined,
  ]);
}

const cases: { readonly [title: string]: { before: Holder[]; after: Holder[]; expected: Told[] } } = {
  "gained, lost and changed, by name; what stays is not told": {
    before: [holder("b", "one"), holder("a", null), holder("c", "one"), holder("d", "one"), holder("e", null)],
    after: [holder("a", "two"), holder("b", "two"), holder("c", null), holder("d", "one"), holder("e", null)],
    expected: [
      ["a", undefined, "two"],
      ["b", "one", "two"],
      ["c", "one", undefined],
    ],
  },
  "by namespace, then kind, then name": {
    before: [],
    after: [
      holder("b", "1"),
      holder("a", "2"),
      holder("c", "3", { kind: "CronJob" }),
      holder("d", "4", { namespace: "a" }),
      holder("e", "5", { namespace: null }),
    ],
    expected: [
      ["e", undefined, "5"],
      ["d", undefined, "4"],
      ["c", undefined, "3"],
      ["a", undefined, "2"],
      ["b", undefined, "1"],
    ],
  },
  "the same name in another namespace is another workload": {
    before: [holder("a", "one")],
    after: [holder("a", "one", { namespace: "other" })],
    expected: [
      ["a", undefined, "one"],
      ["a", "one", undefined],
    ],
  },
  "and so it is in another group, but not in another version": {
    before: [holder("a", "one"), holder("b", "one")],
    after: [holder("a", "one", { apiVersion: "example.com/v1" }), holder("b", "one", { apiVersion: "apps/v1beta1" })],
    expected: [
      ["a", "one", undefined],
      ["a", undefined, "one"],
    ],
  },
  "each of several workloads of one name counts": {
    before: [holder("hook", "one"), holder("hook", "two")],
    after: [holder("hook", "other"), holder("hook", "two")],
    expected: [["hook", "one", "other"]],
  },
  "one of several of one name that goes is the one that is lost": {
    before: [holder("hook", "one"), holder("hook", "two")],
    after: [holder("hook", "two")],
    expected: [["hook", "one", undefined]],
  },
  "another ServiceAccount with the same role is another identity": {
    before: [holder("a", "one")],
    after: [holder("a", "one", { serviceAccount: "other" })],
    expected: [["a", "one", "one"]],
  },
  "another ServiceAccount without any identity is none": {
    before: [holder("a", null)],
    after: [holder("a", null, { serviceAccount: "other" })],
    expected: [],
  },
  "names that objects inherit": {
    before: [],
    after: [holder("__proto__", "one"), holder("constructor", "two")],
    expected: [
      ["__proto__", undefined, "one"],
      ["constructor", undefined, "two"],
    ],
  },
};

for (const [title, { before, after, expected }] of Object.entries(cases)) {
  t.test(title, (t) => {
    t.same(told(before, after), expected);
    t.end();
  });
}

t.test("clouds of one workload change on their own", (t) => {
  const on = (cloud: "aws" | "azure" | "gke", audience: string) => ({
    cloud,
    principal: "p",
    audience,
    expirationSeconds: null,
  });
  const [change, ...others] = identityChanges(
    [holder("a", null, { identities: [on("gke", "x"), on("azure", "x"), on("aws", "x")] })],
    [holder("a", null, { identities: [on("aws", "x"), on("azure", "y"), on("gke", "x")] })],
  );
  t.match(change, { change: "changed", cloud: "azure", before: { audience: "x" }, after: { audience: "y" } });
  t.same(others, []);
  t.end();
});
