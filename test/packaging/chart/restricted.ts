import type { Json, JsonObject } from "../../../engine/json.ts";
import { at, listAt } from "./render.ts";

const volumeTypes: readonly string[] = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "persistentVolumeClaim",
  "projected",
  "secret",
];

/**
 * Where a Pod's spec breaks the Pod Security Standard "restricted", by field, empty if nowhere. The fields that need a newer API server than
 * 1.30 to exist are left out.
 */
export function restrictedFaults(spec: Json | undefined): string[] {
  const containers = ["initContainers", "containers"].flatMap((key) => listAt(spec, key));
  return [
    ...["hostNetwork", "hostPID", "hostIPC"].filter((key) => at(spec, key) === true),
    ...listAt(spec, "volumes").flatMap((volume) =>
      Object.keys(volume as JsonObject).filter((key) => key !== "name" && !volumeTypes.includes(key)),
    ),
    ...(at(spec, "securityContext.runAsUser") === 0 ? ["runAsUser"] : []),
    ...listAt(spec, "securityContext.sysctls").map(() => "sysctls"),
    ...containers.flatMap((container) => containerFaults(container, spec)),
  ];
}

function containerFaults(container: Json, spec: Json | undefined): string[] {
  const own = (key: string): Json | undefined => at(container, `securityContext.${key}`);
  const effective = (key: string): Json | undefined => own(key) ?? at(spec, `securityContext.${key}`);
  const faults: readonly [string, boolean][] = [
    ["privileged", own("privileged") === true],
    ["allowPrivilegeEscalation", own("allowPrivilegeEscalation") !== false],
    ["runAsNonRoot", effective("runAsNonRoot") !== true],
    ["runAsUser", own("runAsUser") === 0],
    ["capabilities.drop", !listAt(own("capabilities"), "drop").includes("ALL")],
    ["capabilities.add", listAt(own("capabilities"), "add").some((name) => name !== "NET_BIND_SERVICE")],
    ["procMount", ![undefined, "Default"].includes(own("procMount") as undefined)],
    ["seccompProfile", !["RuntimeDefault", "Localhost"].includes(String(at(effective("seccompProfile"), "type")))],
    [
      "hostPort",
      listAt(container, "ports").some((port) => ![undefined, 0].includes(at(port, "hostPort") as undefined)),
    ],
  ];
  return faults.flatMap(([name, found]) => (found ? [`${String(at(container, "name"))}: ${name}`] : []));
}
