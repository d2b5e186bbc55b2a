import { findBuiltTool } from "../../../scripts/tools/built-tools.ts";
import { findKubectl135 } from "../../../scripts/tools/real-tools.ts";

/** Where the executables of a cluster are. */
export type ClusterTools = {
  readonly etcd: string;
  readonly apiServer: string;
  readonly controllerManager: string;
  readonly kubectl: string;
};

/** The executables that a cluster is started from, or why this machine cannot start one. */
export function findClusterTools(): ClusterTools | { readonly reason: string } {
  const etcd = findBuiltTool("etcd");
  const apiServer = findBuiltTool("kube-apiserver");
  const controllerManager = findBuiltTool("kube-controller-manager");
  const kubectl = findKubectl135();
  if (etcd.path === undefined) return etcd;
  if (apiServer.path === undefined) return apiServer;
  if (controllerManager.path === undefined) return controllerManager;
  if (kubectl.path === undefined) return kubectl;
  return {
    etcd: etcd.path,
    apiServer: apiServer.path,
    controllerManager: controllerManager.path,
    kubectl: kubectl.path,
  };
}
