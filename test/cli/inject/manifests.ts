import { role } from "../manifests.ts";

/** Options that switch AWS on. */
export const aws: readonly string[] = ["--set", "providers.aws={}"];

/** The ServiceAccount `orders` with its role, as YAML. */
export function accountYaml(arn: string = role): string {
  return `apiVersion: v1
kind: ServiceAccount
metadata:
  name: orders
  annotations:
    eks.amazonaws.com/role-arn: ${arn}
`;
}

/** A Pod as YAML, with comments and a style of its own. */
export function podYaml(name = "p", serviceAccount = "orders"): string {
  return `apiVersion: v1
kind: Pod   # by hand
metadata: {name: ${name}}
spec:
    serviceAccountName: ${serviceAccount}
    containers:
    -   name: app
        image: "app:1"
`;
}

/** What injection of `arn` adds to {@link podYaml}. */
export function injectedYaml(name = "p", arn: string = role): string {
  return `${podYaml(name)}        env:
        -   name: AWS_ROLE_ARN
            value: ${arn}
        -   name: AWS_WEB_IDENTITY_TOKEN_FILE
            value: /var/run/secrets/eks.amazonaws.com/serviceaccount/token
        volumeMounts:
        -   name: aws-iam-token
            readOnly: true
            mountPath: /var/run/secrets/eks.amazonaws.com/serviceaccount
    volumes:
    -   name: aws-iam-token
        projected:
            sources:
            -   serviceAccountToken:
                    audience: sts.amazonaws.com
                    expirationSeconds: 86400
                    path: token
`;
}

/** Documents of one stream. */
export function stream(...documents: readonly string[]): string {
  return documents.join("---\n");
}
