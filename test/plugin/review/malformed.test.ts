import fc from "fast-check";
import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import { isJsonList, isJsonObject, parseJson, type Json, type JsonObject } from "../../../engine/json.ts";
import type { Endpoint } from "../../../plugin/admission-record.ts";
import type { Looked } from "../../../plugin/cluster.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";
import {
  deployment,
  found,
  judge,
  podWith,
  reviewOf,
  templateOf,
  updateOf,
  withEphemeral,
  workloadWith,
  type Admitted,
  type Setting,
} from "./courtroom.ts";

const enforcing = rulesOf({ providers: { aws: {} }, admission: { mode: "enforce" } });
const mutating = rulesOf({ providers: { aws: {} }, admission: { mode: "mutate" } });
const endpoints: readonly Endpoint[] = ["mutate", "verify"];

/** JSON as it comes from a parser: `__proto__` is a key like any other. */
const anyJson: fc.Arbitrary<Json> = fc
  .oneof(
    fc.json({ maxDepth: 3 }),
    fc.constantFrom(
      "null",
      '""',
      "{}",
      "[]",
      "[null]",
      "1e400",
      "-0",
      '{"__proto__":{"allowed":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"toString":null}',
      '"../x"',
      '"\\u0000\\ud800"',
    ),
  )
  .map(parseJson);

const bodies: readonly JsonObject[] = [
  reviewOf(podWith()),
  reviewOf(podWith({ metadata: { generateName: "p-", labels: { a: "b" }, annotations: { c: "d" } } })),
  updateOf(withEphemeral(podWith(), [{ name: "debug", image: "d" }]), podWith(), {
    subResource: "ephemeralcontainers",
  }),
  updateOf(podWith({ metadata: { annotations: { a: "2" } } }), podWith({ metadata: { annotations: { a: "1" } } })),
  reviewOf(workloadWith(templateOf()), deployment),
  reviewOf(workloadWith(templateOf()), { ...deployment, operation: "UPDATE", oldObject: workloadWith(null) }),
  reviewOf(podWith(), { operation: "DELETE", object: null, oldObject: podWith() }),
];

/** Paths of everything in a value, itself last. */
function pathsOf(value: Json): readonly (readonly (string | number)[])[] {
  const within = isJsonList(value)
    ? value.map((item, index): [number, Json] => [index, item])
    : isJsonObject(value)
      ? Object.entries(value).map(([key, item = null]): [string, Json] => [key, item])
      : [];
  return [...within.flatMap(([step, item]) => pathsOf(item).map((path) => [step, ...path])), []];
}

/** The value with another in this place; undefined takes it away. */
function withAt(value: Json, [step, ...rest]: readonly (string | number)[], other: Json | undefined): Json {
  if (step === undefined) return other ?? null;
  if (isJsonList(value) && typeof step === "number") {
    if (rest.length === 0 && other === undefined) return value.filter((_, index) => index !== step);
    return value.with(step, withAt(value[step] ?? null, rest, other));
  }
  if (!isJsonObject(value)) return value;
  const { [step]: item = null, ...others } = value;
  return rest.length === 0 && other === undefined ? others : { ...others, [step]: withAt(item, rest, other) };
}

/** A body in which up to three places are something else, or gone. */
const spoilt: fc.Arbitrary<Json> = fc
  .tuple(fc.constantFrom(...bodies), fc.array(fc.tuple(fc.nat(), fc.option(anyJson)), { minLength: 1, maxLength: 3 }))
  .map(([body, changes]) =>
    changes.reduce<Json>((value, [seed, other]) => {
      const paths = pathsOf(value);
      return withAt(value, paths[seed % paths.length] ?? [], other ?? undefined);
    }, body),
  );

/** The verdict; undefined for a body that is told to be none, by the one error that there is for that. */
async function verdictOn(endpoint: Endpoint, body: Json, setting: Setting): Promise<Admitted | undefined> {
  try {
    return await judge(endpoint, body, setting);
  } catch (error) {
    if (error instanceof PodgraftError && error.code.startsWith("input.")) return undefined;
    throw error;
  }
}

const runs = { numRuns: 400 };
const deleted = Object.getOwnPropertyNames(Object.prototype).sort();

t.test("any JSON as a body: no review, told so, and nothing else thrown", async (t) => {
  await fc.assert(
    fc.asyncProperty(anyJson, fc.constantFrom(...endpoints), async (body, endpoint) => {
      t.equal(await verdictOn(endpoint, body, { rules: enforcing }), undefined);
    }),
    runs,
  );
});

t.test("a spoilt review: an answer that an API server takes, or told that it is none", async (t) => {
  let answered = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(spoilt, fc.constantFrom(...endpoints), async (body, endpoint) => {
      const admitted = await verdictOn(endpoint, body, { rules: endpoint === "mutate" ? mutating : enforcing });
      if (admitted === undefined) return;
      answered += 1;
      if (!admitted.allowed) refused += 1;
      // What failed is never let through for it: a Pod is refused, a workload let through with a warning that says so.
      if (admitted.record.failure === null) return;
      if (admitted.record.kind.split("/")[0] === "Pod") t.equal(admitted.allowed, false, JSON.stringify(body));
      else t.match(admitted.warnings.join(), /was not judged/, JSON.stringify(body));
    }),
    runs,
  );
  t.ok(answered > 50 && refused > 20, `${answered} answered, ${refused} of them refused`);
  t.same(Object.getOwnPropertyNames(Object.prototype).sort(), deleted, "nothing has got into the prototype");
});

t.test(
  "a spoilt review while no look-up gives an answer: nothing that is judged is let through in silence",
  async (t) => {
    const lost: Looked = { kind: "failed", failure: "timeout", message: "too late" };
    const places: readonly Setting[] = [
      { namespace: () => lost },
      { serviceAccount: () => lost },
      { namespace: () => Promise.reject(new Error("broken")) },
      {
        serviceAccount: () => {
          throw new Error("broken");
        },
      },
    ];
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        spoilt,
        fc.constantFrom(...endpoints),
        fc.constantFrom(...places),
        async (body, endpoint, place) => {
          const admitted = await verdictOn(endpoint, body, {
            ...place,
            rules: endpoint === "mutate" ? mutating : enforcing,
          });
          if (admitted === undefined) return;
          if (!admitted.allowed) refused += 1;
          const { outcome } = admitted.record;
          t.ok(["exempt", "failed"].includes(outcome), `${outcome}: ${JSON.stringify(body)}`);
          if (outcome === "failed" && admitted.allowed) t.ok(admitted.warnings.length > 0, JSON.stringify(body));
          if (outcome === "exempt") t.equal(admitted.asked.length, 0, "what is exempt is so by the request alone");
        },
      ),
      runs,
    );
    t.ok(refused > 20, `${refused} refused`);
  },
);

t.test(
  "look-ups that answer with anything at all: no Pod without its identity gets in as a complete one",
  async (t) => {
    await fc.assert(
      fc.asyncProperty(anyJson, anyJson, fc.constantFrom(...endpoints), async (labels, annotations, endpoint) => {
        const admitted = await verdictOn(endpoint, reviewOf(podWith()), {
          rules: endpoint === "mutate" ? mutating : enforcing,
          namespace: () => found({ labels }),
          serviceAccount: () => found({ annotations }),
        });
        t.not(admitted, undefined, "the review is not to blame");
        if (admitted?.record.decisions.some(({ outcome }) => outcome === "inject") === true && endpoint === "verify") {
          t.equal(admitted.allowed, false);
        }
      }),
      { numRuns: 150 },
    );
  },
);
