import { isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import type { AdmissionRecord, Endpoint } from "../admission-record.ts";
import type { Cluster, Looked } from "../cluster.ts";
import { admit, type Admitted, type AdmissionSetup, type AdmissionTime } from "../review/admit.ts";
import { nameOf } from "../review/review.ts";
import { questionOf, type Question } from "./question.ts";
import { restsOnName } from "./rests-on-name.ts";

/** An answer as text, and what logs and metrics are told. */
export type Answered = { readonly text: string; readonly record: AdmissionRecord };

/** Judges as {@link admit} does, and remembers. */
export type Memory = (
  endpoint: Endpoint,
  body: Json,
  setup: AdmissionSetup,
  time: AdmissionTime,
) => Answered | Promise<Answered>;

/** A look-up that the answer rests on: that it gave this very object. */
type Basis = {
  readonly ask: (cluster: Cluster, deadline: number) => Looked | Promise<Looked>;
  readonly metadata: JsonObject;
};

type Known = {
  /** The answer around the request's uid. */
  readonly before: string;
  readonly behind: string;
  readonly record: AdmissionRecord;
  readonly bases: readonly Basis[];
};

/** Characters of questions and answers that are kept, in each of two generations. */
const usualRoom = 2 * 1024 * 1024;
/** A question longer than this is not worth its room. */
const longest = 64 * 1024;

/**
 * Remembers the answers on new Pods: those of a Deployment are alike but for what {@link questionOf} leaves out. A remembered answer holds as
 * long as the setup, the day, and the very objects that the cluster's cache had for it; what the cache does not have is judged anew. An answer
 * that says, or rests on, something that was left out is not remembered.
 * Without `remembers`, every review is judged: rules of somebody else may read what ours do not.
 */
export function createMemory(remembers: boolean, room: number = usualRoom): Memory {
  let holdsFor: { readonly setup: AdmissionSetup; readonly today: string } | undefined;
  let young = new Map<string, Known>();
  let old = new Map<string, Known>();
  let used = 0;

  function recall(question: string): Known | undefined {
    const recent = young.get(question);
    if (recent !== undefined) return recent;
    const known = old.get(question);
    if (known !== undefined) keep(question, known);
    return known;
  }

  function keep(question: string, known: Known): void {
    const size = question.length + known.before.length + known.behind.length;
    if (used + size > room) {
      old = young;
      young = new Map();
      used = 0;
    }
    used += size;
    young.set(question, known);
  }

  return (endpoint, body, setup, time) => {
    if (holdsFor?.setup !== setup || holdsFor.today !== time.today) {
      holdsFor = { setup, today: time.today };
      young = new Map();
      old = new Map();
      used = 0;
    }
    const question = remembers ? questionOf(endpoint, body) : undefined;
    if (question === undefined || question.text.length > longest)
      return admit(endpoint, body, setup, time).then(answered);
    const era = holdsFor;
    const known = recall(question.text);
    if (known !== undefined && holds(known, setup.cluster, time.deadline)) return repeated(known, question, body);
    const { cluster, bases } = noting(setup.cluster);
    return admit(endpoint, body, { ...setup, cluster }, time).then((admitted) => {
      const told = answered(admitted);
      const learned = isForOthers(admitted, told, question, setup) ? learn(told, bases()) : undefined;
      if (learned !== undefined && holdsFor === era) keep(question.text, learned);
      return told;
    });
  };
}

function answered({ answer, record }: Admitted): Answered {
  return { text: JSON.stringify(answer), record };
}

/** The cluster, and what it is asked; `bases` is undefined where an answer did not come from the cache at once. */
function noting(cluster: Cluster): { readonly cluster: Cluster; readonly bases: () => readonly Basis[] | undefined } {
  const noted: Basis[] = [];
  let isWhole = true;
  const note = (ask: Basis["ask"], deadline: number): Looked | Promise<Looked> => {
    const looked = ask(cluster, deadline);
    if (!(looked instanceof Promise) && looked.kind === "found") noted.push({ ask, metadata: looked.metadata });
    else isWhole = false;
    return looked;
  };
  return {
    cluster: {
      namespace: (name, deadline) => note((asked, by) => asked.namespace(name, by), deadline),
      serviceAccount: (namespace, name, deadline) =>
        note((asked, by) => asked.serviceAccount(namespace, name, by), deadline),
    },
    bases: () => (isWhole ? noted : undefined),
  };
}

function holds({ bases }: Known, cluster: Cluster, deadline: number): boolean {
  return bases.every(({ ask, metadata }) => {
    const looked = ask(cluster, deadline);
    return !(looked instanceof Promise) && looked.kind === "found" && looked.metadata === metadata;
  });
}

/** The answer on another Pod that asks the same: with its own uid, and its own name in the record. */
function repeated({ before, behind, record }: Known, { uid }: Question, body: Json): Answered {
  const object = member(member(body, "request"), "object");
  const name = nameOf({ object: isJsonObject(object) ? object : null, oldObject: null });
  return { text: before + JSON.stringify(uid) + behind, record: { ...record, uid, name } };
}

/** Whether an answer says and rests on nothing that is this Pod's alone. */
function isForOthers(
  { answer, record }: Admitted,
  { text }: Answered,
  { leavesOutName, isTold }: Question,
  { rules }: AdmissionSetup,
): boolean {
  if (record.failure !== null || (leavesOutName && restsOnName(record, rules.config))) return false;
  const patch = member(member(answer, "response"), "patch");
  return !isTold(typeof patch === "string" ? text + Buffer.from(patch, "base64").toString("utf8") : text);
}

function learn({ text, record }: Answered, bases: readonly Basis[] | undefined): Known | undefined {
  if (bases === undefined) return undefined;
  const [before, behind, ...others] = text.split(JSON.stringify(record.uid));
  if (before === undefined || behind === undefined || others.length > 0) return undefined;
  return { before, behind, record, bases };
}
