import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import type { AdmissionOutcome, Endpoint, Mode } from "../../../plugin/admission-record.ts";
import {
  completePod,
  deployment,
  digests,
  judge,
  podWith,
  reviewOf,
  templateOf,
  updateOf,
  withEphemeral,
  workloadWith,
} from "./courtroom.ts";

const modes: readonly Mode[] = ["off", "audit", "warn", "enforce", "mutate"];
const debug = { name: "debug", image: "d" };

/** Requests that are judged, each with something that is missing. */
async function requests(): Promise<{ readonly [operation: string]: JsonObject }> {
  const complete = await completePod();
  const strict = { settings: { providers: { aws: {} }, verify: { lateContainers: "deny" } } };
  return {
    "a new Pod": reviewOf(podWith()),
    "an ephemeral container": updateOf(withEphemeral(await completePod(podWith(), strict), [debug]), complete, {
      subResource: "ephemeralcontainers",
    }),
    "a new Deployment": reviewOf(workloadWith(templateOf()), deployment),
    "a new template": updateOf(
      workloadWith(templateOf()),
      workloadWith(templateOf(podWith({ metadata: { labels: { version: "2" } }, spec: { hostNetwork: true } }))),
      deployment,
    ),
  };
}

type Row = { readonly [mode in Mode]: AdmissionOutcome };
const untouched: Row = {
  off: "exempt",
  audit: "unchanged",
  warn: "unchanged",
  enforce: "unchanged",
  mutate: "mutated",
};
const refused: Row = { off: "exempt", audit: "accepted", warn: "warned", enforce: "denied", mutate: "denied" };
const never: Row = { off: "exempt", audit: "exempt", warn: "exempt", enforce: "exempt", mutate: "exempt" };
/** Workloads are never refused, and where Pods are mutated their templates lack nothing. */
const told: Row = { off: "exempt", audit: "accepted", warn: "warned", enforce: "warned", mutate: "accepted" };

/** docs/decisions/0007-what-admission-judges.md has this table in words. */
const table: { readonly [operation: string]: { readonly [endpoint in Endpoint]: Row } } = {
  "a new Pod": { mutate: untouched, verify: refused },
  "an ephemeral container": { mutate: untouched, verify: refused },
  "a new Deployment": { mutate: never, verify: told },
  "a new template": { mutate: never, verify: told },
};

for (const [operation, endpoints] of Object.entries(table)) {
  for (const endpoint of ["mutate", "verify"] as const) {
    for (const mode of modes) {
      t.test(`${mode}: ${endpoint} on ${operation}`, async (t) => {
        const review = (await requests())[operation] ?? {};
        const settings = { providers: { aws: {} }, verify: { lateContainers: "deny" }, admission: { mode: "off" } };
        const labels = { "podgraft.dev/mode": mode };
        const { record, allowed, warnings, audit, patch, message } = await judge(endpoint, review, {
          settings,
          labels,
        });
        const outcome = endpoints[endpoint][mode];
        t.equal(record.outcome, outcome);
        t.equal(allowed, outcome !== "denied");
        t.equal(record.allowed, allowed);
        t.equal(warnings.length > 0, outcome === "warned");
        t.equal(patch.length > 0, outcome === "mutated");
        t.equal(message !== "", outcome === "denied");
        const isJudged = !(outcome === "exempt" || outcome === "unchanged");
        t.equal(record.mode, endpoints[endpoint] === never ? null : mode);
        if (isJudged) t.match(audit, { mode, decisions: "aws=inject:aws.role_arn", module: digests.module });
        else t.same(audit, {});
        t.equal(
          "findings" in audit,
          isJudged && endpoint === "verify" && !(endpoints.verify === told && mode === "mutate"),
        );

        // The same by the configuration, where the Namespace has no label.
        const usual = await judge(endpoint, review, { settings: { ...settings, admission: { mode } } });
        t.same(usual.response, (await judge(endpoint, review, { settings, labels })).response);
      });
    }
  }
}

t.test("a Pod that is complete passes in every mode without a word, by both endpoints", async (t) => {
  const complete = await completePod();
  for (const mode of modes) {
    for (const endpoint of ["mutate", "verify"] as const) {
      const { response, allowed, warnings, patch } = await judge(endpoint, reviewOf(complete), {
        labels: { "podgraft.dev/mode": mode },
      });
      t.match({ allowed, warnings, patch }, { allowed: true, warnings: [], patch: [] }, `${mode}, ${endpoint}`);
      t.notOk("status" in response);
    }
  }
});

t.test(
  "a label that names no mode: that of the configuration holds, with a warning that names the label",
  async (t) => {
    for (const label of ["strict", "", "Enforce", "enforce "]) {
      for (const endpoint of ["mutate", "verify"] as const) {
        const { record, allowed, warnings } = await judge(endpoint, reviewOf(await completePod()), {
          labels: { "podgraft.dev/mode": label },
        });
        t.equal(record.mode, "enforce");
        t.equal(allowed, true);
        t.match(warnings, [`podgraft.dev/mode=${label} names no mode`]);
        t.match(warnings, [/enforce holds$/]);
      }
    }
    const off = { settings: { admission: { mode: "off" } }, labels: { "podgraft.dev/mode": "on" } };
    t.match(await judge("verify", reviewOf(podWith()), off), { allowed: true, warnings: [/names no mode/] });
  },
);

t.test("labels that only Object's prototype has are none", async (t) => {
  const { record } = await judge("verify", reviewOf(podWith()), {
    labels: JSON.parse('{"__proto__":"off"}') as JsonObject,
  });
  t.equal(record.outcome, "denied");
});

t.test("break-glass: every object is let through, with a warning, a record and an annotation", async (t) => {
  for (const [operation, review] of Object.entries(await requests())) {
    for (const mode of modes) {
      const labels = { "podgraft.dev/mode": mode, "podgraft.dev/break-glass": "incident-42" };
      const { allowed, record, warnings, audit, patch, asked } = await judge("verify", review, { labels });
      t.equal(allowed, true, `${operation}, ${mode}`);
      t.match(record, { outcome: "released", allowed: true, mode, failure: null });
      t.match(warnings, [/let through unjudged.*podgraft\.dev\/break-glass: incident-42$/]);
      t.match(audit, { "break-glass": "incident-42", mode, configuration: /^c+$/, module: /^d+$/ });
      t.same(patch, []);
      t.same(asked, ["shop"], "nothing else is asked for");
    }
  }
  const mutated = await judge("mutate", reviewOf(podWith()), { labels: { "podgraft.dev/break-glass": "incident-42" } });
  t.match(mutated, { patch: [], record: { outcome: "released" } });
});

t.test("break-glass without a reason lets nothing through, and says so", async (t) => {
  const labels = { "podgraft.dev/break-glass": "" };
  t.match(await judge("verify", reviewOf(podWith()), { labels }), { allowed: false });
  const { allowed, warnings, record } = await judge("verify", reviewOf(await completePod()), { labels });
  t.match({ allowed, warnings }, { allowed: true, warnings: [/break-glass lets nothing through: it has no reason/] });
  t.equal(record.outcome, "accepted");
});

t.test("break-glass lets through what could not be judged, but not without its Namespace", async (t) => {
  const labels = { "podgraft.dev/break-glass": "incident-42" };
  const broken = reviewOf(podWith({ spec: { containers: [{ name: 1 }] } }));
  t.match(await judge("verify", broken, { labels }), { allowed: true, record: { outcome: "released" } });
  const lost = { kind: "failed", failure: "timeout", message: "late" } as const;
  t.match(await judge("verify", broken, { namespace: () => lost }), { allowed: false, record: { outcome: "failed" } });
});
