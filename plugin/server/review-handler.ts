import { PodgraftError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { AdmissionRecord, Endpoint } from "../admission-record.ts";
import { admit } from "../review/admit.ts";
import { deadlineOf, type Limits } from "./limits.ts";
import type { LiveSetup } from "./live-setup.ts";
import { parseBody } from "./parse-body.ts";
import { readBody, type BodyStream } from "./read-body.ts";

/** An HTTP answer: JSON, or the reason of a refusal. */
export type Reply = {
  readonly status: number;
  readonly body: string;
  readonly headers?: { readonly [name: string]: string };
};

/** Told of every review and every request that was refused before it was one. */
export type Observer = {
  readonly reviewed: (record: AdmissionRecord, seconds: number) => void;
  readonly rejected: (status: number, reason: string) => void;
  readonly inFlight: (count: number) => void;
};

/** Answers review requests. Never rejects: whatever goes wrong is a status of its own or a verdict. */
export type ReviewHandler = (endpoint: Endpoint, query: string, request: BodyStream) => Promise<Reply>;

/** Makes the handler; `today` gives the date YYYY-MM-DD by which exceptions end. */
export function createReviewHandler(
  setup: LiveSetup,
  limits: Limits,
  observer: Observer,
  today: () => string,
): ReviewHandler {
  let running = 0;

  return async (endpoint, query, request) => {
    if (running >= limits.maxConcurrent) {
      return reject(observer, 503, `${limits.maxConcurrent} reviews are being judged already`, { "retry-after": "1" });
    }
    observer.inFlight(++running);
    const started = performance.now();
    try {
      const body = await readBody(request, limits.maxBody);
      if (body.kind === "too_large") {
        return reject(observer, 413, `the body is larger than ${limits.maxBody} bytes`, { connection: "close" });
      }
      if (body.kind === "cut_off") return reject(observer, 400, "the body was cut off");
      const deadline = started + deadlineOf(query, limits);
      const { answer, record } = await admit(endpoint, parseBody(body.bytes), setup.current(), {
        deadline,
        today: today(),
      });
      observer.reviewed(record, (performance.now() - started) / 1000);
      return { status: 200, body: JSON.stringify(answer) };
    } catch (error) {
      return rejectFault(observer, error);
    } finally {
      observer.inFlight(--running);
    }
  };
}

/** A body that is no review is the caller's fault; anything else is ours, and never an answer that lets an object through. */
function rejectFault(observer: Observer, error: unknown): Reply {
  if (error instanceof PodgraftError && error.code.startsWith("input.")) return reject(observer, 400, error.message);
  return reject(observer, 500, error instanceof Error ? error.message : String(error));
}

function reject(observer: Observer, status: number, reason: string, headers: Reply["headers"] = {}): Reply {
  observer.rejected(status, reason);
  const body: JsonObject = { error: reason };
  return { status, body: JSON.stringify(body), headers };
}
