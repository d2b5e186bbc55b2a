import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { runPodgraft } from "../../cli/run-podgraft.ts";
import { at, chartFile, listAt, namespace, ofKind, only, release, render, skip, template } from "./render.ts";
import { restrictedFaults } from "./restricted.ts";
import { valueSets } from "./value-sets.ts";

/** The spec of the server's Pods. */
function podOf(objects: readonly JsonObject[]): JsonObject {
  return at(only(objects, "Deployment"), "spec.template.spec") as JsonObject;
}

for (const [title, values] of Object.entries(valueSets)) {
  t.test(`Pods are restricted, and write nowhere: ${title}`, { skip }, async (t) => {
    const objects = await render(values);
    const specs = [podOf(objects), ...ofKind(objects, "Pod").map((pod) => at(pod, "spec"))];
    const asked = values["hostNetwork"] === true ? ["hostNetwork"] : [];
    for (const spec of specs) {
      t.same(restrictedFaults(spec), asked);
      for (const container of listAt(spec, "containers")) {
        t.equal(at(container, "securityContext.readOnlyRootFilesystem"), true);
        t.type(at(container, "resources.requests.memory"), "string");
        t.type(at(container, "resources.limits.memory"), "string");
      }
      t.equal(at(spec, "securityContext.runAsUser"), undefined, "OpenShift gives the user");
      for (const mount of listAt(spec, "containers.0.volumeMounts"))
        if (String(at(mount, "mountPath")).startsWith("/etc/podgraft")) t.equal(at(mount, "readOnly"), true);
    }
  });
}

t.test("a Pod that is not restricted is noticed", (t) => {
  t.same(restrictedFaults({ hostPID: true, volumes: [{ name: "x", hostPath: {} }], containers: [{ name: "a" }] }), [
    "hostPID",
    "hostPath",
    "a: allowPrivilegeEscalation",
    "a: runAsNonRoot",
    "a: capabilities.drop",
    "a: seccompProfile",
  ]);
  t.end();
});

const everyCloud = {
  apiVersion: "podgraft.dev/v1alpha1",
  kind: "Config",
  providers: {
    aws: {},
    azure: { azureTenantId: "00000000-0000-0000-0000-000000000001" },
    gcp: {},
    alibaba: { accountUid: "1", clusterId: "c" },
  },
};

/** What the namespace has besides, in which the test's Pod runs. */
const defaultAccount = `---\n${JSON.stringify({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default", namespace } })}\n`;

t.test("podgraft verify passes the chart's own Pods, and reads its configuration", { skip }, async (t) => {
  const cwd = t.testdir({ "podgraft.yaml": JSON.stringify(everyCloud) });
  for (const title of ["no values", "every webhook", "cert-manager", "everything named"]) {
    const { text } = await template(valueSets[title] ?? {});
    const run = await runPodgraft(["verify", "--fail-on", "warning", "--format", "json"], {
      cwd,
      input: `${text}${defaultAccount}`,
    });
    t.equal(run.status, 0, `${title}: ${run.stdout}${run.stderr}`);
    t.match(JSON.parse(run.stdout), { summary: { pods: 2, passed: 2 } }, "the server's and the test's");
  }
  const config = String(at(only(await render({ config: { preset: "eks" } }), "ConfigMap"), ["data", "podgraft.yaml"]));
  writeFileSync(join(cwd, "chart.yaml"), config);
  const run = await runPodgraft(["verify", "--config", "chart.yaml"], { cwd, input: "" });
  t.equal(run.status, 0, run.stderr);
});

t.test("there is time for the hook, the drain and the end", { skip }, async (t) => {
  const pod = podOf(await render({ server: { preStopSeconds: 7, drainSeconds: 30 } }));
  t.equal(pod["terminationGracePeriodSeconds"], 42);
  t.equal(at(pod, "containers.0.lifecycle.preStop.sleep.seconds"), 7);
  t.ok(listAt(pod, "containers.0.args").includes("--drain=30s"));
  t.equal(at(podOf(await render(valueSets["one replica, bare"])), "containers.0.lifecycle"), undefined);
});

t.test("one replica leaves when another is ready, and they stand apart", { skip }, async (t) => {
  const objects = await render();
  const deployment = only(objects, "Deployment");
  t.match(at(deployment, "spec"), { replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } });
  const keys = listAt(podOf(objects), "topologySpreadConstraints").map((constraint) => at(constraint, "topologyKey"));
  t.same(keys, ["kubernetes.io/hostname", "topology.kubernetes.io/zone"]);
  t.match(at(only(objects, "PodDisruptionBudget"), "spec"), {
    maxUnavailable: 1,
    unhealthyPodEvictionPolicy: "AlwaysAllow",
  });
  const [container] = listAt(podOf(objects), "containers");
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
    const port = at(container, `${probe}.httpGet.port`);
    t.ok(
      listAt(container, "ports").some((declared) => at(declared, "name") === port),
      probe,
    );
  }
  t.equal(at(container, "readinessProbe.httpGet.path"), "/readyz");
  t.equal(podOf(objects)["priorityClassName"], "system-cluster-critical");
  t.match(at(only(objects, "ResourceQuota"), "spec.scopeSelector.matchExpressions.0.values"), [
    "system-cluster-critical",
  ]);
  const single = await render(valueSets["one replica, bare"]);
  t.same(ofKind(single, "PodDisruptionBudget"), [], "a budget for one Pod would block every drain");
  t.same(ofKind(single, "ResourceQuota"), []);
});

const flags: readonly [string, readonly string[], readonly RegExp[]][] = [
  [
    "no values",
    [
      "serve",
      "--config=/etc/podgraft/config/podgraft.yaml",
      "--self-managed-certificate",
      "--namespace=podgraft-system",
      `--service=${release}`,
      "--certificate-secret=podgraft-certificate",
      "--webhook-configuration=podgraft",
    ],
    [/^--certificate-dir/, /^--client-/, /^--http2/, /^--module/, /^--environment/],
  ],
  ["cert-manager", ["--certificate-dir=/etc/podgraft/certificate"], [/^--self-managed/, /^--certificate-secret/]],
  [
    "client certificates",
    ["--client-ca=/etc/podgraft/client-ca/ca.crt", "--client-name=one", "--client-name=two"],
    [/^--client-name=kube-apiserver/],
  ],
  [
    "everything named",
    ["--environment=prod", "--module=/rules/own.wasm", `--module-digest=sha256:${"1".repeat(64)}`],
    [],
  ],
  ["one replica, bare", ["--http2", "--log-level=debug"], []],
];

for (const [title, present, absent] of flags) {
  t.test(`the server's arguments: ${title}`, { skip }, async (t) => {
    const args = listAt(podOf(await render(valueSets[title])), "containers.0.args").map(String);
    for (const flag of present) t.ok(args.includes(flag), flag);
    for (const flag of absent)
      t.notOk(
        args.some((argument) => flag.test(argument)),
        String(flag),
      );
  });
}

t.test("the image is named by its digest where there is one", { skip }, async (t) => {
  const image = async (values: JsonObject): Promise<unknown> => at(podOf(await render(values)), "containers.0.image");
  const appVersion = /^appVersion: "(.*)"$/m.exec(chartFile("Chart.yaml"))?.[1] ?? "";
  t.equal(await image({}), `podgraft:${appVersion}`);
  t.equal(await image({ image: { tag: "2" } }), "podgraft:2");
  t.equal(await image(valueSets["everything named"] ?? {}), `registry.example/podgraft@sha256:${"0".repeat(64)}`);
});
