import { join } from "node:path";
import { PodgraftError } from "../../../engine/errors.ts";
import type { ApiAccess } from "./access.ts";
import { readChanging, type ChangingFile } from "./read-changing.ts";

const mountedFolder = "/var/run/secrets/kubernetes.io/serviceaccount";
/** Tokens live for an hour and are replaced long before their end. */
const rereadEveryMs = 10_000;

/** Whether this process runs in a Pod, as every Kubernetes client decides it: by the variables of the Service `kubernetes`. */
export function runsInCluster(environment: NodeJS.ProcessEnv): boolean {
  return hostOf(environment) !== "" && portOf(environment) !== "";
}

/**
 * Access with the Pod's own ServiceAccount: address from `environment`, token and CA from the mounted `folder`, both read again as the kubelet
 * replaces them. Throws `config.invalid` outside a Pod, and `config.unreadable` where the Pod has no token mounted.
 */
export function inClusterAccess(environment: NodeJS.ProcessEnv, folder: string = mountedFolder): ApiAccess {
  if (!runsInCluster(environment)) {
    throw new PodgraftError(
      "config.invalid",
      "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, so this is no Pod: name a kubeconfig with --kubeconfig",
    );
  }
  const token = mounted(join(folder, "token"));
  const ca = mounted(join(folder, "ca.crt"));
  return {
    host: hostOf(environment),
    port: Number(portOf(environment)),
    basePath: "",
    credentials: (fresh) => ({ ca: ca(fresh), token: token(fresh).trim() }),
  };
}

/** The Namespace that this Pod runs in, as mounted beside its token. Throws `config.unreadable` where it is not. */
export function ownNamespace(folder: string = mountedFolder): string {
  return mounted(join(folder, "namespace"))().trim();
}

function mounted(file: string): ChangingFile {
  try {
    return readChanging(file, rereadEveryMs);
  } catch (error) {
    throw new PodgraftError(
      "config.unreadable",
      `cannot be read (${String(error)}): the Pod needs automountServiceAccountToken: true`,
      { file },
    );
  }
}

function hostOf(environment: NodeJS.ProcessEnv): string {
  return environment.KUBERNETES_SERVICE_HOST ?? "";
}

function portOf(environment: NodeJS.ProcessEnv): string {
  return environment.KUBERNETES_SERVICE_PORT ?? "";
}
