import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import { checkPod } from "../../engine/typed/check-pod.ts";
import type { AdmissionRecord, Endpoint } from "../admission-record.ts";
import type { Cluster, Looked } from "../cluster.ts";
import { admit, type Admitted, type AdmissionSetup, type AdmissionTime } from "../review/admit.ts";

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
 * Remembers the answers on new Pods: a Deployment's Pods are alike but for the request's uid, the random end of the API access volume's name
 * and the times of managed fields, which no rule reads. A remembered answer holds as long as the setup, the day, and the very objects that the
 * cluster's cache had for it; what the cache does not have is judged anew. An answer that speaks of the volume by name is not remembered.
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
    const asked = remembers ? questionOf(endpoint, body) : undefined;
    if (asked === undefined) return admit(endpoint, body, setup, time).then(answered);
    const era = holdsFor;
    const { question, uid, leavesOut } = asked;
    const known = recall(question);
    if (known !== undefined && holds(known, setup.cluster, time.deadline)) {
      return { text: known.before + JSON.stringify(uid) + known.behind, record: { ...known.record, uid } };
    }
    const { cluster, bases } = noting(setup.cluster);
    return admit(endpoint, body, { ...setup, cluster }, time).then((admitted) => {
      const told = answered(admitted);
      const learned = learn(admitted, told, bases(), leavesOut);
      if (learned !== undefined && holdsFor === era) keep(question, learned);
      return told;
    });
  };
}

type Question = {
  readonly question: string;
  readonly uid: string;
  /** Whether the question leaves out names: an answer that says one is not for others. */
  readonly leavesOut: boolean;
};

/** The question without what differs from Pod to Pod and does not matter; undefined where answers are not remembered. */
function questionOf(endpoint: Endpoint, body: Json): Question | undefined {
  const request = member(body, "request");
  if (!isJsonObject(request) || !isJsonObject(body)) return undefined;
  const { uid, userInfo: _, object, ...rest } = request;
  const metadata = member(object, "metadata");
  const spec = member(object, "spec");
  if (typeof uid !== "string" || !isJsonObject(object) || !isJsonObject(metadata) || !isJsonObject(spec))
    return undefined;
  if (rest.operation !== "CREATE" || member(rest.kind, "kind") !== "Pod") return undefined;
  const { managedFields = null, ...kept } = metadata;
  // No rule reads them, but a Pod in which they are no managed fields is none.
  if (managedFields !== null && checkPod({ metadata: { managedFields } }) !== null) return undefined;
  const { request: _request, ...review } = body;
  const names = accessVolumes(spec);
  const pod = { ...object, metadata: kept, spec: names.size === 0 ? spec : renamed(spec, names) };
  const question = JSON.stringify([endpoint, names.size, review, rest, pod]);
  if (question.length > longest) return undefined;
  return { question, uid, leavesOut: names.size > 0 };
}

const accessVolume = /^kube-api-access-[a-z0-9]{5}$/;
const toldEnd = /kube-api-access-[a-z0-9]/;

/** The names that an API server made for its token's volume, each with one that no volume can have. */
function accessVolumes({ volumes }: JsonObject): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const volume of isJsonList(volumes) ? volumes : []) {
    const name = member(volume, "name");
    if (typeof name === "string" && accessVolume.test(name)) names.set(name, `\0${names.size}`);
  }
  return names;
}

/** A Pod's spec with other names for these volumes, where volumes and mounts stand and nowhere else. */
function renamed(spec: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const named = (item: Json): Json => {
    const name = member(item, "name");
    if (typeof name !== "string") return item;
    // A name that begins as the other names do is lengthened, so that nobody can take the place of one.
    const other = names.get(name) ?? (name.startsWith("\0") ? `\0${name}` : undefined);
    return other === undefined || !isJsonObject(item) ? item : { ...item, name: other };
  };
  const mounting = (container: Json): Json => {
    const mounts = member(container, "volumeMounts");
    return isJsonObject(container) && isJsonList(mounts)
      ? { ...container, volumeMounts: mounts.map(named) }
      : container;
  };
  const { volumes, containers, initContainers } = spec;
  return {
    ...spec,
    ...(isJsonList(volumes) ? { volumes: volumes.map(named) } : {}),
    ...(isJsonList(containers) ? { containers: containers.map(mounting) } : {}),
    ...(isJsonList(initContainers) ? { initContainers: initContainers.map(mounting) } : {}),
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

function learn(
  { answer, record }: Admitted,
  { text }: Answered,
  bases: readonly Basis[] | undefined,
  leavesOut: boolean,
): Known | undefined {
  if (bases === undefined || record.failure !== null) return undefined;
  const patch = member(member(answer, "response"), "patch");
  const said = typeof patch === "string" ? text + Buffer.from(patch, "base64").toString("utf8") : text;
  // Texts are cut, names within them too: one character of the random end is too many.
  if (leavesOut && toldEnd.test(said)) return undefined;
  const [before, behind, ...others] = text.split(JSON.stringify(record.uid));
  if (before === undefined || behind === undefined || others.length > 0) return undefined;
  return { before, behind, record, bases };
}
