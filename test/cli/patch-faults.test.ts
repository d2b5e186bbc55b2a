import t from "tap";
import type { Json, JsonObject } from "../../engine/json.ts";
import { deployment, list, nestedText, pod, review, serviceAccount } from "./manifests.ts";
import { runPodgraft } from "./run-podgraft.ts";

const aws = ["--set", "providers.aws={}"];

/** Each with what the message has to name: the place, the value and what is expected. */
const badInputs: readonly (readonly [name: string, input: string | Uint8Array, ...expected: RegExp[]])[] = [
  ["empty input", "", /standard input: empty.*JSON object/],
  ["blank input", " \n\t ", /standard input: empty/],
  ["YAML", "kind: Pod\n", /standard input:1:1: not JSON: expected a value, found "k"; YAML is read by podgraft inject/],
  ["a truncated object", '{"kind":"Pod",\n "spec": {', /:2:11: .*expected a key in double quotes or }, found the end/],
  ["a trailing comma", '{"kind":"Pod",}', /:1:15: .*expected a key in double quotes, found "}"/],
  ["text behind an object", "{}\n\nx", /:3:1: .*expected a value, found "x"/],
  ["not a number", '{"a":NaN}', /:1:6: .*expected a value, found "N"/],
  ["an octal number", '{"a":01}', /:1:7: .*expected a comma or }, found "1"/],
  ["a line break in a string", '{"a":"b\nc"}', /:1:8: .*expected a closing quote.*, found "\\n"/],
  ["an unknown escape", '{"a":"\\x41"}', /:1:7: .*expected an escape such as/],
  ["bytes that are no UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d), /standard input: not UTF-8 text; save it as UTF-8/],
  ["UTF-16", Buffer.from("\uFEFF{}", "utf16le"), /not UTF-8 text/],
  [
    "half of a surrogate pair in a value",
    text(pod({ metadata: { annotations: { "a.b/c": "secret\ud800" } } })),
    /metadata\.annotations\["a\.b\/c"\]/,
    /"\\ud800"/,
  ],
  [
    "half of a surrogate pair in a key",
    text(pod({ metadata: { labels: { "\udc00": "x" } } })),
    /metadata\.labels: expected keys of whole/,
  ],
  ["half of a surrogate pair in a list", text({ a: [[], ["x", "\ud83d"]] }), /: a\[1\]\[1\]: /],
  ["nesting 1,001 deep", nestedText(pod(), 1_000), /:1:1011: .*expected at most 1000 levels/],
  ["nesting 10,000 deep", nestedText(pod(), 10_000), /expected at most 1000 levels/],
  ["nesting a million deep", "[".repeat(1_000_000), /expected at most 1000 levels/],
  ["null", "null", /standard input \(document 1\): expected a JSON object, found null/],
  ["a list", "{} []", /\(document 2\): expected a JSON object, found a list/],
  ["a number", "3", /expected a JSON object, found a number/],
  ["a string", '"x"', /expected a JSON object, found a string/],
  ["a List of 101 Lists", nestedLists(101), /100 Lists or Templates stand inside one another/],
  [
    "containers that are null",
    text(withContainers(null)),
    /:1:\d+ \(document 1\): spec\.containers: expected a list of at least one container, found null \(Pod p\)/,
  ],
  ["no container", text(withContainers([])), /spec\.containers: expected .*, found an empty list/],
  ["no containers", text(pod({ spec: {} })), /spec\.containers: expected .*, found none/],
  ["no spec", text(pod({ spec: null })), /spec\.containers: expected .*, found none/],
  [
    "containers of a template that are null",
    text(deployment({ spec: { template: { spec: { containers: null } } } })),
    /spec\.template\.spec\.containers: .*found null \(Deployment d\)/,
  ],
  [
    "a container that is null",
    text(withContainers([null])),
    /spec\.containers\[0\]: expected an object, found null; remove the empty list item/,
  ],
  [
    "containers that are an object",
    text(withContainers({ app: {} })),
    /spec\.containers: expected a list, found an object/,
  ],
  [
    "a variable that is null",
    text(withContainers([{ name: "app", env: [null] }])),
    /spec\.containers\[0\]\.env\[0\]: expected an object, found null/,
  ],
  [
    "a value without quotes",
    text(withContainers([{ name: "app", env: [{ name: "A", value: 5 }] }])),
    /env\[0\]\.value: expected a string, found a number; put the value in quotes/,
  ],
  [
    "a label that is a number",
    text(pod({ metadata: { labels: { "example.com/v": 1 } } })),
    /metadata\.labels\["example\.com\/v"\]: expected a string, found a number/,
  ],
  [
    "a quantity that is none",
    text(withContainers([{ name: "app", resources: { limits: { cpu: "lots" } } }])),
    /resources\.limits\.cpu: expected a quantity such as 500m or 1Gi, found "lots"/,
  ],
  [
    "a template that is a list",
    text(deployment({ spec: { template: [] } })),
    /spec\.template: expected a Pod template, which is an object/,
  ],
  [
    "a fault deep in a List",
    text(list(serviceAccount(), pod(), withContainers([{ name: 5 }]))),
    /items\[2\]\.spec\.containers\[0\]\.name: expected a string/,
  ],
  [
    "a fault in the second object",
    `${text(pod())}\n${text(withContainers([{ name: 5 }]))}`,
    /standard input:2:\d+ \(document 2\): spec\.containers\[0\]\.name/,
  ],
  [
    "a review without a request",
    text({ kind: "AdmissionReview" }),
    /request\.object: expected the object under review, found null/,
  ],
  [
    "a review of a deletion",
    text({ kind: "AdmissionReview", request: { object: null, oldObject: pod() } }),
    /request\.object: .*found null/,
  ],
  ["a review of a list", text({ kind: "AdmissionReview", request: { object: [] } }), /request\.object: .*found a list/],
  [
    "a fault in a review",
    text(review(withContainers([{ name: 5 }]))),
    /: request\.object\.spec\.containers\[0\]\.name: expected a string/,
  ],
  [
    "an annotation of a ServiceAccount without quotes",
    text({
      ...serviceAccount(),
      metadata: { name: "orders", annotations: { "azure.workload.identity/client-id": 7 } },
    }),
    /metadata\.annotations\["azure\.workload\.identity\/client-id"\]: expected a string, found a number; put the value in quotes \(ServiceAccount orders\)/,
  ],
];

function text(value: Json): string {
  return JSON.stringify(value);
}

function withContainers(containers: Json): JsonObject {
  return pod({ spec: { containers } });
}

function nestedLists(depth: number): string {
  return `${'{"kind":"List","items":['.repeat(depth)}${"]}".repeat(depth)}`;
}

t.test("bad input: exit 3, nothing on stdout, a message that names place, value and expectation", async (t) => {
  const cwd = t.testdir();
  for (const [name, input, ...expected] of badInputs) {
    const { status, stdout, stderr } = await runPodgraft(["patch", ...aws, "-"], { cwd, input });
    t.match({ status, stdout }, { status: 3, stdout: /^$/ }, `${name}: status and stdout`);
    for (const pattern of expected) t.match(stderr, pattern, name);
    t.match(stderr, /^podgraft: error: [^\n]+\n$/, `${name}: one line`);
    t.notMatch(stderr, /secret/, `${name}: nothing of the values around it`);
  }
});

t.test("files that cannot be read are named", async (t) => {
  const cwd = t.testdir({ folder: {}, "bad.json": '{"kind":"Pod"', "good.json": text(pod()) });
  const cases: readonly (readonly [operand: string, expected: RegExp])[] = [
    ["absent.json", /^podgraft: error: absent\.json: cannot be read: .*no such file/],
    ["folder", /^podgraft: error: folder: a directory, where a file is meant/],
    ["bad.json", /^podgraft: error: bad\.json:1:14: not JSON/],
  ];
  for (const [operand, expected] of cases) {
    const { status, stdout, stderr } = await runPodgraft(["patch", ...aws, "good.json", operand], { cwd });
    t.match({ status, stdout }, { status: 3, stdout: /^$/ }, operand);
    t.match(stderr, expected, operand);
  }
});

t.test("input over 32 MiB is refused without being read to its end", async (t) => {
  const cwd = t.testdir({ "big.json": text(pod({ metadata: { annotations: { a: "x".repeat(33 * 1024 * 1024) } } })) });
  for (const operand of ["big.json", "/dev/zero"]) {
    const { status, stdout, stderr } = await runPodgraft(["patch", ...aws, operand], { cwd });
    t.match({ status, stdout }, { status: 3, stdout: /^$/ }, operand);
    t.match(stderr, /: more than 32 MiB, the most that is read here/, operand);
  }
});

t.test("a string of 30 MiB is no fault", async (t) => {
  const input = text(pod({ metadata: { annotations: { a: "x\\".repeat(10 * 1024 * 1024) } } }));
  const { status, stdout } = await runPodgraft(["patch", "-"], { cwd: t.testdir(), input });
  t.match({ status, stdout }, { status: 0, stdout: /^\[\]\n$/ });
});

t.test("nesting 999 deep works, through the rules too", async (t) => {
  const spec = { serviceAccountName: "orders", containers: [{ name: "app" }], unknown: nested(995) };
  const input = text(list(serviceAccount(), pod({ spec })));
  const { status, stdout, stderr } = await runPodgraft(["patch", ...aws], { cwd: t.testdir(), input });
  t.match({ status, stderr }, { status: 0, stderr: /^$/ });
  t.match(stdout, /^\[\{"op":"add","path":"\/items\/1\/spec\/containers\/0\/env"/);
  const json = await runPodgraft(["patch", ...aws, "--output", "json"], { cwd: t.testdir(), input });
  t.match(json, { status: 0, stderr: /^$/, stdout: `"unknown":${"[".repeat(995)}${"]".repeat(995)}` });
});

function nested(depth: number): Json {
  let value: Json = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

t.test("what manifests say cannot steer the terminal", async (t) => {
  const metadata = { name: "p\u001b[2J\n\u202e" };
  const input = text(pod({ metadata, spec: { containers: [{ name: 5 }] } }));
  const { stderr } = await runPodgraft(["patch", ...aws], { cwd: t.testdir(), input });
  t.match(stderr, /^podgraft: error: [ -~]+\n$/, "printable characters alone, on one line");
});
