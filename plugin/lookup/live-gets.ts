import type { Json } from "../../engine/json.ts";
import type { LookupFailure } from "../cluster.ts";
import type { ApiAnswer, ApiClient } from "./api/client.ts";
import { statusMessage } from "./list.ts";

/** What a GET made now says of one object. */
export type Fetched =
  /** `at`: when the request was sent. */
  | { readonly kind: "found"; readonly object: Json; readonly at: number }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly failure: LookupFailure; readonly message: string };

/** Gets one object by its path, until `deadline` (milliseconds of `performance.now()`); never rejects. */
export type LiveGets = (path: string, deadline: number) => Promise<Fetched>;

export type LiveGetLimits = {
  readonly maxOutstanding: number;
  readonly timeoutMs: number;
  /** The clock of `at`. */
  readonly now: () => number;
};

/** Which turn it was when a request left; undefined while it waits for its place. */
type Sent = { turn: number | undefined };

type Pending = { readonly answer: Promise<Fetched>; readonly sent: Sent };

const maxWaiting = 1024;

/**
 * Makes the live GETs: one request for any number of waiters on one object, at most `maxOutstanding` requests at once, none longer than
 * `timeoutMs`. Whoever came after a request had left takes only a positive answer from it: an object that was created in between would
 * otherwise be missed without a word.
 */
export function createLiveGets(client: ApiClient, limits: LiveGetLimits): LiveGets {
  const { maxOutstanding, timeoutMs, now } = limits;
  const pending = new Map<string, Pending>();
  const waiting: (() => void)[] = [];
  let outstanding = 0;
  let turn = 0;

  async function get(path: string, deadline: number): Promise<Fetched> {
    turn += 1;
    const arrivedAt = turn;
    for (;;) {
      const current = pending.get(path) ?? begin(path);
      const fetched = await settledBy(current.answer, deadline);
      const mayBeOfBefore = current.sent.turn !== undefined && current.sent.turn < arrivedAt;
      if (fetched.kind === "found" || !mayBeOfBefore || performance.now() >= deadline) return fetched;
    }
  }

  function begin(path: string): Pending {
    const sent: Sent = { turn: undefined };
    if (waiting.length >= maxWaiting) {
      return { answer: Promise.resolve(failed("timeout", "too many look-ups wait for the API server")), sent };
    }
    const started = { answer: inPlace(() => send(path, sent)), sent };
    pending.set(path, started);
    return started;
  }

  async function send(path: string, sent: Sent): Promise<Fetched> {
    turn += 1;
    sent.turn = turn;
    const at = now();
    try {
      return readAnswer(await client.request({ method: "GET", path, deadline: performance.now() + timeoutMs }), at);
    } catch (error) {
      return failed("invalid", String(error));
    } finally {
      // From here on newcomers need a request of their own.
      pending.delete(path);
    }
  }

  async function inPlace(work: () => Promise<Fetched>): Promise<Fetched> {
    if (outstanding >= maxOutstanding) await new Promise<void>((resolve) => waiting.push(resolve));
    else outstanding += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) outstanding -= 1;
      else next();
    }
  }

  return get;
}

function readAnswer(answer: ApiAnswer, at: number): Fetched {
  if (answer.kind === "failed") {
    return failed(answer.failure === "too_large" ? "invalid" : answer.failure, answer.message);
  }
  const { status } = answer;
  if (status === 200) return { kind: "found", object: answer.body, at };
  if (status === 404) return { kind: "absent" };
  const message = `the API server answered ${status}: ${statusMessage(answer)}`;
  if (status === 401 || status === 403) return failed("forbidden", message);
  return failed(status === 429 || status >= 500 ? "unreachable" : "invalid", message);
}

/** The answer, or a time-out at the deadline; whoever waits longer is not held up by it. */
function settledBy(answer: Promise<Fetched>, deadline: number): Promise<Fetched> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve(failed("timeout", "the API server did not answer in time")),
      Math.max(0, deadline - performance.now()),
    );
    void answer.then((fetched) => {
      clearTimeout(timer);
      resolve(fetched);
    });
  });
}

function failed(failure: LookupFailure, message: string): Fetched {
  return { kind: "failed", failure, message };
}
