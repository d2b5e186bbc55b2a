import type { Provider } from "../../../engine/decision.ts";
import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../../engine/json.ts";

/** An official webhook as it stands in a cluster: the container that runs it, and what belongs to it. */
export type Webhook = {
  readonly provider: Provider;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly image: string;
  /** Command and arguments, references to variables still in them. */
  readonly words: readonly string[];
  readonly container: JsonObject;
  readonly podSpec: JsonObject;
};

/** The official webhooks among objects, in the order of the objects. Never fails: what is not shaped like a workload holds none. */
export function findWebhooks(objects: readonly JsonObject[]): Webhook[] {
  return objects.flatMap((object) => {
    const podSpec = podSpecOf(object);
    return list(member(podSpec, "containers")).flatMap((container) => {
      const words = [...texts(member(container, "command")), ...texts(member(container, "args"))];
      const image = text(member(container, "image"));
      const provider = recognize(image, words);
      if (provider === undefined || !isJsonObject(container) || !isJsonObject(podSpec)) return [];
      const metadata = member(object, "metadata");
      return [
        {
          provider,
          kind: text(member(object, "kind")),
          namespace: text(member(metadata, "namespace")) || "default",
          name: text(member(metadata, "name")),
          image,
          words,
          container,
          podSpec,
        },
      ];
    });
  });
}

/** Kinds that run a webhook. ReplicaSets are left out: they repeat their Deployment. */
export const workloadKinds: ReadonlySet<string> = new Set(["Deployment", "DaemonSet", "StatefulSet", "Pod"]);

function podSpecOf(object: JsonObject): Json | undefined {
  const kind = member(object, "kind");
  if (typeof kind !== "string" || !workloadKinds.has(kind)) return undefined;
  if (kind !== "Pod") return member(member(member(object, "spec"), "template"), "spec");
  const owners = list(member(member(object, "metadata"), "ownerReferences"));
  return owners.length > 0 && owners.every((owner) => member(owner, "kind") !== "Node")
    ? undefined
    : member(object, "spec");
}

/** Programs and images by the names that their makers give them, OpenShift's own included. */
const byName: readonly (readonly [RegExp, Provider])[] = [
  [/ack-pod-identity-webhook$/, "alibaba"],
  [/gcp-workload-identity-federation-webhook$/, "gcp"],
  [/(?:azure-workload-identity-webhook|azure\/workload-identity\/webhook|azure-workload-identity\/webhook)$/, "azure"],
  [/(?:amazon-)?eks-pod-identity-webhook$|aws-pod-identity-webhook$|(?:^|\/)pod-identity-webhook$/, "aws"],
];

/** Flags that only one of the webhooks has. */
const byFlag: readonly (readonly [RegExp, Provider])[] = [
  [/^--?(?:sts-regional-endpoint|aws-default-region|watch-config-map|container-credentials-[a-z-]+)(?:=|$)/, "aws"],
  [/^--?(?:gcp-default-region|gcloud-image|setup-container-resources)(?:=|$)/, "gcp"],
  [/^--?custom-token-endpoint-(?:audience|annotation-suffix)(?:=|$)/, "azure"],
];

function recognize(image: string, words: readonly string[]): Provider | undefined {
  const program = words[0] ?? "";
  const repository = image.replace(/@.*$/, "").replace(/:[^/:]*$/, "");
  return first(byName, program) ?? first(byName, repository) ?? words.map((word) => first(byFlag, word)).find(Boolean);
}

function first(table: readonly (readonly [RegExp, Provider])[], name: string): Provider | undefined {
  return table.find(([pattern]) => pattern.test(name))?.[1];
}

/** A text, or the empty one. */
export function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A list, or the empty one. */
export function list(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}

function texts(value: Json | undefined): string[] {
  return list(value).filter((item) => typeof item === "string");
}
