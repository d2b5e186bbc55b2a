import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueAuthority, issueServing, type Pair } from "../../../plugin/certificates/issue.ts";
import { kubeconfig } from "./kubeconfig.ts";

/** What the processes of one cluster share: keys, tokens and where they lie on disk. */
export type ClusterFiles = {
  readonly authority: Pair;
  readonly adminToken: string;
  readonly serviceAccountKey: { readonly publicKey: string; readonly privateKey: string };
  /** Paths. */
  readonly logs: string;
  readonly data: string;
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
  readonly tokens: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly adminKubeconfig: string;
  readonly controllerManagerKubeconfig: string;
  readonly auditPolicy: string;
  readonly auditLog: string;
};

const day = 24 * 60 * 60 * 1000;

/** Names under which the API server is reached: from here, and from Pods, as clients check it. */
const apiServerNames = ["127.0.0.1", "localhost", "kubernetes.default.svc", "10.0.0.1"];

/** Every change is recorded without its content, annotations of webhooks included. */
const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "Metadata", verbs: ["create", "update", "patch", "delete"] }, { level: "None" }],
};

/** Makes certificates, keys, tokens and configuration for a cluster at `url` and writes them into `folder`. */
export async function writeClusterFiles(folder: string, url: string): Promise<ClusterFiles> {
  function write(name: string, content: string): string {
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }
  function makeFolder(name: string): string {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    return path;
  }
  const authority = await issueTestAuthority();
  const serving = await issueServing(authority, apiServerNames, validity());
  const serviceAccountKey = newServiceAccountKey();
  const [adminToken, controllerManagerToken] = [newToken(), newToken()];
  const ca = write("ca.crt", authority.certificate);
  const logs = makeFolder("logs");
  return {
    authority,
    adminToken,
    serviceAccountKey,
    logs,
    data: makeFolder("data"),
    ca,
    certificate: write("api-server.crt", serving.certificate),
    key: write("api-server.key", serving.key),
    tokens: write(
      "tokens.csv",
      `${adminToken},admin,admin,"system:masters"\n${controllerManagerToken},system:kube-controller-manager,controller-manager\n`,
    ),
    publicKey: write("service-account.pub", serviceAccountKey.publicKey),
    privateKey: write("service-account.key", serviceAccountKey.privateKey),
    adminKubeconfig: write("kubeconfig", kubeconfig(url, ca, adminToken)),
    controllerManagerKubeconfig: write("controller-manager.kubeconfig", kubeconfig(url, ca, controllerManagerToken)),
    auditPolicy: write("audit-policy.json", JSON.stringify(auditPolicy)),
    auditLog: join(logs, "audit.log"),
  };
}

/** A certificate for `names`, signed by the cluster's authority: what a webhook's server needs. */
export function issueServerCertificate(authority: Pair, names: readonly string[]): Promise<Pair> {
  return issueServing(authority, names, validity());
}

function issueTestAuthority(): Promise<Pair> {
  return issueAuthority("podgraft tests", validity());
}

function validity(): { readonly notBefore: number; readonly notAfter: number } {
  const now = Date.now();
  return { notBefore: now - day, notAfter: now + 30 * day };
}

/** RSA, so that tokens are signed with RS256, which is what the clouds' token services take. */
function newServiceAccountKey(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

function newToken(): string {
  return randomBytes(16).toString("hex");
}
