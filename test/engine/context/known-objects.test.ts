import t from "tap";
import { collectKnownObjects, findServiceAccount, namespacesWith } from "../../../engine/context/known-objects.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { locatePods, type LocatedObject } from "../../../engine/locate/locate-pods.ts";
import { builtInTable } from "../../../engine/locate/table.ts";

function objects(...items: JsonObject[]): readonly LocatedObject[] {
  return locatePods({ kind: "List", apiVersion: "v1", items }, builtInTable()).objects;
}

function account(name: string, namespace?: string, mark?: string): JsonObject {
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(mark === undefined ? {} : { annotations: { mark } }),
  };
  return { apiVersion: "v1", kind: "ServiceAccount", metadata };
}

t.test("ServiceAccounts by namespace and name; the unnamed namespace is named by the default", async (t) => {
  const all = objects(account("a"), account("a", "shop", "shop's"), account("b", ""));
  const unnamed = collectKnownObjects(all, null);
  t.strictSame(findServiceAccount(unnamed, null, "a"), { name: "a" });
  t.match(findServiceAccount(unnamed, "shop", "a"), { annotations: { mark: "shop's" } });
  t.strictSame(findServiceAccount(unnamed, null, "b"), { name: "b", namespace: "" });
  t.equal(findServiceAccount(unnamed, "other", "a"), undefined);
  t.equal(findServiceAccount(unnamed, null, "c"), undefined);
  t.strictSame(namespacesWith(unnamed, "a"), [null, "shop"]);
  t.strictSame(namespacesWith(unnamed, "c"), []);

  const named = collectKnownObjects(all, "inn");
  t.equal(named.defaultNamespace, "inn");
  t.strictSame(findServiceAccount(named, "inn", "a"), { name: "a" });
  t.equal(findServiceAccount(named, null, "a"), undefined);
});

t.test("the last of several counts", async (t) => {
  const known = collectKnownObjects(
    objects(account("a", undefined, "first"), account("a", "shop", "second"), account("a", undefined, "third")),
    "shop",
  );
  t.match(findServiceAccount(known, "shop", "a"), { annotations: { mark: "third" } });
});

t.test("labels of Namespaces; names such as constructor are names", async (t) => {
  const namespace = (metadata: Json): JsonObject => ({ apiVersion: "v1", kind: "Namespace", metadata });
  const known = collectKnownObjects(
    objects(
      namespace({ name: "a", labels: { x: "y" } }),
      namespace({ name: "b", labels: null }),
      namespace({ name: "constructor" }),
      namespace(null),
    ),
    null,
  );
  t.strictSame(
    [...known.namespaces],
    [
      ["a", { x: "y" }],
      ["b", {}],
      ["constructor", {}],
      ["", {}],
    ],
  );
  t.strictSame([...known.serviceAccounts], []);
  t.equal(findServiceAccount(known, "constructor", "__proto__"), undefined);
});
