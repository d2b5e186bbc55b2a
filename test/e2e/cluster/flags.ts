import type { ClusterFiles } from "./files.ts";

/** The ports of one cluster, all on loopback. */
export type ClusterPorts = {
  readonly etcd: number;
  readonly etcdPeers: number;
  readonly apiServer: number;
  readonly controllerManager: number;
};

/** One member, no TLS, nothing forced onto the disk: the data is worth as much as the test. */
export function etcdFlags(ports: ClusterPorts, files: ClusterFiles): string[] {
  const clients = `http://127.0.0.1:${ports.etcd}`;
  const peers = `http://127.0.0.1:${ports.etcdPeers}`;
  return [
    "--name=tests",
    `--data-dir=${files.data}`,
    "--unsafe-no-fsync",
    "--log-level=warn",
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=tests=${peers}`,
  ];
}

/** An API server with RBAC and every admission plugin of a usual cluster; tokens' issuer is its own address, so that discovery works. */
export function apiServerFlags(ports: ClusterPorts, files: ClusterFiles): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${ports.apiServer}`,
    // A loopback address may not be an endpoint of the Service `kubernetes`; without these two it would keep trying.
    "--advertise-address=127.0.0.1",
    "--endpoint-reconciler-type=none",
    `--tls-cert-file=${files.certificate}`,
    `--tls-private-key-file=${files.key}`,
    `--client-ca-file=${files.ca}`,
    `--token-auth-file=${files.tokens}`,
    `--service-account-issuer=https://127.0.0.1:${ports.apiServer}`,
    `--service-account-key-file=${files.publicKey}`,
    `--service-account-signing-key-file=${files.privateKey}`,
    "--service-cluster-ip-range=10.0.0.0/24",
    "--authorization-mode=RBAC",
    "--allow-privileged=true",
    `--audit-policy-file=${files.auditPolicy}`,
    `--audit-log-path=${files.auditLog}`,
  ];
}

/** All controllers of a usual cluster. With RBAC each needs its own credentials, else Deployments hang without a word. */
export function controllerManagerFlags(ports: ClusterPorts, files: ClusterFiles): string[] {
  return [
    `--kubeconfig=${files.controllerManagerKubeconfig}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${ports.controllerManager}`,
    "--leader-elect=false",
    "--use-service-account-credentials=true",
    `--service-account-private-key-file=${files.privateKey}`,
    `--root-ca-file=${files.ca}`,
  ];
}
