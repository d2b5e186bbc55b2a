import t from "tap";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { builtInTable } from "../../../engine/locate/table.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { member } from "../../../engine/json.ts";
import { withFinalAccounts } from "../../../renderer/krm/final-accounts.ts";

type Notes = {
  readonly names?: string;
  readonly namespaces?: string;
  readonly kinds?: string;
  readonly prefixes?: string;
};

function annotations({ names, namespaces, kinds, prefixes }: Notes): JsonObject {
  const notes = { previousNames: names, previousNamespaces: namespaces, previousKinds: kinds, prefixes };
  return Object.fromEntries(
    Object.entries(notes).flatMap(([note, value]) =>
      value === undefined ? [] : [[`internal.config.kubernetes.io/${note}`, value]],
    ),
  );
}

function account(name: string, notes: Notes = {}, namespace?: string): JsonObject {
  const metadata = { name, annotations: annotations(notes), ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion: "v1", kind: "ServiceAccount", metadata };
}

function deployment(spec: JsonObject | null, notes: Notes = {}, namespace?: string): JsonObject {
  const metadata = { name: "web", annotations: annotations(notes), ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { template: { spec } } };
}

/** The account that the one Pod of a list ends up with. */
function accountIn(items: readonly JsonObject[], defaultNamespace: string | null = null): unknown {
  const list = { apiVersion: "config.kubernetes.io/v1", kind: "ResourceList", items };
  const [pod] = withFinalAccounts(list, locatePods(list, builtInTable()), defaultNamespace);
  return member(pod?.pod.spec, "serviceAccountName");
}

const asApp = deployment({ serviceAccountName: "app" });
const kinds = "ServiceAccount,ServiceAccount";
const once: Notes = { names: "app,in-app", namespaces: "default,default", kinds };

const cases: readonly {
  readonly name: string;
  readonly items: readonly JsonObject[];
  readonly namespace?: string;
  readonly expected: unknown;
}[] = [
  { name: "an earlier name", items: [account("out-in-app", once), asApp], expected: "out-in-app" },
  {
    name: "the last earlier name",
    items: [account("out-in-app", once), deployment({ serviceAccountName: "in-app" })],
    expected: "out-in-app",
  },
  { name: "a name that is final", items: [account("app"), asApp], expected: "app" },
  { name: "a name that nobody had", items: [account("other", { ...once, names: "x,y" }), asApp], expected: "app" },
  {
    name: "the lists are read in parallel: the name was another kind's",
    items: [
      account("out-app", { names: "app,old", namespaces: "default,default", kinds: "Role,ServiceAccount" }),
      asApp,
    ],
    expected: "app",
  },
  {
    name: "another namespace by now",
    items: [account("out-app", once, "shop"), deployment({ serviceAccountName: "app" }, {}, "other")],
    expected: "app",
  },
  {
    name: "the namespace that --namespace names",
    items: [account("out-app", once, "shop"), asApp],
    namespace: "shop",
    expected: "out-app",
  },
  {
    name: "of two, the one with the Pod's prefixes",
    items: [
      account("left-app", { ...once, prefixes: "left-" }),
      account("right-app", { ...once, prefixes: "right-" }),
      deployment({ serviceAccountName: "app" }, { prefixes: "right-" }),
    ],
    expected: "right-app",
  },
  {
    name: "of two with the same prefixes, the one from the Pod's earlier namespace",
    items: [
      account("a", { ...once, namespaces: "one,one" }),
      account("b", { ...once, namespaces: "two,two" }),
      deployment({ serviceAccountName: "app" }, { names: "web", namespaces: "two", kinds: "Deployment" }),
    ],
    expected: "b",
  },
  {
    name: "of two that are alike, none",
    items: [account("a", once), account("b", once), asApp],
    expected: "app",
  },
  {
    name: "a Pod that names no account",
    items: [account("out-default", { ...once, names: "default,x" }), deployment({})],
    expected: undefined,
  },
  {
    name: "an empty name",
    items: [account("a", { ...once, names: "," }), deployment({ serviceAccountName: "" })],
    expected: "",
  },
  { name: "no spec", items: [account("a", once), deployment(null)], expected: undefined },
  { name: "lists of unequal length", items: [account("a", { names: "x,app" }), asApp], expected: "app" },
];

for (const { name, items, namespace, expected } of cases) {
  t.test(name, (t) => {
    t.equal(accountIn(items, namespace ?? null), expected);
    t.end();
  });
}
