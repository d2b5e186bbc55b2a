import { resolve } from "node:path";
import { PodgraftError } from "../../../engine/errors.ts";
import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../../engine/json.ts";
import type { ApiAccess, Credentials } from "./access.ts";
import { readChanging } from "./read-changing.ts";

/** Where a kubeconfig was read from: relative paths in it count from its folder. */
export type KubeconfigFile = { readonly file: string; readonly folder: string };

const rereadEveryMs = 10_000;

/** What no file says less of than a program does: refused, since Podgraft starts none and follows no proxy. */
const refusedUserFields: readonly string[] = ["exec", "auth-provider", "username", "as", "as-groups"];

/**
 * Access by the current context of a parsed kubeconfig: certificate authority, client certificate and token, each as data or as a file that is
 * read again when it changes. Throws `config.invalid` with the field for what is missing or not supported (exec plugins, proxies, unverified TLS,
 * plain HTTP), and `config.unreadable` for a file that cannot be read.
 */
export function kubeconfigAccess(kubeconfig: Json, source: KubeconfigFile): ApiAccess {
  const reader = new Reader(source);
  const contextName = reader.text(kubeconfig, "current-context", "current-context");
  const context = reader.named(kubeconfig, "contexts", contextName, "context");
  const cluster = reader.named(
    kubeconfig,
    "clusters",
    reader.text(context, "cluster", "contexts[].context.cluster"),
    "cluster",
  );
  const user = reader.named(kubeconfig, "users", reader.text(context, "user", "contexts[].context.user"), "user");
  reader.refuseUnsupported(cluster, user);
  const ca = reader.pem(cluster, "certificate-authority", "clusters[].cluster");
  const certificate = reader.pem(user, "client-certificate", "users[].user");
  const key = reader.pem(user, "client-key", "users[].user");
  const token = reader.token(user);
  const serverName = member(cluster, "tls-server-name");
  return {
    ...reader.server(cluster),
    ...(typeof serverName === "string" && serverName !== "" ? { serverName } : {}),
    credentials: (fresh): Credentials => ({
      ...(ca === undefined ? {} : { ca: ca(fresh) }),
      ...(certificate === undefined ? {} : { certificate: certificate(fresh) }),
      ...(key === undefined ? {} : { key: key(fresh) }),
      ...(token === undefined ? {} : { token: token(fresh).trim() }),
    }),
  };
}

type Text = (fresh: boolean) => string;

/** Reads fields of one kubeconfig and knows where to say that a fault is. */
class Reader {
  readonly #source: KubeconfigFile;

  constructor(source: KubeconfigFile) {
    this.#source = source;
  }

  text(holder: Json | undefined, key: string, path: string): string {
    const value = member(holder, key);
    if (typeof value === "string" && value !== "") return value;
    throw this.#fault(path, "is missing: kubectl config view shows what the file holds");
  }

  named(kubeconfig: Json, list: string, name: string, key: string): JsonObject {
    const items = member(kubeconfig, list);
    const item = isJsonList(items) ? items.find((entry) => member(entry, "name") === name) : undefined;
    const value = member(item, key);
    if (isJsonObject(value)) return value;
    throw this.#fault(list, `has no ${key} named ${JSON.stringify(name)}`);
  }

  refuseUnsupported(cluster: JsonObject, user: JsonObject): void {
    if (member(cluster, "insecure-skip-tls-verify") === true) {
      throw this.#fault(
        "clusters[].cluster.insecure-skip-tls-verify",
        "is refused: identities are not decided on the word of a server that nobody verified; give certificate-authority",
      );
    }
    if (isGiven(member(cluster, "proxy-url"))) {
      throw this.#fault("clusters[].cluster.proxy-url", "is not supported: name a server that can be reached directly");
    }
    const refused = refusedUserFields.find((field) => isGiven(member(user, field)));
    if (refused === undefined) return;
    throw this.#fault(
      `users[].user.${refused}`,
      "is not supported: give a token, a token file or a client certificate, or run in the cluster",
    );
  }

  server(cluster: JsonObject): { host: string; port: number; basePath: string } {
    const path = "clusters[].cluster.server";
    const text = this.text(cluster, "server", path);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "https:") throw this.#fault(path, `must be an https URL, and is ${JSON.stringify(text)}`);
    return {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? 443 : Number(url.port),
      basePath: url.pathname.replace(/\/+$/, ""),
    };
  }

  /** `NAME-data` in base64 comes before the file `NAME`, as kubectl has it. */
  pem(holder: JsonObject, name: string, path: string): Text | undefined {
    const data = member(holder, `${name}-data`);
    if (typeof data === "string" && data !== "") {
      const text = Buffer.from(data, "base64").toString("utf8");
      if (!text.includes("-----BEGIN ")) throw this.#fault(`${path}.${name}-data`, "is not PEM in base64");
      return () => text;
    }
    const file = member(holder, name);
    return typeof file === "string" && file !== "" ? this.#file(file) : undefined;
  }

  token(user: JsonObject): Text | undefined {
    const file = member(user, "tokenFile");
    if (typeof file === "string" && file !== "") return this.#file(file);
    const token = member(user, "token");
    return typeof token === "string" && token !== "" ? () => token : undefined;
  }

  #file(name: string): Text {
    const file = resolve(this.#source.folder, name);
    try {
      return readChanging(file, rereadEveryMs);
    } catch (error) {
      throw new PodgraftError("config.unreadable", `cannot be read: ${String(error)}`, { file });
    }
  }

  #fault(path: string, message: string): PodgraftError {
    return new PodgraftError("config.invalid", message, { file: this.#source.file, path });
  }
}

function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "";
}
