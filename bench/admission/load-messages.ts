/** Whom to ask. */
export type Target = {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** Trusted authorities in PEM; null trusts anybody, for a peer on this machine. */
  readonly ca: string | null;
};

/**
 * The Pods that reviews are about: of `known` Deployments, before they are made; of `new` ones, each like no Pod before; `made` ones, complete and named,
 * as validating webhooks get them.
 */
export type Pods = "known" | "new" | "made";

/** What the client is told to do: connect so often, or ask, so many times or so many seconds (the other is 0); for which Pods. */
export type Order =
  | { readonly kind: "connect"; readonly target: Target; readonly connections: number }
  | { readonly kind: "run"; readonly requests: number; readonly seconds: number; readonly pods: Pods };

/** What the client answers. */
export type Told =
  | { readonly kind: "connected" }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "done";
      readonly requests: number;
      readonly errors: number;
      readonly seconds: number;
      /** In milliseconds, of every answer; none where the run was by time. */
      readonly latencies: readonly number[];
    };
