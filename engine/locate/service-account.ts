import type { Json } from "../json.ts";
import { member } from "../json.ts";

/** The name of the ServiceAccount that a Pod with this spec runs as: `serviceAccountName`, else the deprecated `serviceAccount`, else `default`. */
export function effectiveServiceAccountName(spec: Json | undefined): string {
  for (const field of ["serviceAccountName", "serviceAccount"]) {
    const name = member(spec, field);
    if (typeof name === "string" && name !== "") return name;
  }
  return "default";
}
