import { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import type { ApiAnswer, ApiClient } from "../lookup/api/client.ts";
import { sleep } from "../lookup/sleep.ts";
import type { Log } from "../log.ts";
import { ensureBundle, type WebhookConfigurationKind } from "./ca-bundle.ts";
import { checkPair } from "./check-pair.ts";
import { readMaterial, writeMaterial, type Material, type ReadMaterial } from "./material.ts";
import { renewMaterial } from "./renew.ts";
import { createSubscribers } from "./subscribers.ts";
import type { TlsMaterial, TlsSource } from "./tls-source.ts";

export type SelfManagedOptions = {
  readonly client: ApiClient;
  readonly namespace: string;
  /** Name of the Secret. Where it exists already, even empty, the right to create Secrets is not needed. */
  readonly secret: string;
  /** What the serving certificate is for: see servingNames; IP addresses are allowed. */
  readonly names: readonly string[];
  /** Name of the MutatingWebhookConfiguration and the ValidatingWebhookConfiguration whose webhooks get the caBundle. */
  readonly webhookConfiguration: string;
  readonly log: Log;
  /** Ends the wait for a first certificate, and everything after it. */
  readonly signal: AbortSignal;
  /** How often Secret and caBundle are looked at, in milliseconds: 10,000 by default. */
  readonly everyMs?: number;
  /** Milliseconds since 1970, `Date.now` by default. */
  readonly now?: () => number;
};

const kinds: readonly WebhookConfigurationKind[] = ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"];
const requestTimeoutMs = 5000;
/** Other replicas write the same Secret at the same time only when it is due; then one round each settles it. */
const maxConflicts = 5;

/**
 * A certificate that the replicas make themselves and keep in one Secret. Whoever finds that something is due writes it, on the version that was
 * read; who comes second reads what the first one wrote. The caBundle of the webhooks is set right whenever it is not. Settles as soon as there is a
 * certificate, however long the API server takes; rejects with `config.unreadable` only where `signal` is aborted before.
 */
export async function selfManagedCertificate(options: SelfManagedOptions): Promise<TlsSource> {
  const { log, signal } = options;
  const everyMs = options.everyMs ?? 10_000;
  const now = options.now ?? (() => Date.now());
  const stopping = new AbortController();
  const subscribers = createSubscribers<TlsMaterial>(log);
  const told = new Map<string, string>();
  let known: Material | undefined;
  let current: TlsMaterial | undefined;

  async function round(): Promise<void> {
    // Nothing may end the rounds: nobody would renew the certificate any more.
    try {
      const material = await agree();
      if (material === undefined) return;
      known = material;
      // Callers learn whom to trust before anything is served that they do not trust yet.
      for (const kind of kinds) await ensure(kind, material.bundle.join(""));
      publish(material);
      told.delete("secret");
      told.delete("round");
    } catch (error) {
      tell("round", "error", "Certificate: unexpected failure, trying again", String(error));
    }
  }

  /** What the Secret holds, after it was brought up to date by this replica or another. */
  async function agree(): Promise<Material | undefined> {
    for (let conflicts = 0; conflicts < maxConflicts && !isStopped(); conflicts += 1) {
      const found = await readSecret();
      if (found === undefined) return undefined;
      const read = readMaterial(member(found.object, "data"));
      const next = await renewMaterial(read, known, options.names, now());
      if (next === undefined) return whole(read);
      const outcome = await writeSecret(found, next);
      if (outcome === "written") return next;
      if (outcome === "failed") return undefined;
    }
    tell("secret", "warn", "Certificate: the Secret keeps changing, trying again", "conflict");
    return undefined;
  }

  async function readSecret(): Promise<FoundSecret | undefined> {
    const answer = await options.client.request({ method: "GET", path: secretPath(options), deadline: soon() });
    if (answer.kind === "answer" && answer.status === 404) return { exists: false, object: newSecret(options) };
    if (answer.kind === "answer" && answer.status === 200 && isJsonObject(answer.body)) {
      return { exists: true, object: answer.body };
    }
    tell("secret", "warn", "Certificate: the Secret cannot be read, trying again", describe(answer));
    return undefined;
  }

  async function writeSecret(found: FoundSecret, next: Material): Promise<"written" | "conflict" | "failed"> {
    const data = member(found.object, "data");
    const body: JsonObject = { ...found.object, data: { ...(isJsonObject(data) ? data : {}), ...writeMaterial(next) } };
    const answer = await options.client.request(
      found.exists
        ? { method: "PUT", path: secretPath(options), deadline: soon(), body }
        : { method: "POST", path: secretsPath(options), deadline: soon(), body },
    );
    if (answer.kind === "answer" && (answer.status === 200 || answer.status === 201)) {
      log("info", "Certificate: renewed in the Secret", { secret: options.secret });
      return "written";
    }
    // 404: it was deleted in between.
    if (answer.kind === "answer" && (answer.status === 409 || (found.exists && answer.status === 404)))
      return "conflict";
    tell("secret", "error", "Certificate: the Secret cannot be written, trying again", describe(answer));
    return "failed";
  }

  async function ensure(kind: WebhookConfigurationKind, bundle: string): Promise<void> {
    const result = await ensureBundle(options.client, kind, options.webhookConfiguration, bundle, requestTimeoutMs);
    const configuration = `${kind}/${options.webhookConfiguration}`;
    switch (result.kind) {
      case "right":
        told.delete(kind);
        break;
      case "set":
        told.delete(kind);
        log("info", "Certificate: caBundle set", { configuration });
        break;
      case "absent":
        tell(kind, "info", "Certificate: no caBundle to set", `${configuration}: ${result.message}`);
        break;
      case "failed":
        tell(kind, "warn", "Certificate: caBundle not set, trying again", `${configuration}: ${result.message}`);
        break;
    }
  }

  function publish({ serving }: Material): void {
    const pair = checkPair(serving.certificate, serving.key, now());
    if (typeof pair === "string") return tell("pair", "error", "Certificate: the new one is refused", pair);
    told.delete("pair");
    if (pair.cert === current?.cert && pair.key === current.key) return;
    current = pair;
    log("info", "Certificate: in use", { notAfter: new Date(pair.notAfter).toISOString() });
    subscribers.tell(pair);
  }

  /** What lasts is told once, not with every round. */
  function tell(subject: string, level: "info" | "warn" | "error", message: string, cause: string): void {
    if (told.get(subject) === cause) return;
    told.set(subject, cause);
    log(level, message, { cause });
  }

  function soon(): number {
    return performance.now() + requestTimeoutMs;
  }

  function isStopped(): boolean {
    return signal.aborted || stopping.signal.aborted;
  }

  async function goOn(): Promise<void> {
    const either = AbortSignal.any([signal, stopping.signal]);
    while (!isStopped()) {
      await sleep(everyMs * (0.9 + Math.random() / 5), either);
      if (!isStopped()) await round();
    }
  }

  for (;;) {
    await round();
    if (current !== undefined) break;
    if (isStopped()) throw new PodgraftError("config.unreadable", "stopped before there was a certificate");
    await sleep(Math.min(1000, everyMs), signal);
  }
  let served: TlsMaterial = current;
  subscribers.add((material) => {
    served = material;
  });
  void goOn();
  return { current: () => served, onChange: subscribers.add, stop: () => stopping.abort() };
}

type FoundSecret = { readonly exists: boolean; readonly object: JsonObject };

function whole({ authority, bundle, serving }: ReadMaterial): Material | undefined {
  return authority === undefined || serving === undefined ? undefined : { authority, bundle, serving };
}

function secretsPath({ namespace }: SelfManagedOptions): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets`;
}

function secretPath(options: SelfManagedOptions): string {
  return `${secretsPath(options)}/${encodeURIComponent(options.secret)}`;
}

function newSecret({ namespace, secret }: SelfManagedOptions): JsonObject {
  return { apiVersion: "v1", kind: "Secret", type: "Opaque", metadata: { name: secret, namespace } };
}

function describe(answer: ApiAnswer): string {
  if (answer.kind === "failed") return answer.message;
  const message: Json | undefined = member(answer.body, "message");
  return `the API server answered ${answer.status}: ${typeof message === "string" ? message.slice(0, 300) : ""}`;
}
