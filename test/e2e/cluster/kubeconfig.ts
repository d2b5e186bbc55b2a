/** A kubeconfig (JSON, which is YAML too) for a server whose certificate the file `ca` vouches for. */
export function kubeconfig(server: string, ca: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "tests", cluster: { server, "certificate-authority": ca } }],
    users: [{ name: "tests", user: { token } }],
    contexts: [{ name: "tests", context: { cluster: "tests", user: "tests", namespace: "default" } }],
    "current-context": "tests",
  });
}
