import type { JsonObject } from "../../json.ts";
import type { AzureSettings } from "../config.ts";
import { decodeLabelSelector } from "../go/label-selector.ts";
import { trimSpace } from "../go/space.ts";
import { azureCloud } from "./azure-cloud.ts";

/** Azure settings as the rules read them: the cloud by its canonical name and with its authority host, the label selector parsed (null where there is none). */
export function azureRuleSettings(settings: AzureSettings): JsonObject {
  const cloud = azureCloud(settings.azureEnvironment);
  return {
    ...settings,
    azureEnvironment: cloud?.name ?? settings.azureEnvironment,
    authorityHost: cloud?.authorityHost ?? "",
    kubernetesVersion: trimSpace(settings.kubernetesVersion),
    azureKubernetesCaCtbLabelSelectorObject: decodeLabelSelector(settings.azureKubernetesCaCtbLabelSelector) ?? null,
  };
}
