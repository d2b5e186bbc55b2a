import { isJsonObject, member, type JsonObject } from "../../engine/json.ts";
import { servedPod } from "../served-pod.ts";
import { completer, type Complete } from "./completed.ts";
import type { Pods } from "./load-messages.ts";

/** How many ServiceAccounts the stand-in has; each Pod belongs to another one. */
export const accounts = 300;
/** So many of them share a Namespace. */
export const accountsPerNamespace = 20;

/** A request's body, and what its answer has to repeat. */
export type ReviewBody = { readonly uid: string; readonly text: string };

/** What an API server or controller makes anew: for each request, each Pod, each second, each change of a Deployment. */
const uidMark = "705ab4f5-6393-11e8-b7cc-42010a800002";
const volumeMark = "x7k2p";
const timeMark = "2026-01-01T00:00:01Z";
const hashMark = "7c9f6bd5d8";
const marks = new RegExp(`${uidMark}|${volumeMark}|${timeMark}|${hashMark}`);

/**
 * Makes requests of about 7 KB as an API server sends them for Pods of Deployments, each Deployment with another ServiceAccount. No two requests are
 * alike: uid, names and times differ from Pod to Pod; for `new` Pods the Deployment changes each time, so that none is like one before.
 */
export function createReviews(pods: Pods): () => ReviewBody {
  const complete = pods === "made" ? completer() : undefined;
  const templates = Array.from({ length: accounts }, (_, index) => {
    const text = JSON.stringify(complete === undefined ? review(index, uidMark) : madeReview(index, complete));
    return { pieces: text.split(marks), found: text.match(new RegExp(marks, "g")) ?? [] };
  });
  let count = 0;
  return () => {
    const { pieces, found } = templates[count % accounts] ?? { pieces: [], found: [] };
    count += 1;
    const uid = uidMark.slice(0, 24) + String(count).padStart(12, "0");
    const made: { readonly [mark: string]: string } = {
      [uidMark]: uid,
      [volumeMark]: (count % 36 ** 5).toString(36).padStart(5, "0"),
      [timeMark]: `2026-01-01T00:${String(Math.floor(count / 60) % 60).padStart(2, "0")}:${String(count % 60).padStart(2, "0")}Z`,
      [hashMark]: pods === "new" ? String(count).padStart(10, "0") : hashMark,
    };
    let text = pieces[0] ?? "";
    for (const [index, mark] of found.entries()) text += (made[mark] ?? "") + (pieces[index + 1] ?? "");
    return { uid, text };
  };
}

function review(index: number, uid: string): JsonObject {
  const namespace = `team-${Math.floor(index / accountsPerNamespace)}`;
  const kind = { group: "", version: "v1", kind: "Pod" };
  const resource = { group: "", version: "v1", resource: "pods" };
  return {
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: {
      uid,
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      namespace,
      operation: "CREATE",
      userInfo: {
        username: "system:serviceaccount:kube-system:replicaset-controller",
        uid: "6f2b4f0e-8c7c-4c55-9b53-2f9d7b6f0c1d",
        groups: ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"],
      },
      object: podOf(namespace, `service-${index}`),
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    },
  };
}

/** The validating webhook's review: the Pod is complete, and has its name and what an API server notes of its making. */
function madeReview(index: number, complete: Complete): JsonObject {
  const made = review(index, uidMark);
  const { request } = made;
  const pod = member(request, "object");
  if (!isJsonObject(request) || !isJsonObject(pod) || !isJsonObject(pod.metadata)) throw new Error("no review");
  const name = `orders-${hashMark}-${volumeMark}`;
  const metadata = { ...pod.metadata, name, uid: uidMark, creationTimestamp: timeMark };
  const [namespace, account] = [`team-${Math.floor(index / accountsPerNamespace)}`, `service-${index}`];
  const about = { namespace, account, role: `arn:aws:iam::111122223333:role/${namespace}/${account}` };
  return { ...made, request: { ...request, name, object: complete({ ...pod, metadata }, about) } };
}

function podOf(namespace: string, account: string): JsonObject {
  const { metadata, ...pod } = servedPod(account);
  return {
    ...pod,
    metadata: {
      ...(isJsonObject(metadata) ? metadata : {}),
      namespace,
      creationTimestamp: null,
      ownerReferences: [
        {
          apiVersion: "apps/v1",
          kind: "ReplicaSet",
          name: `orders-${hashMark}`,
          uid: "0f7e0f5e-3d0c-4b1e-9d3f-3b8a7f6e5d4c",
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
      managedFields: [
        {
          manager: "kube-controller-manager",
          operation: "Update",
          apiVersion: "v1",
          time: timeMark,
          fieldsType: "FieldsV1",
          fieldsV1: managedFields,
        },
      ],
    },
    status: {},
  };
}

const own = (names: readonly string[]): JsonObject =>
  Object.fromEntries([".", ...names.map((name) => `f:${name}`)].map((key): [string, JsonObject] => [key, {}]));

const containerFields: JsonObject = {
  ...own(["args", "image", "imagePullPolicy", "name", "terminationMessagePath", "terminationMessagePolicy"]),
  "f:env": Object.fromEntries(
    ["DATABASE_HOST", "DATABASE_PASSWORD", "LOG_FORMAT", "FEATURES"].map((name) => [
      `k:{"name":"${name}"}`,
      own(["name", "value"]),
    ]),
  ),
  "f:livenessProbe": own(["failureThreshold", "httpGet", "periodSeconds", "successThreshold", "timeoutSeconds"]),
  "f:readinessProbe": own(["failureThreshold", "httpGet", "periodSeconds", "successThreshold", "timeoutSeconds"]),
  "f:ports": { 'k:{"containerPort":8080,"protocol":"TCP"}': own(["containerPort", "name", "protocol"]) },
  "f:resources": { ...own([]), "f:limits": own(["cpu", "memory"]), "f:requests": own(["cpu", "memory"]) },
  "f:securityContext": { ...own(["allowPrivilegeEscalation"]), "f:capabilities": own(["drop"]) },
};

const managedFields: JsonObject = {
  "f:metadata": {
    "f:generateName": {},
    "f:annotations": own(["kubectl.kubernetes.io/restartedAt"]),
    "f:labels": own(["app", "pod-template-hash"]),
    "f:ownerReferences": { ...own([]), 'k:{"uid":"0f7e0f5e-3d0c-4b1e-9d3f-3b8a7f6e5d4c"}': {} },
  },
  "f:spec": {
    "f:containers": { 'k:{"name":"app"}': containerFields, 'k:{"name":"exporter"}': containerFields },
    ...own(["dnsPolicy", "enableServiceLinks", "restartPolicy", "schedulerName", "terminationGracePeriodSeconds"]),
    "f:securityContext": own(["runAsNonRoot", "seccompProfile"]),
    "f:serviceAccount": {},
    "f:serviceAccountName": {},
  },
};
