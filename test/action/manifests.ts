/** A ServiceAccount with a role. */
export function account(name: string, role: string): string {
  return `apiVersion: v1
kind: ServiceAccount
metadata:
  name: ${name}
  namespace: shop
  annotations:
    eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/${role}
`;
}

/** A Deployment that runs as the ServiceAccount of its name, or as another one. */
export function deployment(name: string, serviceAccount: string = name): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: shop
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      serviceAccountName: ${serviceAccount}
      containers:
        - name: app
          image: registry.example/${name}:1
`;
}

/** A configuration with AWS on. */
export const configuration = `apiVersion: podgraft.dev/v1alpha1
kind: Config
providers:
  aws: { awsDefaultRegion: eu-west-1 }
`;

/** The payload of a pull request's event. */
export function pullRequest(base: string, head: string, from = "shop/manifests"): object {
  return { pull_request: { number: 7, head: { sha: head, repo: { full_name: from } }, base: { sha: base } } };
}
