import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { changeItems, changeMembers, compact, filled } from "./compact.ts";
import { defaultPullPolicy } from "./image.ts";
import { servedQuantity } from "./quantity.ts";

/** What is filled in where a volume's source leaves it out. */
const sourceDefaults: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>(
  Object.entries({
    projected: { defaultMode: 420, sources: null },
    downwardAPI: { defaultMode: 420 },
    configMap: { defaultMode: 420 },
    secret: { defaultMode: 420 },
    hostPath: { type: "" },
    iscsi: { iscsiInterface: "default" },
    rbd: { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" },
    azureDisk: { cachingMode: "ReadWrite", fsType: "ext4", readOnly: false, kind: "Shared" },
    scaleIO: { storageMode: "ThinProvisioned", fsType: "xfs" },
  }),
);

/** A volume as served: default modes, token lifetimes and field reference versions filled in; one without a source is an empty directory. */
export function servedVolume(volume: JsonObject): JsonObject {
  const served: { [key: string]: Json | undefined } = {};
  for (const [key, value] of Object.entries(compact(volume))) {
    served[key] = isJsonObject(value) ? servedSource(key, value) : value;
  }
  return Object.values(served).some(isJsonObject) ? served : { ...served, emptyDir: {} };
}

function servedSource(kind: string, source: JsonObject): JsonObject {
  const complete = filled(sourceDefaults.get(kind) ?? {}, source);
  switch (kind) {
    case "projected":
      return changeItems(complete, "sources", servedProjection);
    case "downwardAPI":
      return changeItems(complete, "items", servedReference);
    case "emptyDir":
      return complete.sizeLimit === undefined
        ? complete
        : { ...complete, sizeLimit: servedQuantity(complete.sizeLimit) };
    case "image":
      return filled({ pullPolicy: defaultPullPolicy(complete.reference) }, complete);
    default:
      return complete;
  }
}

function servedProjection(projection: JsonObject): JsonObject {
  const withToken = changeMembers(projection, ["serviceAccountToken"], (token) =>
    filled({ expirationSeconds: 3600 }, token),
  );
  return changeMembers(withToken, ["downwardAPI"], (downward) => changeItems(downward, "items", servedReference));
}

/** A reference to a field with its apiVersion, or to a resource with its divisor, in whatever holds it. */
export function servedReference(holder: JsonObject): JsonObject {
  const withField = changeMembers(holder, ["fieldRef"], (field) => filled({ apiVersion: "v1" }, field));
  return changeMembers(withField, ["resourceFieldRef"], (resource) => ({
    ...resource,
    divisor: servedQuantity(resource.divisor),
  }));
}
