import t from "tap";
import { createChain, decideChain, driveChain, driveChainAsync, type Subject } from "../../../engine/chain/chain.ts";
import type { Decision, Edit, Identity, Provider, RuleInput } from "../../../engine/decision.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Decisions } from "../../../engine/wasm/host.ts";

const subject: Subject = {
  pod: { metadata: {}, spec: { containers: [{ name: "app" }], volumes: [{ name: "data", emptyDir: {} }] } },
  namespace: { name: "shop", labels: null },
  serviceAccount: { name: "orders", found: true, metadata: {} },
  owner: { apiVersion: "apps/v1", kind: "Deployment", name: "orders", path: ["spec", "template"], nameIsFinal: true },
};
const settings = {
  aws: { containerCredentials: {} },
  azure: { profile: "1.5.1" },
  gcp: { annotationPrefix: "cloud.google.com" },
  alibaba: {},
};

function identity(provider: Provider): Identity {
  return {
    provider,
    subject: null,
    principal: null,
    audience: null,
    expirationSeconds: null,
    tokenFile: null,
    from: {},
  };
}

function inject(provider: Provider, edits: readonly Edit[], findings: Decision["findings"] = []): Decision {
  return {
    outcome: "inject",
    reason: { code: `${provider}.x`, params: {} },
    edits,
    identity: identity(provider),
    findings,
  };
}

function skip(provider: Provider, findings: Decision["findings"] = []): Decision {
  return { outcome: "skip", reason: { code: `${provider}.x`, params: {} }, edits: [], findings };
}

function deny(provider: Provider): Decision {
  return {
    outcome: "deny",
    reason: { code: `${provider}.x`, params: {} },
    denial: { message: "no", status: 400 },
    edits: [],
    findings: [],
  };
}

const awsVolume: Edit = {
  edit: "addVolume",
  at: "first",
  value: { projected: { sources: [] }, name: "aws-iam-token" },
};
const gcpVolume: Edit = { edit: "addVolume", at: "last", value: { name: "gcloud-config", emptyDir: {} } };

/** Answers from a table and remembers what was asked. */
function stub(answers: { readonly [provider in Provider]?: Decision }): {
  evaluate: (input: RuleInput) => Decisions;
  asked: RuleInput[];
} {
  const asked: RuleInput[] = [];
  return {
    asked,
    evaluate(input) {
      asked.push(input);
      return Object.fromEntries(input.evaluate.map((provider) => [provider, answers[provider] ?? skip(provider)]));
    },
  };
}

t.test("all providers in one call; nothing to do is no change", (t) => {
  const { evaluate, asked } = stub({});
  const result = driveChain(decideChain(subject, createChain(["aws", "azure", "gcp", "alibaba"], settings)), evaluate);
  t.equal(result.outcome, "unchanged");
  t.equal(result.pod, subject.pod, "the very Pod");
  t.strictSame(result.patch, []);
  t.equal(asked.length, 1);
  t.strictSame(asked[0]?.declared, {
    aws: [],
    azure: ["azwi-proxy", "azwi-proxy-init"],
    gcp: ["gcloud-setup"],
    alibaba: [],
  });
  t.end();
});

t.test(
  "those behind one that changed the Pod are asked again on the changed Pod, unless they had nothing to do",
  (t) => {
    const { evaluate, asked } = stub({ aws: inject("aws", [awsVolume]), gcp: inject("gcp", [gcpVolume]) });
    const result = driveChain(
      decideChain(subject, createChain(["aws", "azure", "gcp", "alibaba"], settings)),
      evaluate,
    );
    t.strictSame(
      asked.map((input) => input.evaluate),
      [["aws", "azure", "gcp", "alibaba"], ["gcp"]],
    );
    t.match(asked[1]?.pod, { spec: { volumes: [{ name: "aws-iam-token" }, { name: "data" }] } });
    t.strictSame(result.patch, [
      { op: "add", path: "/spec/volumes/0", value: { name: "aws-iam-token", projected: { sources: [] } } },
      { op: "add", path: "/spec/volumes/-", value: { name: "gcloud-config", emptyDir: {} } },
    ]);
    t.equal(
      JSON.stringify(result.patch[0]).indexOf('"name"') < JSON.stringify(result.patch[0]).indexOf('"projected"'),
      true,
      "name first",
    );
    t.strictSame(
      result.decisions.map(({ provider }) => provider),
      ["aws", "azure", "gcp", "alibaba"],
    );
    t.end();
  },
);

t.test("an order of one's own, and providers that are off", (t) => {
  const { evaluate, asked } = stub({ aws: inject("aws", [awsVolume]), gcp: inject("gcp", [gcpVolume]) });
  driveChain(decideChain(subject, createChain(["gcp", "aws"], settings)), evaluate);
  t.strictSame(
    asked.map((input) => input.evaluate),
    [["gcp", "aws"], ["aws"]],
  );
  const none = driveChain(decideChain(subject, createChain([], settings)), evaluate);
  t.equal(none.outcome, "unchanged");
  t.end();
});

t.test("the first denial ends the chain and undoes it", (t) => {
  const { evaluate } = stub({ aws: inject("aws", [awsVolume]), azure: deny("azure"), gcp: deny("gcp") });
  const result = driveChain(decideChain(subject, createChain(["aws", "azure", "gcp"], settings)), evaluate);
  t.equal(result.outcome, "denied");
  t.strictSame(result.denial, { provider: "azure", message: "no", status: 400 });
  t.equal(result.pod, subject.pod);
  t.strictSame(result.patch, []);
  t.strictSame(
    result.decisions.map(({ provider }) => provider),
    ["aws", "azure"],
  );
  t.end();
});

t.test("findings come in chain order with paths into the original Pod", (t) => {
  const finding = (index: number): Decision["findings"][number] => ({
    code: "volume.conflict",
    path: ["spec", "volumes", index],
    params: {},
  });
  const { evaluate } = stub({
    aws: inject("aws", [awsVolume], [finding(0)]),
    azure: skip("azure", [finding(0)]),
    gcp: inject("gcp", [], [finding(1)]),
  });
  const result = driveChain(decideChain(subject, createChain(["aws", "azure", "gcp"], settings)), evaluate);
  t.strictSame(
    result.findings.map(({ provider, path }) => [provider, path]),
    [
      ["aws", ["spec", "volumes", 0]],
      ["azure", ["spec", "volumes", 0]],
      ["gcp", ["spec", "volumes", 0]],
    ],
  );
  t.end();
});

t.test("an edit beyond the allow-list stops everything", (t) => {
  const { evaluate } = stub({
    aws: inject("aws", [{ edit: "addVolume", at: "last", value: { name: "host", hostPath: { path: "/" } } }]),
  });
  try {
    driveChain(decideChain(subject, createChain(["aws"], settings)), evaluate);
    t.fail("no error");
  } catch (error) {
    t.ok(error instanceof PodgraftError && error.code === "internal.forbidden_edit");
  }
  t.end();
});

t.test("an answer that is missing counts as nothing", (t) => {
  const result = driveChain(decideChain(subject, createChain(["aws"], settings)), () => ({}));
  t.equal(result.outcome, "unchanged");
  t.strictSame(result.decisions, []);
  t.end();
});

t.test("the asynchronous driver gives the same", async (t) => {
  const answers = { aws: inject("aws", [awsVolume]), gcp: inject("gcp", [gcpVolume]) };
  const chain = createChain(["aws", "gcp"], settings);
  const asynchronous = await driveChainAsync(decideChain(subject, chain), (input) =>
    Promise.resolve(stub(answers).evaluate(input)),
  );
  t.strictSame(asynchronous, driveChain(decideChain(subject, chain), stub(answers).evaluate));
});

t.test("rules see the Pod without its managed fields, which stay", (t) => {
  const metadata = { name: "p", managedFields: [{ manager: "kubelet" }] };
  const { evaluate, asked } = stub({ aws: inject("aws", [awsVolume]) });
  const pod = { ...subject.pod, metadata };
  const result = driveChain(decideChain({ ...subject, pod }, createChain(["aws"], settings)), evaluate);
  t.strictSame(
    asked.map((input) => input.pod.metadata),
    [{ name: "p" }],
  );
  t.strictSame(result.pod.metadata, metadata);
  t.end();
});
