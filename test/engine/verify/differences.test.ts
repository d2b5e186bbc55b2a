import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { differences } from "../../../engine/verify/differences.ts";

function pod(containers: readonly JsonObject[], rest: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { metadata, spec: { containers, ...rest } };
}

const variable = { name: "A", value: "1" };
const mount = { name: "token", mountPath: "/token" };

const cases: readonly (readonly [title: string, present: JsonObject, wanted: JsonObject, found: readonly string[]])[] =
  [
    ["the same Pod", pod([{ name: "app" }]), pod([{ name: "app" }]), []],
    ["no Pod to speak of", {}, {}, []],
    ["a volume", pod([]), pod([], { volumes: [{ name: "v" }] }), ["Pod volume v missing"]],
    [
      "another volume of the name",
      pod([], { volumes: [{ name: "v", emptyDir: {} }] }),
      pod([], { volumes: [{ name: "v", projected: {} }] }),
      ["Pod volume v differs"],
    ],
    [
      "volumes in another order",
      pod([], { volumes: [{ name: "v" }, { name: "w" }] }),
      pod([], { volumes: [{ name: "w" }, { name: "v" }] }),
      [],
    ],
    ["what only the present Pod has", pod([], { volumes: [{ name: "v" }] }, { labels: { a: "b" } }), pod([]), []],
    ["a label", pod([]), pod([], {}, { labels: { a: "b" } }), ["Pod label a missing"]],
    ["another label", pod([], {}, { labels: { a: "" } }), pod([], {}, { labels: { a: "b" } }), ["Pod label a differs"]],
    [
      "an annotation",
      pod([]),
      pod([], {}, { annotations: { constructor: "b" } }),
      ["Pod annotation constructor missing"],
    ],
    [
      "variables and mounts",
      pod([{ name: "app", env: [{ name: "B" }] }]),
      pod([{ name: "app", env: [{ name: "B" }, variable], volumeMounts: [mount] }]),
      ["containers[0] app variable A missing", "containers[0] app mount /token missing"],
    ],
    [
      "other variables and mounts",
      pod([{ name: "app", env: [{ name: "A" }], volumeMounts: [{ name: "x", mountPath: "/token" }] }]),
      pod([{ name: "app", env: [variable], volumeMounts: [mount] }]),
      ["containers[0] app variable A differs", "containers[0] app mount /token differs"],
    ],
    [
      "containers behind an added one",
      pod([{ name: "app" }]),
      pod([{ name: "proxy" }, { name: "app", env: [variable] }]),
      ["Pod container proxy missing", "containers[0] app variable A missing"],
    ],
    [
      "an init container",
      { spec: { initContainers: [{ name: "first" }, { name: "setup" }] } },
      { spec: { initContainers: [{ name: "first" }, { name: "setup", env: [variable] }] } },
      ["initContainers[1] setup variable A missing"],
    ],
    [
      "containers of one name, each with its own",
      pod([{ name: "app" }, { name: "app", image: "b" }]),
      pod([
        { name: "app", env: [variable] },
        { name: "app", image: "b" },
      ]),
      ["containers[0] app variable A missing"],
    ],
    [
      "a container that is other in something else",
      pod([{ name: "setup", image: "a" }]),
      pod([{ name: "setup", image: "b" }]),
      ["Pod container setup differs"],
    ],
    ["containers without a name", pod([{}]), pod([{ env: [variable] }]), ["containers[0]  variable A missing"]],
  ];

for (const [title, present, wanted, found] of cases) {
  t.test(title, async (t) => {
    const told = differences(present, wanted).map(({ container, kind, name, isMissing }) => {
      const where = container === null ? "Pod" : `${container.list}[${container.index}] ${container.name}`;
      return `${where} ${kind} ${name} ${isMissing ? "missing" : "differs"}`;
    });
    t.strictSame(told, found);
  });
}
