import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import t from "tap";
import type { Json, Segment } from "../../../engine/json.ts";
import { isJsonList, isJsonObject, member } from "../../../engine/json.ts";
import { checkPod, describeTypeFault } from "../../../engine/typed/check-pod.ts";

const root = new URL("../../../../", import.meta.url);

function parse(text: string): Json {
  return JSON.parse(text) as Json;
}

t.test("a Pod is refused where the API server's decoder refuses it, and nowhere else", (t) => {
  const lines = readFileSync(new URL("test/engine/typed/decoder/vectors.tsv", root), "utf8").trimEnd().split("\n");
  for (const line of lines) {
    const [answer = "", text = ""] = line.split("\t");
    const fault = checkPod(parse(text));
    if (isOurs(text)) continue;
    t.equal(fault === null ? "taken" : "refused", answer, `${text} ${fault === null ? "" : describeTypeFault(fault)}`);
  }
  t.ok(lines.length > 600, "the vectors are there");
  t.end();
});

/** Where checkPod differs from the decoder on purpose. */
function isOurs(text: string): boolean {
  return text === '{"spec":{"tolerations":[null]}}';
}

t.test("a null item is refused in a list of objects and taken in a list of scalars", (t) => {
  const fault = checkPod({ spec: { containers: [{}, null] } });
  t.strictSame(fault, { path: ["spec", "containers", 1], expected: "an object", found: "null" });
  t.equal(checkPod({ spec: { containers: [{ args: [null] }] } }), null);
  t.end();
});

t.test("integers are judged by value", (t) => {
  for (const text of ["1.0", "1e3", "-0", "100e-2"])
    t.equal(checkPod(parse(`{"spec":{"priority":${text}}}`)), null, text);
  t.end();
});

t.test("a Pod is an object", (t) => {
  for (const pod of [null, "pod", 1, true, []]) t.equal(checkPod(pod)?.expected, "an object", JSON.stringify(pod));
  t.equal(checkPod({}), null);
  t.end();
});

type Message = { readonly pod: Json; readonly message: string };

const messages: readonly Message[] = [
  { pod: null, message: "(root): expected an object, found null" },
  { pod: { spec: [] }, message: "spec: expected an object, found a list" },
  { pod: { spec: { containers: "app" } }, message: "spec.containers: expected a list, found a string" },
  { pod: { spec: { containers: [{ env: {} }] } }, message: "spec.containers[0].env: expected a list, found an object" },
  {
    pod: { spec: { containers: [null] } },
    message: "spec.containers[0]: expected an object, found null; remove the empty list item",
  },
  { pod: { spec: { hostNetwork: "yes" } }, message: "spec.hostNetwork: expected true or false, found a string" },
  {
    pod: { metadata: { labels: { n: 1 } } },
    message: "metadata.labels.n: expected a string, found a number; put the value in quotes",
  },
  {
    pod: { metadata: { annotations: { "example.com/on": true } } },
    message: 'metadata.annotations["example.com/on"]: expected a string, found true; put the value in quotes',
  },
  { pod: { metadata: { labels: { a: [] } } }, message: "metadata.labels.a: expected a string, found a list" },
  {
    pod: { spec: { priority: 2 ** 31 } },
    message: "spec.priority: expected an integer from -2147483648 to 2147483647, found 2147483648",
  },
  {
    pod: { spec: { activeDeadlineSeconds: 1.5 } },
    message: "spec.activeDeadlineSeconds: expected an integer of 64 bits, found 1.5",
  },
  {
    pod: { spec: { containers: [{ livenessProbe: { httpGet: { port: false } } }] } },
    message:
      "spec.containers[0].livenessProbe.httpGet.port: expected an integer from -2147483648 to 2147483647 or a string, found false",
  },
  {
    pod: { spec: { overhead: { cpu: "12 GB" } } },
    message: 'spec.overhead.cpu: expected a quantity such as 500m or 1Gi, found "12 GB"',
  },
  {
    pod: { metadata: { creationTimestamp: "x".repeat(100) } },
    message: `metadata.creationTimestamp: expected an RFC 3339 time such as 2006-01-02T15:04:05Z, found "${"x".repeat(60)}…"`,
  },
];

for (const { pod, message } of messages) {
  t.test(message, (t) => {
    const fault = checkPod(pod);
    t.equal(fault === null ? "no fault" : describeTypeFault(fault), message);
    t.end();
  });
}

t.test("in a Template, a parameter may stand for a scalar", (t) => {
  for (const [spec, isTaken] of [
    [{ priority: "${{PRIORITY}}", hostNetwork: "${{ON}}", overhead: { cpu: "${{CPU_1}}" } }, true],
    [{ priority: "${PRIORITY}" }, false],
    [{ priority: "1${{PRIORITY}}" }, false],
    [{ priority: "${{}}" }, false],
    [{ containers: "${{CONTAINERS}}" }, false],
    [{ containers: ["${{CONTAINER}}"] }, false],
    [{ priority: {} }, false],
  ] as const) {
    t.equal(checkPod({ spec }, { takesParameters: true }) === null, isTaken, JSON.stringify(spec));
    t.not(checkPod({ spec }), null, JSON.stringify(spec));
  }
  t.end();
});

t.test("no value that may be a secret is repeated", (t) => {
  for (const value of [4711, ["4711"], { a: "4711" }]) {
    const fault = checkPod({ spec: { containers: [{ env: [{ name: "PASSWORD", value }] }] } });
    t.notMatch(fault === null ? "4711" : describeTypeFault(fault), /4711/);
  }
  t.end();
});

t.test("of several faults the first in the document counts", (t) => {
  t.strictSame(checkPod({ spec: { hostNetwork: 1 }, metadata: 1 })?.path, ["spec", "hostNetwork"]);
  t.strictSame(checkPod({ metadata: 1, spec: { hostNetwork: 1 } })?.path, ["metadata"]);
  t.end();
});

t.test("unknown fields are taken unread, however deep and whatever their name", (t) => {
  const deep = parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`);
  t.equal(checkPod({ new: deep, spec: { new: deep, containers: [{ new: deep }] } }), null);
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const odd = parse(`{"${name}":1,"spec":{"${name}":1,"containers":[{"${name}":{"name":1}}]}}`);
    t.equal(checkPod(odd), null, name);
  }
  t.end();
});

t.test("inherited members are no members", (t) => {
  const pod = Object.assign(Object.create({ kind: 1 }) as { [key: string]: Json }, { apiVersion: "v1" });
  t.equal(checkPod(pod), null);
  t.equal(checkPod({ kind: undefined }), null);
  t.end();
});

t.test("every fault points at a value that is there", (t) => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom("containers", "volumes", "securityContext", "overhead"),
      (value, field) => {
        const pod: Json = {
          metadata: { labels: parse(JSON.stringify(value)) },
          spec: { [field]: parse(JSON.stringify(value)) },
        };
        const fault = checkPod(pod);
        return fault === null || valueAt(pod, fault.path) !== undefined;
      },
    ),
    { numRuns: 200, seed: 1 },
  );
  t.end();
});

function valueAt(value: Json, path: readonly Segment[]): Json | undefined {
  let place: Json | undefined = value;
  for (const segment of path) {
    if (typeof segment === "string") place = member(place, segment);
    else place = isJsonList(place) ? place[segment] : undefined;
  }
  return place;
}

const conformance = new URL("../shared/conformance/", root);

t.test(
  "the conformance cases decode, except those that say they do not",
  { skip: existsSync(conformance) ? false : "skipped: no conformance cases beside the project" },
  (t) => {
    let count = 0;
    for (const set of ["handwritten", "random", "decided"]) {
      for (const file of readdirSync(new URL(`${set}/`, conformance)).filter((name) => name.endsWith(".json"))) {
        const cases = parse(readFileSync(new URL(`${set}/${file}`, conformance), "utf8"));
        if (!isJsonList(cases)) continue;
        for (const given of cases) {
          count++;
          const fault = checkPod(member(given, "pod") ?? null);
          const isRefused = isTagged(given, "decode-error");
          const message = fault === null ? "" : describeTypeFault(fault);
          if ((fault !== null) !== isRefused) t.fail(`${file} ${JSON.stringify(member(given, "id"))}: ${message}`);
          const after = member(member(given, "expect"), "pod");
          if (isJsonObject(after)) t.equal(checkPod(after), null, `${file}: the expected Pod decodes`);
        }
      }
    }
    t.ok(count > 0, `${count} cases`);
    t.end();
  },
);

function isTagged(given: Json, tag: string): boolean {
  const tags = member(given, "tags");
  return isJsonList(tags) && tags.includes(tag);
}
