import { createServer, type Server } from "node:http";

/** Something that Helm takes for a cluster when it does a dry run: it says what kinds there are, and has no objects. */
export type Cluster = { readonly kubeconfig: string; readonly close: () => void };

const groups: { readonly [group: string]: readonly (readonly [kind: string, resource: string])[] } = {
  v1: [
    ["ConfigMap", "configmaps"],
    ["Pod", "pods"],
    ["Secret", "secrets"],
    ["ServiceAccount", "serviceaccounts"],
  ],
  "apps/v1": [
    ["Deployment", "deployments"],
    ["StatefulSet", "statefulsets"],
  ],
  "batch/v1": [
    ["CronJob", "cronjobs"],
    ["Job", "jobs"],
  ],
  "apiextensions.k8s.io/v1": [["CustomResourceDefinition", "customresourcedefinitions"]],
};

/** Starts one on loopback. `kubeconfig` is the text of a file that leads to it, with the namespace `shop`. */
export async function startCluster(): Promise<Cluster> {
  const server = createServer(({ url = "" }, response) => {
    const answer = answerTo(url.split("?", 1)[0] ?? "");
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(
      JSON.stringify(answer ?? { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 }),
    );
  });
  const port = await listen(server);
  return { kubeconfig: kubeconfig(`http://127.0.0.1:${port}`), close: () => server.close() };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function answerTo(path: string): object | undefined {
  if (path === "/version") return { major: "1", minor: "32", gitVersion: "v1.32.3" };
  if (path === "/api") return { kind: "APIVersions", versions: ["v1"] };
  if (path === "/apis") return { kind: "APIGroupList", apiVersion: "v1", groups: Object.keys(groups).flatMap(group) };
  if (path.endsWith("/secrets")) return { kind: "SecretList", apiVersion: "v1", metadata: {}, items: [] };
  const version = path.replace(/^\/apis?\//, "");
  return Object.hasOwn(groups, version) ? resources(version) : undefined;
}

function group(groupVersion: string): object[] {
  const [name = "", version] = groupVersion.split("/");
  if (version === undefined) return [];
  const entry = { groupVersion, version };
  return [{ name, versions: [entry], preferredVersion: entry }];
}

function resources(groupVersion: string): object {
  const rows = groups[groupVersion] ?? [];
  const namespaced = groupVersion !== "apiextensions.k8s.io/v1";
  const verbs = ["create", "get", "list", "patch"];
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion,
    resources: rows.map(([kind, name]) => ({ name, kind, namespaced, singularName: "", verbs })),
  };
}

function kubeconfig(server: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user: {} }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u", namespace: "shop" } }],
    "current-context": "c",
  });
}
