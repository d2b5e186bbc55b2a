import { PodgraftError } from "../../engine/errors.ts";
import type { AdmissionRecord, Endpoint } from "../admission-record.ts";
import { deadlineOf, type Limits } from "./limits.ts";
import type { LiveSetup } from "./live-setup.ts";
import type { Memory } from "./memory.ts";
import { parseBody } from "./parse-body.ts";
import { readBody, type Body, type BodyStream, type Room } from "./read-body.ts";
import type { Reply } from "./respond.ts";

/** Told of every review and every request that was refused before it was one. */
export type Observer = {
  /** `seconds` from the request's last byte to the answer. */
  readonly reviewed: (record: AdmissionRecord, seconds: number) => void;
  readonly rejected: (status: number, reason: string) => void;
  readonly inFlight: (count: number) => void;
  /** Told of what should never happen, so that it is not lost. */
  readonly fault: (error: unknown) => void;
};

/** Gets the answer: with `isRead` false where the body has not been read to its end. */
export type Answer = (reply: Reply, isRead: boolean) => void;

/** Answers review requests, each once, and never throws: whatever goes wrong is a status of its own or a verdict. */
export type ReviewHandler = (endpoint: Endpoint, query: string, request: BodyStream, answer: Answer) => void;

/** Bodies that are being read may together take as many bytes, or as much as a few of the largest. */
const room = { bytes: 64 * 1024 * 1024, bodies: 4 } as const;

/** Makes the handler; `judge` judges, `today` gives the date YYYY-MM-DD by which exceptions end. */
export function createReviewHandler(
  setup: LiveSetup,
  judge: Memory,
  limits: Limits,
  observer: Observer,
  today: () => string,
): ReviewHandler {
  const { maxBody, maxConcurrent } = limits;
  const shared: Room = { limit: Math.max(room.bytes, maxBody * room.bodies), taken: 0 };
  let running = 0;

  return (endpoint, query, request, answer) => {
    const reject = (status: number, reason: string, isRead: boolean): void => {
      observer.rejected(status, reason);
      const busy = status === 503 ? { retryAfter: 1 } : {};
      answer({ status, body: JSON.stringify({ error: reason }), ...busy }, isRead);
    };
    // Somebody who is slow to send takes no place from those who are not: places are for judging.
    const isBusy = (isRead: boolean): boolean => {
      if (running < maxConcurrent) return false;
      reject(503, `${maxConcurrent} reviews are being judged already`, isRead);
      return true;
    };

    async function review(bytes: Buffer, started: number, read: number): Promise<void> {
      observer.inFlight(++running);
      try {
        const deadline = started + deadlineOf(query, limits);
        const judged = judge(endpoint, parseBody(bytes), setup.current(), { deadline, today: today() });
        const { text, record } = judged instanceof Promise ? await judged : judged;
        answer({ status: 200, body: text }, true);
        observer.reviewed(record, (performance.now() - read) / 1000);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal.status === 500) observer.fault(error);
        reject(refusal.status, refusal.reason, true);
      } finally {
        observer.inFlight(--running);
      }
    }

    if (isBusy(false)) return;
    const started = performance.now();
    readBody(request, maxBody, shared, (body) => {
      if (body.kind !== "whole") {
        const { status, reason } = unreadable(body.kind, maxBody);
        return reject(status, reason, false);
      }
      if (!isBusy(true)) void review(body.bytes, started, performance.now());
    });
  };
}

type Refusal = { readonly status: number; readonly reason: string };

function unreadable(kind: Exclude<Body["kind"], "whole">, maxBody: number): Refusal {
  switch (kind) {
    case "too_large":
      return { status: 413, reason: `the body is larger than ${maxBody} bytes` };
    case "no_room":
      return { status: 503, reason: "too many large bodies are being read already" };
    case "too_slow":
      return { status: 408, reason: "the body took too long" };
    case "cut_off":
      return { status: 400, reason: "the body was cut off" };
  }
}

/** A body that is no review is the caller's fault; anything else is ours, and never an answer that lets an object through. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof PodgraftError && error.code.startsWith("input.")) return { status: 400, reason: error.message };
  return { status: 500, reason: "a fault inside the server, which its log has in full" };
}
