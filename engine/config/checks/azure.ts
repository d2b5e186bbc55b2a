import type { AzureSettings } from "../config.ts";
import { decodeLabelSelector } from "../go/label-selector.ts";
import { isQualifiedNamePart } from "../go/qualified-name.ts";
import { isSemanticVersion } from "../go/semantic-version.ts";
import { trimSpace } from "../go/space.ts";
import { nearest } from "../nearest.ts";
import { azureCloud, cloudNames } from "../settings/azure-cloud.ts";
import type { Fault } from "./fault.ts";

/** The audience of an ordinary token; the custom token endpoint must have another one. */
const defaultAudience = "api://AzureADTokenExchange";

/** What makes the official Azure webhook of the profile refuse to start. */
export function azureFaults(settings: AzureSettings): readonly Fault[] {
  const custom =
    settings.profile === "1.5.1"
      ? olderProfileFaults(settings)
      : [...customEndpointFaults(settings), ...caSourceFaults(settings)];
  return [...tenantFaults(settings), ...cloudFaults(settings), ...versionFaults(settings), ...custom];
}

function tenantFaults({ azureTenantId }: AzureSettings): readonly Fault[] {
  return azureTenantId === ""
    ? [{ key: "azureTenantId", message: "is required: the tenant of Pods whose ServiceAccount names none" }]
    : [];
}

function cloudFaults({ azureEnvironment }: AzureSettings): readonly Fault[] {
  if (azureCloud(azureEnvironment) !== undefined) return [];
  const near = nearest(azureEnvironment, cloudNames);
  const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
  return [
    {
      key: "azureEnvironment",
      message: `unknown cloud ${JSON.stringify(azureEnvironment)}; known: ${cloudNames.join(", ")}${hint}`,
    },
  ];
}

function versionFaults({ kubernetesVersion }: AzureSettings): readonly Fault[] {
  if (trimSpace(kubernetesVersion) === "" || isSemanticVersion(kubernetesVersion)) return [];
  return [
    {
      key: "kubernetesVersion",
      message: `${JSON.stringify(kubernetesVersion)} is no version of the API server; write all three numbers, such as v1.34.0`,
    },
  ];
}

/** The flags came with 1.6.0; the environment variables of that release are not read by the older one and do no harm. */
function olderProfileFaults(settings: AzureSettings): readonly Fault[] {
  const flags = ["customTokenEndpointAnnotationSuffix", "customTokenEndpointAudience"] as const;
  return flags
    .filter((key) => settings[key] !== "")
    .map((key) => ({ key, message: "profile 1.5.1 has no such flag; remove it or take profile 1.6.0" }));
}

function customEndpointFaults({
  customTokenEndpointAnnotationSuffix: suffix,
  customTokenEndpointAudience: audience,
}: AzureSettings): readonly Fault[] {
  const suffixKey = "customTokenEndpointAnnotationSuffix";
  const audienceKey = "customTokenEndpointAudience";
  if (suffix === "" && audience === "") return [];
  if (suffix === "") return [{ key: suffixKey, message: `is required together with ${audienceKey}` }];
  if (audience === "") return [{ key: audienceKey, message: `is required together with ${suffixKey}` }];
  const faults: Fault[] = [];
  if (audience.toLowerCase() === defaultAudience.toLowerCase()) {
    faults.push({ key: audienceKey, message: `must differ from ${defaultAudience}, in more than letter case` });
  }
  if (!isQualifiedNamePart(`use-${suffix.toLowerCase()}`)) {
    faults.push({
      key: suffixKey,
      message: `${JSON.stringify(`use-${suffix}`)} cannot be part of an annotation's key: at most 63 letters, digits, "-", "_" and ".", a letter or digit at the end`,
    });
  }
  return faults;
}

function caSourceFaults(settings: AzureSettings): readonly Fault[] {
  const faults: Fault[] = [];
  const sources = [
    "azureKubernetesCaData",
    "azureKubernetesCaConfigmapName",
    "azureKubernetesCaCtbSignerName",
  ] as const;
  const [first, second] = sources.filter((key) => settings[key] !== "");
  if (first !== undefined && second !== undefined)
    faults.push({ key: second, message: `at most one CA source, and ${first} is set too` });
  const selector = settings.azureKubernetesCaCtbLabelSelector;
  if (trimSpace(selector) === "") return faults;
  const key = "azureKubernetesCaCtbLabelSelector";
  if (decodeLabelSelector(selector) === undefined)
    faults.push({
      key,
      message: `${JSON.stringify(selector)} is no label selector in JSON, such as {"matchLabels": {"role": "api"}}`,
    });
  if (settings.azureKubernetesCaCtbSignerName === "")
    faults.push({ key, message: "needs azureKubernetesCaCtbSignerName" });
  return faults;
}
