import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../../../engine/json.ts";
import { isApiAccessMount, servedContainer } from "../../../../engine/served/container.ts";
import { sameServedContainer, sameServedVolume } from "../../../../engine/served/served-form.ts";
import { servedVolume } from "../../../../engine/served/volume.ts";
import { withoutUnknownFields } from "../../../../engine/typed/known-fields.ts";

type PartList = "containers" | "initContainers" | "volumes";

/** One kind of thing in a Pod whose served form the engine knows. */
type Part = {
  readonly list: PartList;
  readonly served: (written: JsonObject) => JsonObject;
  readonly same: (written: JsonObject, stored: JsonObject) => boolean;
};

const container = {
  served: (written: JsonObject): JsonObject => servedContainer(withoutUnknownFields(written, "Container")),
  same: sameServedContainer,
};

const parts: readonly Part[] = [
  { list: "initContainers", ...container },
  { list: "containers", ...container },
  {
    list: "volumes",
    served: (written) => servedVolume(withoutUnknownFields(written, "Volume")),
    same: sameServedVolume,
  },
];

/**
 * Where the engine's served form of what was written is not what the API server serves, one line a place; `stored` is the server's answer. Left out is what
 * the server adds to any Pod: the volume of its own token, and where that is mounted.
 */
export function servedDifferences(written: JsonObject, stored: JsonObject): string[] {
  return parts.flatMap((part) => {
    const [wanted, got] = [partsOf(written, part.list), partsOf(stored, part.list)];
    if (wanted.length !== got.length) return [`${part.list}: ${wanted.length} written, ${got.length} served`];
    return wanted.flatMap((item, index) => {
      const other = got[index] ?? {};
      const comparable = member(stored.spec, "hostNetwork") === true ? withoutHostPorts(item, other) : other;
      return partDifferences(part, `${part.list}[${index}]`, item, comparable);
    });
  });
}

/** On the host's network every port of a container is the host's too; that is the Pod's doing, not the container's. */
function withoutHostPorts(written: JsonObject, stored: JsonObject): JsonObject {
  if (!isJsonList(stored.ports)) return stored;
  const ports = stored.ports.map((port, index) => {
    const before = isJsonList(written.ports) ? member(written.ports[index], "hostPort") : undefined;
    if (!isJsonObject(port) || before === port.hostPort || port.hostPort !== port.containerPort) return port;
    const { hostPort: _, ...rest } = port;
    return rest;
  });
  return { ...stored, ports };
}

function partDifferences(part: Part, path: string, written: JsonObject, stored: JsonObject): string[] {
  const served = withoutApiAccess(stored);
  const expected = part.served(written);
  const found = differencesAt(path, expected, served);
  if (!part.same(written, stored)) found.push(`${path}: the engine does not take the two for the same`);
  // A thing that has been served once must not change when it is served again.
  if (!jsonEqual(part.served(served), served)) found.push(`${path}: what the API server serves is no fixed point`);
  return found;
}

/** The smallest places where two values differ. */
function differencesAt(path: string, engine: Json | undefined, server: Json | undefined): string[] {
  if (jsonEqual(engine, server)) return [];
  if (isJsonObject(engine) && isJsonObject(server)) {
    const keys = new Set([...Object.keys(engine), ...Object.keys(server)]);
    return [...keys].flatMap((key) => differencesAt(`${path}.${key}`, member(engine, key), member(server, key)));
  }
  if (isJsonList(engine) && isJsonList(server) && engine.length === server.length)
    return engine.flatMap((item, index) => differencesAt(`${path}[${index}]`, item, server[index]));
  return [`${path}: engine ${JSON.stringify(engine)}, API server ${JSON.stringify(server)}`];
}

/** The objects in one list of a Pod, without the volume that the ServiceAccount admission plugin adds. */
export function partsOf(pod: JsonObject, list: PartList): JsonObject[] {
  const items = member(pod.spec, list);
  return isJsonList(items) ? items.filter(isJsonObject).filter((item) => !isApiAccessVolume(item)) : [];
}

function isApiAccessVolume(item: JsonObject): boolean {
  return typeof item.name === "string" && item.name.startsWith("kube-api-access-") && isJsonObject(item.projected);
}

/** A served container without the mount that the ServiceAccount admission plugin adds. */
export function withoutApiAccess(stored: JsonObject): JsonObject {
  if (!isJsonList(stored.volumeMounts)) return stored;
  const { volumeMounts, ...rest } = stored;
  const mounts = volumeMounts.filter((mount) => !isApiAccessMount(mount));
  return mounts.length === 0 ? rest : { ...rest, volumeMounts: mounts };
}
