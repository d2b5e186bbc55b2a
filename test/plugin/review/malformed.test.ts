import fc from "fast-check";
import t from "tap";
import { isJsonList, isJsonObject, parseJson, type Json, type JsonObject } from "../../../engine/json.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Endpoint } from "../../../plugin/admission-record.ts";
import { randomFrom } from "../../conformance/random.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";
import {
  completePod,
  deployment,
  judge,
  objectOf,
  podWith,
  reviewOf,
  templateOf,
  workloadWith,
  type Admitted,
} from "./courtroom.ts";

const pod = reviewOf(podWith());
const request = objectOf(pod.request);
const { uid: _uid, ...anonymous } = request;
const { operation: _operation, ...idle } = request;
const without = (changes: JsonObject): JsonObject => ({ ...pod, request: { ...request, ...changes } });

/** Bodies that are no review, and the words that say why. */
const bodies: readonly [string, Json, RegExp][] = [
  ["null", null, /AdmissionReview/],
  ["a list", [], /AdmissionReview/],
  ["a text", "AdmissionReview", /AdmissionReview/],
  ["a number", 1, /AdmissionReview/],
  ["an empty object", {}, /AdmissionReview/],
  ["the Pod itself", podWith(), /AdmissionReview/],
  ["another version", { ...pod, apiVersion: "admission.k8s.io/v2" }, /v1 or admission\.k8s\.io\/v1beta1/],
  ["another group", { ...pod, apiVersion: "v1" }, /AdmissionReview/],
  ["another kind", { ...pod, kind: "AdmissionResponse" }, /AdmissionReview/],
  ["a kind in lower case", { ...pod, kind: "admissionreview" }, /AdmissionReview/],
  [
    "a kind that is inherited",
    parseJson('{"__proto__":{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}}'),
    /AdmissionReview/,
  ],
  ["no request", { apiVersion: pod.apiVersion, kind: pod.kind }, /^request: expected an object/],
  ["a request that is null", { ...pod, request: null }, /^request: /],
  ["a request that is a list", { ...pod, request: [request] }, /^request: /],
  ["no uid", { ...pod, request: anonymous }, /^request\.uid: /],
  ["an empty uid", without({ uid: "" }), /^request\.uid: /],
  ["a uid that is no text", without({ uid: 7 }), /^request\.uid: /],
  ["no kind", without({ kind: null }), /^request\.kind: /],
  ["a kind that is a text", without({ kind: "Pod" }), /^request\.kind: /],
  ["a kind without a name", without({ kind: { group: "", version: "v1" } }), /^request\.kind: /],
  ["no operation", { ...pod, request: idle }, /^request\.operation: .*CREATE, UPDATE, DELETE, CONNECT/],
  ["an operation that is none", without({ operation: "create" }), /^request\.operation: /],
  ["no object", without({ object: null }), /^request\.object: expected an object/],
  ["an object that is a list", without({ object: [] }), /^request\.object: expected an object/],
  ["an object that is a text", without({ object: "Pod" }), /^request\.object: expected an object/],
  ["an oldObject that is a text", without({ operation: "UPDATE", oldObject: "Pod" }), /^request\.oldObject: /],
  ["a Pod without a namespace", without({ namespace: "" }), /^request\.namespace: /],
  ["a namespace that is no text", without({ namespace: ["shop"] }), /^request\.namespace: /],
  ["a workload without its object", without({ ...deployment, object: null }), /^request\.object: /],
];

for (const [title, body, message] of bodies) {
  t.test(`no answer, but an error that is the caller's: ${title}`, async (t) => {
    for (const endpoint of ["mutate", "verify"] as const) {
      // Only verify reads a workload.
      if (endpoint === "mutate" && title.startsWith("a workload")) continue;
      const error = await judge(endpoint, body).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      t.ok(error instanceof PodgraftError);
      t.match(error, { code: "input.invalid", message });
    }
  });
}

const junk = fc.jsonValue({ maxDepth: 3 }).map((value) => parseJson(JSON.stringify(value)));
const keys = fc.constantFrom("__proto__", "constructor", "toString", "length", "name", "spec", "metadata");

/** A JSON value with one thing in it replaced, removed or added, somewhere. */
function damaged(value: Json, choose: () => number, by: Json, key: string): Json {
  if (isJsonList(value) && value.length > 0 && choose() < 0.8) {
    const index = Math.floor(choose() * value.length);
    return value.with(index, damaged(value[index] ?? null, choose, by, key));
  }
  if (!isJsonObject(value)) return by;
  const names = Object.keys(value);
  const name = names[Math.floor(choose() * names.length)];
  if (name === undefined || choose() < 0.15) return { ...value, [key]: by };
  if (choose() < 0.1) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
  return { ...value, [name]: damaged(value[name] ?? null, choose, by, key) };
}

/** Mostly in its objects: elsewhere there is little between a review and none. */
function damagedReview(review: Json, choose: () => number, by: Json, key: string): Json {
  if (!isJsonObject(review) || choose() < 0.2) return damaged(review, choose, by, key);
  const request = objectOf(review.request);
  const part = choose() < 0.8 ? "object" : "oldObject";
  const object = objectOf(request[part]);
  return {
    ...review,
    request: { ...request, [part]: { ...object, spec: damaged(object.spec ?? null, choose, by, key) } },
  };
}

/** A review that is damaged once or twice. */
function damagedReviews(reviews: readonly JsonObject[]): fc.Arbitrary<Json> {
  const wounds = fc.array(fc.record({ by: junk, key: keys, seed: fc.integer() }), { minLength: 1, maxLength: 2 });
  return fc.tuple(fc.constantFrom(...reviews), wounds).map(([review, all]) => {
    const body = all.reduce<Json>(
      (so, { by, key, seed }) => damagedReview(so, randomFrom(String(seed)), by, key),
      review,
    );
    return parseJson(JSON.stringify(body));
  });
}

const clouds = {
  aws: {},
  azure: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" },
  gcp: {},
  alibaba: { accountUid: "1234567890123456", clusterId: "c0123456789abcdef", region: "cn-shanghai" },
};
const modes = ["audit", "warn", "enforce", "mutate"] as const;
const rules = new Map(modes.map((mode) => [mode, rulesOf({ providers: clouds, admission: { mode } })]));

/** The answer, or undefined for what is no review; anything else that is thrown is a fault. */
async function judged(endpoint: Endpoint, body: Json, mode: (typeof modes)[number]): Promise<Admitted | undefined> {
  try {
    return await judge(endpoint, body, { rules: rules.get(mode) ?? rulesOf({}) });
  } catch (error) {
    if (error instanceof PodgraftError && error.code === "input.invalid") return undefined;
    throw error;
  }
}

t.test("whatever is damaged in a review: a failure never lets a Pod through, and every answer is one", async (t) => {
  const complete = await completePod();
  const reviews = [
    pod,
    reviewOf(complete),
    reviewOf(complete, { operation: "UPDATE", oldObject: podWith() }),
    reviewOf(complete, { operation: "UPDATE", subResource: "ephemeralcontainers", oldObject: podWith() }),
    reviewOf(workloadWith(templateOf()), deployment),
  ];
  let answers = 0;
  let failures = 0;
  await fc.assert(
    fc.asyncProperty(
      damagedReviews(reviews),
      fc.constantFrom<Endpoint>("mutate", "verify"),
      fc.constantFrom<(typeof modes)[number]>("enforce", "mutate"),
      async (body, endpoint, mode) => {
        const admitted = await judged(endpoint, body, mode);
        if (admitted === undefined) return;
        answers += 1;
        if (admitted.record.failure === null) return;
        failures += 1;
        const isPod = admitted.record.kind.startsWith("Pod");
        if (isPod && admitted.allowed) throw new Error("let through because something failed");
        if (!isPod && (!admitted.allowed || admitted.warnings.length === 0))
          throw new Error("a workload was not warned of");
      },
    ),
    { numRuns: 1500, seed: 20261201 },
  );
  t.ok(answers > 300 && failures > 50, `${answers} answers, ${failures} failures`);
  t.equal(Object.hasOwn(Object.prototype, "name"), false, "no prototype was touched");
});

t.test("an object that is anything at all, in every mode", async (t) => {
  await fc.assert(
    fc.asyncProperty(
      junk,
      fc.constantFrom("", "ephemeralcontainers"),
      fc.constantFrom<Endpoint>("mutate", "verify"),
      fc.constantFrom(...modes),
      async (object, subResource, endpoint, mode) => {
        const operation = subResource === "" ? "CREATE" : "UPDATE";
        const admitted = await judged(
          endpoint,
          reviewOf({ spec: object, metadata: object }, { subResource, operation }),
          mode,
        );
        if (admitted?.record.failure === null || admitted === undefined) return;
        const mayRefuse = mode === "mutate" || (mode === "enforce" && endpoint === "verify");
        if (admitted.allowed === mayRefuse) throw new Error(`${admitted.record.failure}: allowed ${admitted.allowed}`);
        if (admitted.allowed && admitted.warnings.length === 0) throw new Error("without a warning");
      },
    ),
    { numRuns: 500, seed: 20261202 },
  );
  t.pass();
});
