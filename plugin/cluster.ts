import type { JsonObject } from "../engine/json.ts";

/** Why the cluster gave no answer: past the deadline, not allowed by RBAC, no connection, a cache beyond its age limit, or an answer that is none. */
export type LookupFailure = "timeout" | "forbidden" | "unreachable" | "stale" | "invalid";

/** Where an answer came from: the watch's cache, or a GET made for it. */
export type LookupSource = "cache" | "live";

/** What the cluster says of one object. `absent` is an answer ("there is none"), `failed` is none: never take the one for the other. */
export type Looked =
  | { readonly kind: "found"; readonly source: LookupSource; readonly metadata: JsonObject }
  | { readonly kind: "absent"; readonly source: LookupSource }
  | { readonly kind: "failed"; readonly failure: LookupFailure; readonly message: string };

/**
 * The cluster around a Pod under review. Answers come at once where the cache has them, else as a promise that settles by the deadline
 * (milliseconds of `performance.now()`) and never rejects. `metadata` has what the rules read: labels and annotations.
 */
export type Cluster = {
  readonly serviceAccount: (namespace: string, name: string, deadline: number) => Looked | Promise<Looked>;
  readonly namespace: (name: string, deadline: number) => Looked | Promise<Looked>;
};
