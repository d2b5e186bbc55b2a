import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { RuleModule } from "../../../engine/wasm/host.ts";
import type { Looked, LookupFailure } from "../../../plugin/cluster.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";
import {
  deployment,
  judge,
  kindOf,
  podWith,
  reviewOf,
  templateOf,
  updateOf,
  withEphemeral,
  workloadWith,
  type Setting,
} from "./courtroom.ts";

const modes = ["audit", "warn", "enforce", "mutate"] as const;
const policies = ["deny", "allow"] as const;

/** Reviews by what they are about. */
const reviews: { readonly [name: string]: JsonObject } = {
  Pod: reviewOf(podWith()),
  "ephemeral container": updateOf(withEphemeral(podWith(), [{ name: "debug", image: "d" }]), podWith(), {
    subResource: "ephemeralcontainers",
  }),
  Deployment: reviewOf(workloadWith(templateOf()), deployment),
};

const failures: readonly LookupFailure[] = ["timeout", "forbidden", "unreachable", "stale", "invalid"];
const lost = (failure: LookupFailure): Looked => ({ kind: "failed", failure, message: "it said no" });
const broken = (): Promise<Looked> => Promise.reject(new Error("it broke"));

/** Every way of a look-up to fail, and what it is called. */
const ways: readonly [string, LookupFailure, () => Looked | Promise<Looked>][] = [
  ...failures.map((failure): [string, LookupFailure, () => Looked] => [failure, failure, () => lost(failure)]),
  ["late", "timeout", () => Promise.resolve(lost("timeout"))],
  ["a promise that is broken", "invalid", broken],
];

for (const object of ["Namespace", "ServiceAccount"] as const) {
  for (const [title, failure, way] of ways) {
    t.test(`look-up of the ${object}: ${title}`, async (t) => {
      for (const [kind, review] of Object.entries(reviews)) {
        for (const mode of modes) {
          for (const policy of policies) {
            for (const endpoint of ["mutate", "verify"] as const) {
              const settings = { providers: { aws: {} }, admission: { mode, lookupFailure: policy } };
              const setting: Setting =
                object === "Namespace" ? { settings, namespace: way } : { settings, serviceAccount: way };
              const { record, allowed, warnings, message, patch, audit } = await judge(endpoint, review, setting);
              const place = `${endpoint}, ${mode}, ${policy}: ${kind}`;
              // Which mode a Namespace has is not known without it, so the strictest is taken.
              const isAsked = object === "Namespace" || endpoint === "verify" || mode === "mutate";
              if ((kind === "Deployment" && endpoint === "mutate") || !isAsked) {
                t.equal(record.failure, null, `${place}: was not asked for`);
                continue;
              }
              t.match(record, {
                outcome: "failed",
                failure: `lookup.${failure}`,
                mode: object === "Namespace" ? null : mode,
              });
              t.same(record.lookups.at(-1), { object: object.toLowerCase(), result: failure });
              const isStrict = object === "Namespace" || mode === "enforce" || mode === "mutate";
              t.equal(allowed, kind === "Deployment" || policy === "allow" || !isStrict, place);
              const told = allowed ? warnings.join(" ") : message;
              const named = object === "Namespace" ? "Namespace shop" : "ServiceAccount shop/orders";
              t.match(told, `${named} could not be looked up (${failure})`, "it says what was not obtained");
              if (!allowed) t.match(message, /admission\.lookupFailure is "deny"/);
              t.same(patch, []);
              t.match(audit, { failure: `lookup.${failure}`, module: /./ });
            }
          }
        }
      }
    });
  }
}

t.test("a refusal for a failure is none for the Pod: its status is 503", async (t) => {
  const { response } = await judge("verify", reviewOf(podWith()), { serviceAccount: () => lost("timeout") });
  t.match(response, { status: { status: "Failure", code: 503, reason: "ServiceUnavailable" } });
});

const real = rulesOf({}).module;
const moduleThat = (evaluate: RuleModule["evaluate"]): RuleModule => ({ digest: real.digest, evaluate });

/** Modules that fail, and the code of what they throw. */
const modules: readonly [string, string, RuleModule][] = [
  [
    "an error with a code",
    "internal.decision",
    moduleThat(() => {
      throw new PodgraftError("internal.decision", "no decision");
    }),
  ],
  [
    "an exception",
    "internal.evaluation",
    moduleThat(() => {
      throw new RangeError("memory access out of bounds");
    }),
  ],
  [
    "anything at all",
    "internal.evaluation",
    moduleThat(() => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- WebAssembly's glue throws texts.
      throw "unreachable";
    }),
  ],
];

for (const [title, code, module] of modules) {
  t.test(`a module that throws ${title}`, async (t) => {
    for (const [kind, review] of Object.entries(reviews)) {
      for (const mode of modes) {
        for (const policy of policies) {
          for (const endpoint of ["mutate", "verify"] as const) {
            const rules = rulesOf({ providers: { aws: {} }, admission: { mode, failure: policy } }, module);
            const { record, allowed, warnings, message, patch } = await judge(endpoint, review, { rules });
            if (endpoint === "mutate" && (kind === "Deployment" || mode !== "mutate")) {
              t.equal(record.failure, null, "no rule was asked");
              continue;
            }
            t.match(record, { outcome: "failed", failure: code });
            const mayBeRefused = kind !== "Deployment" && (mode === "enforce" || mode === "mutate");
            t.equal(allowed, policy === "allow" || !mayBeRefused, `${endpoint}, ${mode}, ${policy}: ${kind}`);
            if (allowed) t.match(warnings, [/was not judged for its cloud identity/]);
            else t.match(message, /admission\.failure is "deny"; try again/);
            t.same(patch, []);
          }
        }
      }
    }
  });
}

t.test("a Pod that no Kubernetes decodes is a failure that names the field", async (t) => {
  const review = reviewOf(podWith({ spec: { containers: [{ name: "app", env: [{ name: "A", value: 1 }] }] } }));
  const { allowed, message, record } = await judge("verify", review);
  t.equal(allowed, false);
  t.equal(record.failure, "input.pod_invalid");
  t.match(message, /spec\.containers\[0\]\.env\[0\]\.value/);
});

t.test("the kind Pod of another group is warned of, and never refused", async (t) => {
  const workload = { apiVersion: "example.com/v1", kind: "Pod", template: "spec.template" };
  const rules = rulesOf({ providers: { aws: {} }, workloads: [workload], admission: { mode: "enforce" } });
  const object = workloadWith(templateOf(), { apiVersion: "example.com/v1", kind: "Pod" });
  const review = reviewOf(object, kindOf("example.com", "v1", "Pod"));
  t.match(await judge("verify", review, { rules }), { allowed: true, record: { outcome: "warned" } });
  const failed = await judge("verify", review, { rules, serviceAccount: () => lost("timeout") });
  t.match(failed, { allowed: true, warnings: [/could not be looked up/] });
});

t.test("what throws where nobody expects it is a failure, too", async (t) => {
  const row = { apiVersion: "example.com/v1", kind: "Fleet", template: "spec.template" };
  const rules = rulesOf({ providers: { aws: {} }, workloads: [row], admission: { mode: "enforce" } });
  const table = new Proxy(rules.table, {
    get() {
      throw new TypeError("no table");
    },
  });
  const review = reviewOf(workloadWith(templateOf()), deployment);
  const { allowed, warnings, record } = await judge("verify", review, { rules: { ...rules, table } });
  t.match({ allowed, warnings }, { allowed: true, warnings: [/no table/] });
  t.equal(record.failure, "internal.evaluation");
});
