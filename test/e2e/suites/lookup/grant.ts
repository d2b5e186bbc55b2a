import { member, type JsonObject } from "../../../../engine/json.ts";
import type { ApiAccess } from "../../../../plugin/lookup/api/access.ts";
import type { Context } from "../../suite.ts";

/** One rule of RBAC, as in a ClusterRole. */
export type Rule = JsonObject;

/**
 * Access as a ServiceAccount of its own, with a token from the API server and exactly these rights, cluster-wide. The name has to be new; its
 * ClusterRole and binding go with `revoke`.
 */
export async function grant(
  { client, cluster }: Context,
  namespace: string,
  name: string,
  rules: readonly Rule[],
): Promise<{ readonly access: ApiAccess; readonly revoke: () => Promise<void> }> {
  const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name }, rules };
  const binding = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
    subjects: [{ kind: "ServiceAccount", name, namespace }],
  };
  await client.apply([{ apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } }, role, binding]);
  const { body } = await client.send({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: JSON.stringify({ apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} }),
  });
  const token = String(member(body.status, "token"));
  const { hostname, port } = new URL(cluster.url);
  return {
    access: { host: hostname, port: Number(port), basePath: "", credentials: () => ({ ca: cluster.ca, token }) },
    async revoke() {
      await client.delete(binding);
      await client.delete(role);
    },
  };
}
