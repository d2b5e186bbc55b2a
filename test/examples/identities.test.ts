import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadAll } from "js-yaml";
import t from "tap";
import type { Identity } from "../../engine/decision.ts";
import { isJsonList, isJsonObject, member, type Json } from "../../engine/json.ts";
import type { InjectedDocument, InjectedSource } from "../../renderer/inject/inject.ts";
import { examples, type Example } from "../../scripts/demo/examples.ts";
import { injectManifests } from "../../scripts/demo/inject.ts";

const folder = fileURLToPath(new URL("../../../examples", import.meta.url));

function manifestsOf({ manifests }: Example): string {
  return readFileSync(`${folder}/${manifests}`, "utf8");
}

function inject(example: Example, text: string = manifestsOf(example)): InjectedSource<InjectedDocument> {
  return injectManifests({ name: example.manifests, text }, folder, example.environment);
}

function exampleOf(manifests: string): Example {
  const found = examples.find((example) => example.manifests === manifests);
  if (found === undefined) throw new Error(`no example ${manifests}`);
  return found;
}

type Expected = {
  readonly reason: string;
  readonly identity: Omit<Identity, "from">;
  /** Containers that have the identity's environment and token mount, in the order of the Pod. */
  readonly containers: readonly string[];
};

const awsToken = "/var/run/secrets/eks.amazonaws.com/serviceaccount/token";
const azureToken = "/var/run/secrets/azure/tokens/azure-identity-token";
const googleToken = "/var/run/secrets/sts.googleapis.com/serviceaccount/token";
const alibabaToken = "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens/token";

/** By example and object: who the Pod becomes; null for nobody. */
const expected: { readonly [manifests: string]: { readonly [object: string]: Expected | null } } = {
  "rendered/chart.yaml": {
    "Deployment shop/orders-api": {
      reason: "aws.role_arn",
      containers: ["api"],
      identity: {
        provider: "aws",
        subject: "system:serviceaccount:shop:orders-api",
        principal: "arn:aws:iam::111122223333:role/orders-api",
        audience: "sts.amazonaws.com",
        expirationSeconds: 43200,
        tokenFile: awsToken,
      },
    },
    "Deployment rrsa-demo/rrsa-demo": {
      reason: "alibaba.namespace_label",
      containers: ["list-buckets"],
      identity: {
        provider: "alibaba",
        subject: "system:serviceaccount:rrsa-demo:rrsa-demo",
        principal: "acs:ram::1234567890123456:role/rrsa-demo-role",
        audience: "sts.aliyuncs.com",
        expirationSeconds: 7200,
        tokenFile: alibabaToken,
      },
    },
    "Deployment shop/orders-web": null,
    "StatefulSet shop/orders-ledger": {
      reason: "azure.selected",
      containers: ["ledger"],
      identity: {
        provider: "azure",
        subject: "system:serviceaccount:shop:orders-ledger",
        principal: "2f1d6c1e-5a0b-4c3c-9a52-6d1f7d0c9e11",
        audience: "api://AzureADTokenExchange",
        expirationSeconds: 3600,
        tokenFile: azureToken,
      },
    },
    "CronJob shop/orders-report": {
      reason: "gcp.gcloud_mode",
      containers: ["gcloud-setup", "report"],
      identity: {
        provider: "gcp",
        subject: "system:serviceaccount:shop:orders-report",
        principal: "orders-report@shop-example.iam.gserviceaccount.com",
        audience: "sts.googleapis.com",
        expirationSeconds: 86400,
        tokenFile: googleToken,
      },
    },
    "Job shop/orders-export": {
      reason: "gcp.direct_mode",
      containers: ["export"],
      identity: {
        provider: "gcp",
        subject: "system:serviceaccount:shop:orders-export",
        principal: "orders-export@shop-example.iam.gserviceaccount.com",
        audience: "sts.googleapis.com",
        expirationSeconds: 86400,
        tokenFile: googleToken,
      },
    },
  },
  "rendered/overlay.yaml": {
    "Deployment pictures-prod/prod-thumbnails": {
      reason: "aws.role_arn",
      containers: ["fonts", "thumbnails"],
      identity: {
        provider: "aws",
        subject: "system:serviceaccount:pictures-prod:prod-thumbnails",
        principal: "arn:aws:iam::444455556666:role/prod-thumbnails",
        audience: "sts.amazonaws.com",
        expirationSeconds: 86400,
        tokenFile: awsToken,
      },
    },
    "StatefulSet pictures-prod/prod-mirror": {
      reason: "alibaba.pod_label",
      containers: ["mirror"],
      identity: {
        provider: "alibaba",
        subject: "system:serviceaccount:pictures-prod:prod-mirror",
        principal: "acs:ram::1234567890123456:role/pictures-mirror",
        audience: "sts.aliyuncs.com",
        expirationSeconds: 3600,
        tokenFile: alibabaToken,
      },
    },
    "CronJob pictures-prod/prod-archive": {
      reason: "azure.selected",
      containers: ["archive"],
      identity: {
        provider: "azure",
        subject: "system:serviceaccount:pictures-prod:prod-archive",
        principal: "7c0a9b52-93f4-4f0e-8d5b-51a4f0a6e3d2",
        audience: "api://AzureADTokenExchange",
        expirationSeconds: 3600,
        tokenFile: azureToken,
      },
    },
    "DaemonSet pictures-prod/prod-captions": {
      reason: "gcp.direct_mode",
      containers: ["captions"],
      identity: {
        provider: "gcp",
        subject: "system:serviceaccount:pictures-prod:prod-captions",
        principal: "captions@pictures-example.iam.gserviceaccount.com",
        audience: "sts.googleapis.com",
        expirationSeconds: 86400,
        tokenFile: googleToken,
      },
    },
  },
  "okd/bucket-operator.yaml": {
    "Deployment bucket-operator/bucket-operator": {
      reason: "aws.role_arn",
      containers: ["operator"],
      identity: {
        provider: "aws",
        subject: "system:serviceaccount:bucket-operator:bucket-operator",
        principal: "arn:aws:iam::111122223333:role/bucket-operator",
        audience: "openshift",
        expirationSeconds: 86400,
        tokenFile: "/var/run/secrets/openshift/serviceaccount/token",
      },
    },
  },
};

t.strictSame(Object.keys(expected), examples.map(({ manifests }) => manifests), "every example is expected here");

for (const [manifests, objects] of Object.entries(expected)) {
  t.test(manifests, async (t) => {
    const { text, kept: documents } = inject(exampleOf(manifests));
    const pods = documents.flatMap(({ decided }) => decided.pods);
    const names = pods.map(({ located: { object } }) => `${object.kind} ${object.namespace ?? ""}/${object.name}`);
    t.strictSame(names.toSorted(), Object.keys(objects).toSorted(), "the Pods of the example");
    for (const [index, pod] of pods.entries()) {
      const name = names[index] ?? "";
      const injected = pod.result.decisions.filter(({ decision }) => decision.outcome !== "skip");
      const found = injected.map(({ decision }) => {
        const { from: _, ...identity } = decision.identity ?? { from: {} };
        return { reason: decision.reason.code, identity };
      });
      const wanted = objects[name];
      t.strictSame(found, wanted ? [{ reason: wanted.reason, identity: wanted.identity }] : [], `${name}: one identity, the right one`);
      t.strictSame(pod.findings, [], `${name}: nothing to find fault with`);
    }
    // A second reader, so that the text is judged and not our own idea of it.
    for (const [name, wanted] of Object.entries(objects)) {
      const spec = podSpecOf(readObject(text, name));
      t.strictSame(tokensOf(spec), wanted ? [tokenOf(wanted.identity)] : [], `${name}: the token in the text`);
      t.strictSame(containersWith(spec, wanted?.identity.tokenFile ?? "/none"), wanted?.containers ?? [], `${name}: the containers that see it`);
    }
  });

  t.test(`${manifests}: nothing else moves`, async (t) => {
    const before = manifestsOf(exampleOf(manifests));
    const injected = inject(exampleOf(manifests));
    const left = before.split("\n");
    const lines = injected.text.split("\n");
    const missing = left.filter((line) => !lines.includes(line));
    t.strictSame(missing, left.includes("          env: []") ? ["          env: []"] : [], "every line of before is there, but for a list that was empty");
    t.equal(inject(exampleOf(manifests), injected.text).text, injected.text, "a second run changes nothing");
  });
}

const cloudKey = /^\s+"?(eks\.amazonaws\.com|azure\.workload\.identity|cloud\.google\.com|pod-identity\.alibabacloud\.com)\/([\w-]+)"?:/;

for (const example of examples) {
  t.test(`${example.manifests}: each annotation and label counts`, async (t) => {
    const lines = manifestsOf(example).split("\n");
    const full = decisionsOf(inject(example));
    let counted = 0;
    for (const [index, line] of lines.entries()) {
      const key = cloudKey.exec(line);
      if (key === null) continue;
      counted += 1;
      const without = lines.toSpliced(index, 1).join("\n");
      t.notSame(decisionsOf(inject(example, without)), full, `without ${key[1] ?? ""}/${key[2] ?? ""} in line ${index + 1} the outcome is another`);
    }
    t.equal(counted > 0, example.render !== undefined, "the operator's are in podgraft.yaml, all others in the manifests");
  });
}

function decisionsOf({ kept }: InjectedSource<InjectedDocument>): unknown {
  return kept.flatMap(({ decided }) => decided.pods.map(({ result }) => result.decisions.map(({ decision }) => decision)));
}

function readObject(text: string, name: string): Json {
  const objects = loadAll(text) as Json[];
  const found = objects.find((object) => nameOf(object) === name);
  if (found === undefined) throw new Error(`no ${name} in the text`);
  return found;
}

function nameOf(object: Json): string {
  const metadata = member(object, "metadata");
  return `${String(member(object, "kind"))} ${String(member(metadata, "namespace"))}/${String(member(metadata, "name"))}`;
}

function podSpecOf(object: Json): Json | undefined {
  const spec = member(object, "spec");
  const owner = member(member(spec, "jobTemplate"), "spec") ?? spec;
  return member(member(owner, "template"), "spec");
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}

/** The ServiceAccount tokens that the Pod's volumes ask for. */
function tokensOf(spec: Json | undefined): Json[] {
  const sources = listOf(member(spec, "volumes")).flatMap((volume) => listOf(member(member(volume, "projected"), "sources")));
  return sources.map((source) => member(source, "serviceAccountToken") ?? null).filter(isJsonObject);
}

function tokenOf({ audience, expirationSeconds, tokenFile }: Omit<Identity, "from">): Json {
  return { audience, expirationSeconds, path: tokenFile?.split("/").at(-1) };
}

/** Init containers first: those with a mount that the token file lies under. */
function containersWith(spec: Json | undefined, tokenFile: string): unknown[] {
  const containers = [...listOf(member(spec, "initContainers")), ...listOf(member(spec, "containers"))];
  const sees = (container: Json): boolean => {
    return listOf(member(container, "volumeMounts")).some((mount) => `${String(member(mount, "mountPath"))}/` === tokenFile.replace(/[^/]*$/, ""));
  };
  return containers.filter(sees).map((container) => member(container, "name"));
}
