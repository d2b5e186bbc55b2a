import type { Edit, Provider } from "../decision.ts";
import { PodgraftError } from "../errors.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../json.ts";
import { objectsOf } from "../edits/tracked-list.ts";
import type { Declaration } from "./declaration.ts";

/**
 * Checks a decision's edits against what the provider declares. Throws PodgraftError `internal.forbidden_edit` for the first edit that
 * writes anything else; nothing of the decision is used then.
 */
export function checkEdits(provider: Provider, edits: readonly Edit[], declaration: Declaration): void {
  for (const edit of edits) {
    const fault = faultOf(edit, declaration);
    if (fault !== undefined) {
      throw new PodgraftError(
        "internal.forbidden_edit",
        `${provider}'s rules may not ${edit.edit}: ${fault}; the rule module is not trusted further`,
      );
    }
  }
}

function faultOf(edit: Edit, declaration: Declaration): string | undefined {
  switch (edit.edit) {
    case "setLabel":
      return declaration.labels.has(edit.key) ? undefined : `the label ${edit.key} is not declared`;
    case "setAnnotation":
      return declaration.annotations.has(edit.key) ? undefined : `the annotation ${edit.key} is not declared`;
    case "addEnv":
    case "replaceEnv":
      return variableFault(edit.value, declaration);
    case "addMount":
    case "replaceMount":
      return mountFault(edit.value, declaration);
    case "addVolume":
    case "replaceVolume":
      return volumeFault(edit.value, declaration);
    case "addContainer":
    case "replaceContainer":
      return containerFault(edit.value, declaration);
  }
}

const variableMembers = new Set(["name", "value"]);

function variableFault(variable: JsonObject, declaration: Declaration): string | undefined {
  if (typeof variable.name !== "string" || !declaration.variables.has(variable.name)) {
    return `the variable ${JSON.stringify(variable.name)} is not declared`;
  }
  return foreignMember(variable, variableMembers);
}

const mountMembers = new Set(["name", "mountPath", "readOnly"]);

function mountFault(mount: JsonObject, declaration: Declaration): string | undefined {
  if (typeof mount.name !== "string" || declaration.volume(mount.name) === undefined) {
    return `the volume ${JSON.stringify(mount.name)} is not declared`;
  }
  return foreignMember(mount, mountMembers);
}

const projectionKinds = new Set(["serviceAccountToken", "configMap", "clusterTrustBundle", "downwardAPI"]);

function volumeFault(volume: JsonObject, declaration: Declaration): string | undefined {
  const source = typeof volume.name === "string" ? declaration.volume(volume.name) : undefined;
  if (source === undefined) return `the volume ${JSON.stringify(volume.name)} is not declared`;
  const foreign = foreignMember(volume, new Set(["name", source]));
  if (foreign !== undefined) return foreign;
  const body = volume[source];
  if (!isJsonObject(body)) return `the volume ${JSON.stringify(volume.name)} has no ${source} source`;
  if (source === "emptyDir") return foreignMember(body, new Set());
  if (source !== "projected") return undefined;
  for (const projection of objectsOf(body.sources)) {
    const fault = foreignMember(projection, projectionKinds);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What a container may have beside the checked members: nothing that touches the node, other volumes or other variables. */
const containerMembers = new Set([
  "name",
  "image",
  "command",
  "args",
  "env",
  "volumeMounts",
  "securityContext",
  "resources",
  "ports",
  "lifecycle",
  "restartPolicy",
  "imagePullPolicy",
]);

function containerFault(container: JsonObject, declaration: Declaration): string | undefined {
  const declared = typeof container.name === "string" ? declaration.containers.get(container.name) : undefined;
  if (declared === undefined) return `the container ${JSON.stringify(container.name)} is not declared`;
  if (container.image !== declared.image) {
    return `the image ${JSON.stringify(container.image)} is not the configured ${JSON.stringify(declared.image)}`;
  }
  if (!isJsonObject(container.securityContext) || !declared.permitsSecurityContext(container.securityContext)) {
    return `its securityContext is not the declared one`;
  }
  return (
    foreignMember(container, containerMembers) ??
    firstFault(container.env, (variable) => variableFault(variable, declaration)) ??
    firstFault(container.volumeMounts, (mount) => mountFault(mount, declaration))
  );
}

function firstFault(list: Json | undefined, faultIn: (item: JsonObject) => string | undefined): string | undefined {
  if (list === undefined) return undefined;
  if (!isJsonList(list)) return "a list is wanted";
  for (const item of list) {
    const fault = isJsonObject(item) ? faultIn(item) : "an object is wanted";
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function foreignMember(value: JsonObject, known: ReadonlySet<string>): string | undefined {
  const foreign = Object.keys(value).find((name) => !known.has(name));
  return foreign === undefined ? undefined : `the member ${foreign} is not declared`;
}
