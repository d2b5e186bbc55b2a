// Generated from policies/schema/codes by scripts/generate-codes.ts. Do not edit.

/** Why a provider decided as it did. */
export type Reason = { readonly outcome: "inject" | "skip" | "deny"; readonly title: string; readonly description: string };

/** The settings that decide a finding's severity. */
export type SeveritySetting = "render.unknownServiceAccount" | "render.unknownNamespace" | "verify.conflicts" | "verify.lateContainers";

/**
 * What a finding means and what to do about it; `severity` holds where no `setting` decides. `message` is about one case: a {placeholder}
 * stands for a param, a [clause] is left out where one of its params is empty.
 */
export type Finding = {
  readonly severity: "error" | "warning" | "info";
  readonly setting: SeveritySetting | null;
  readonly title: string;
  readonly message: string;
  readonly description: string;
  readonly fix: string;
};

/** The codes of all reasons. */
export type ReasonCode = 
  | "context.service_account_unknown"
  | "context.namespace_unknown"
  | "alibaba.namespace_label"
  | "alibaba.pod_label"
  | "alibaba.not_selected"
  | "alibaba.service_account_name_empty"
  | "alibaba.service_account_missing"
  | "alibaba.role_name_missing"
  | "alibaba.role_name_invalid"
  | "alibaba.no_container"
  | "aws.role_arn"
  | "aws.config_map"
  | "aws.container_credentials"
  | "aws.skip_label"
  | "aws.external_association"
  | "aws.config_map_without_role"
  | "aws.service_account_missing"
  | "aws.no_role"
  | "azure.selected"
  | "azure.not_selected"
  | "azure.namespace_not_selected"
  | "azure.service_account_missing"
  | "azure.proxy_host_network"
  | "azure.proxy_port"
  | "azure.expiration_invalid"
  | "azure.expiration_range"
  | "gcp.gcloud_mode"
  | "gcp.direct_mode"
  | "gcp.not_selected"
  | "gcp.service_account_name_empty"
  | "gcp.service_account_missing"
  | "gcp.one_sided"
  | "gcp.provider_invalid"
  | "gcp.expiration_invalid"
  | "gcp.run_as_user_invalid"
  | "gcp.injection_mode_invalid";

/** The codes of all findings. */
export type FindingCode = 
  | "context.service_account_unknown"
  | "context.namespace_unknown"
  | "volume.conflict"
  | "mount.conflict"
  | "token.mismatch"
  | "identity.mismatch"
  | "container.not_injected"
  | "container.unknown"
  | "annotation.unknown"
  | "expiration.too_large"
  | "environment.from"
  | "alibaba.role_name_missing"
  | "alibaba.role_name_invalid"
  | "alibaba.expiration_invalid"
  | "alibaba.injection_value"
  | "alibaba.override_value"
  | "alibaba.sts_value"
  | "alibaba.region_unset"
  | "aws.service_account_missing"
  | "aws.external_association"
  | "aws.role_arn_malformed"
  | "aws.expiration_ignored"
  | "aws.expiration_too_small"
  | "aws.regional_sts_ignored"
  | "aws.skip_containers_invalid"
  | "aws.skip_containers_spaces"
  | "aws.skip_containers_on_service_account"
  | "aws.config_map_invalid"
  | "aws.config_map_entry_ignored"
  | "aws.token_mounted_elsewhere"
  | "azure.client_id_without_label"
  | "azure.label_on_service_account"
  | "azure.label_value"
  | "azure.client_id_missing"
  | "azure.proxy_annotation_value"
  | "azure.dangling_mount"
  | "azure.duplicate_volume"
  | "azure.duplicate_container"
  | "gcp.project_unknown"
  | "gcp.other_mode_leftover"
  | "verify.pod_incomplete"
  | "verify.container_incomplete"
  | "workload.not_reachable"
  | "workload.unknown_kind";

/** All reasons by code. */
export const reasons: { readonly [code in ReasonCode]: Reason } = {
  "context.service_account_unknown": {
    "outcome": "skip",
    "title": "ServiceAccount not known",
    "description": "The Pod's ServiceAccount is not in the stream, the context files or the identity map, so its annotations cannot be used."
  },
  "context.namespace_unknown": {
    "outcome": "skip",
    "title": "Namespace not known",
    "description": "The rule needs the Namespace's name or labels and they are not known."
  },
  "alibaba.namespace_label": {
    "outcome": "inject",
    "title": "Injected by the Namespace's label",
    "description": "The Namespace carries pod-identity.alibabacloud.com/injection: on and the ServiceAccount names a RAM role."
  },
  "alibaba.pod_label": {
    "outcome": "inject",
    "title": "Injected by the Pod's label",
    "description": "The Pod carries pod-identity.alibabacloud.com/injection: on and its ServiceAccount names a RAM role."
  },
  "alibaba.not_selected": {
    "outcome": "skip",
    "title": "No injection label",
    "description": "Neither the Namespace nor, where the profile reads it, the Pod carries pod-identity.alibabacloud.com/injection: on."
  },
  "alibaba.service_account_name_empty": {
    "outcome": "skip",
    "title": "Pod names no ServiceAccount",
    "description": "spec.serviceAccountName is empty."
  },
  "alibaba.service_account_missing": {
    "outcome": "skip",
    "title": "ServiceAccount does not exist",
    "description": "The Pod's ServiceAccount is known not to exist."
  },
  "alibaba.role_name_missing": {
    "outcome": "skip",
    "title": "ServiceAccount names no RAM role",
    "description": "The ServiceAccount has no annotation pod-identity.alibabacloud.com/role-name."
  },
  "alibaba.role_name_invalid": {
    "outcome": "skip",
    "title": "Invalid RAM role name",
    "description": "The ServiceAccount's role-name is no name of a RAM role, so nothing is injected."
  },
  "alibaba.no_container": {
    "outcome": "skip",
    "title": "No container to inject",
    "description": "The only and skip lists, or other providers' own containers, leave nothing to inject, so the Pod gets no volume either."
  },
  "aws.role_arn": {
    "outcome": "inject",
    "title": "ServiceAccount names a role",
    "description": "The ServiceAccount's annotation role-arn gives the Pod web identity."
  },
  "aws.config_map": {
    "outcome": "inject",
    "title": "ConfigMap names a role",
    "description": "An entry of the ConfigMap pod-identity-webhook gives the Pod web identity; the ServiceAccount itself has no role."
  },
  "aws.container_credentials": {
    "outcome": "inject",
    "title": "ServiceAccount is in the container-credentials list",
    "description": "The list of identities names the Pod's namespace and ServiceAccount, which wins over any role."
  },
  "aws.skip_label": {
    "outcome": "skip",
    "title": "Pod opts out",
    "description": "The Pod carries the label eks.amazonaws.com/skip-pod-identity-webhook; its value does not matter."
  },
  "aws.external_association": {
    "outcome": "skip",
    "title": "EKS has given the Pod container credentials",
    "description": "The Pod carries a complete set of container credentials that the configuration does not list, as EKS injects it for an association that only the cloud knows."
  },
  "aws.config_map_without_role": {
    "outcome": "skip",
    "title": "ConfigMap entry without a role",
    "description": "The ConfigMap's entry for the ServiceAccount has no role. An entry of the Pod's own namespace hides one of the namespace *."
  },
  "aws.service_account_missing": {
    "outcome": "skip",
    "title": "ServiceAccount does not exist",
    "description": "The Pod's ServiceAccount does not exist, and neither the ConfigMap nor the container-credentials list names it."
  },
  "aws.no_role": {
    "outcome": "skip",
    "title": "No AWS identity configured",
    "description": "The ServiceAccount has no annotation role-arn, and neither the ConfigMap nor the container-credentials list names it."
  },
  "azure.selected": {
    "outcome": "inject",
    "title": "Pod asks for Azure Workload Identity",
    "description": "The Pod carries the label azure.workload.identity/use with the value true, its Namespace is selected, and its ServiceAccount exists."
  },
  "azure.not_selected": {
    "outcome": "skip",
    "title": "Pod does not ask for Azure Workload Identity",
    "description": "The label azure.workload.identity/use is not on the Pod with the exact value true."
  },
  "azure.namespace_not_selected": {
    "outcome": "skip",
    "title": "Namespace not selected",
    "description": "The setting mutatingWebhookNamespaceSelector does not match the labels of the Pod's Namespace."
  },
  "azure.service_account_missing": {
    "outcome": "deny",
    "title": "ServiceAccount does not exist",
    "description": "The Pod asks for the identity, but the Namespace has no ServiceAccount of the Pod's name for it."
  },
  "azure.proxy_host_network": {
    "outcome": "deny",
    "title": "Proxy with the host's network",
    "description": "The Pod asks for the proxy sidecar, whose network rules would apply to the whole node because of hostNetwork."
  },
  "azure.proxy_port": {
    "outcome": "deny",
    "title": "Proxy port is not a number",
    "description": "The annotation azure.workload.identity/proxy-sidecar-port is not a decimal integer of 32 bits."
  },
  "azure.expiration_invalid": {
    "outcome": "deny",
    "title": "Token lifetime is not a number",
    "description": "The annotation azure.workload.identity/service-account-token-expiration of the Pod, or else of the ServiceAccount, is not a decimal integer of seconds."
  },
  "azure.expiration_range": {
    "outcome": "deny",
    "title": "Token lifetime out of range",
    "description": "The annotation azure.workload.identity/service-account-token-expiration of the Pod, or else of the ServiceAccount, is not between 3600 and 86400 seconds."
  },
  "gcp.gcloud_mode": {
    "outcome": "inject",
    "title": "Injected in gcloud mode",
    "description": "The ServiceAccount opted in; the init container gcloud-setup writes the credential configuration and logs gcloud in."
  },
  "gcp.direct_mode": {
    "outcome": "inject",
    "title": "Injected in direct mode",
    "description": "The ServiceAccount opted in; the credential configuration reaches the containers as an annotation of the Pod."
  },
  "gcp.not_selected": {
    "outcome": "skip",
    "title": "ServiceAccount has no provider and no service account email",
    "description": "The ServiceAccount carries neither workload-identity-provider nor service-account-email, so nothing was asked for."
  },
  "gcp.service_account_name_empty": {
    "outcome": "skip",
    "title": "Pod names no ServiceAccount",
    "description": "spec.serviceAccountName is empty, as in a mirror Pod of the kubelet."
  },
  "gcp.service_account_missing": {
    "outcome": "skip",
    "title": "ServiceAccount does not exist",
    "description": "The Pod's ServiceAccount is known not to exist."
  },
  "gcp.one_sided": {
    "outcome": "deny",
    "title": "Provider without email, or email without provider",
    "description": "The ServiceAccount carries one of workload-identity-provider and service-account-email; both are needed. (The message names token-expiration where it means the email.)"
  },
  "gcp.provider_invalid": {
    "outcome": "deny",
    "title": "Malformed workload identity provider",
    "description": "workload-identity-provider is not of the form projects/…/locations/…/workloadIdentityPools/…/providers/…"
  },
  "gcp.expiration_invalid": {
    "outcome": "deny",
    "title": "Token expiration is not a number",
    "description": "token-expiration of the ServiceAccount (even if it did not opt in) or of the Pod is not a decimal number of seconds."
  },
  "gcp.run_as_user_invalid": {
    "outcome": "deny",
    "title": "User of the setup container is not a number",
    "description": "gcloud-run-as-user of the ServiceAccount is not a decimal number; it is checked in direct mode as well."
  },
  "gcp.injection_mode_invalid": {
    "outcome": "deny",
    "title": "Unknown injection mode",
    "description": "injection-mode of the ServiceAccount is neither direct nor gcloud; an empty value is refused too."
  }
};

/** All findings by code. */
export const findings: { readonly [code in FindingCode]: Finding } = {
  "context.service_account_unknown": {
    "severity": "warning",
    "setting": "render.unknownServiceAccount",
    "title": "ServiceAccount not known",
    "message": "The ServiceAccount {serviceAccount}[ of namespace {namespace}] is neither in the input nor in the context[; one of this name is there in namespace {knownIn}, which --namespace would name]",
    "description": "The Pod names a ServiceAccount that is neither in the stream nor in the context, so no provider can tell whether it has an identity.",
    "fix": "Give the ServiceAccount with --context FILE, list its file under context.files, or map it under identities."
  },
  "context.namespace_unknown": {
    "severity": "warning",
    "setting": "render.unknownNamespace",
    "title": "Namespace not known",
    "message": "The rules need the Pod's Namespace[ {namespace}], which is not known",
    "description": "A rule needs the name or the labels of the Pod's Namespace and they are not known.",
    "fix": "Set metadata.namespace or --namespace, and give the Namespace with --context FILE or its labels under identities[].namespaceLabels."
  },
  "volume.conflict": {
    "severity": "warning",
    "setting": "verify.conflicts",
    "title": "Foreign volume under the token volume's name",
    "message": "The volume {volume} has the name of the token volume but projects no ServiceAccount token",
    "description": "A volume has the name of the token volume but projects no ServiceAccount token, so the containers read something else where the SDK expects the token.",
    "fix": "Rename the volume."
  },
  "mount.conflict": {
    "severity": "warning",
    "setting": "verify.conflicts",
    "title": "Foreign mount over the token",
    "message": "The volume {volume} is mounted at {mountPath}, where it hides the token",
    "description": "Another volume is mounted at the token mount path, at the token file, or between them, and hides the token.",
    "fix": "Mount the other volume elsewhere."
  },
  "token.mismatch": {
    "severity": "warning",
    "setting": "verify.conflicts",
    "title": "Token with another audience or path",
    "message": "The volume {volume} projects another token than one at {expectedPath}[ for the audience {expectedAudience}]",
    "description": "The token volume exists but projects a token whose audience or path is not what the cloud and the SDK expect.",
    "fix": "Remove the volume and inject again, or correct its audience and path."
  },
  "identity.mismatch": {
    "severity": "warning",
    "setting": "verify.conflicts",
    "title": "Variable names another principal",
    "message": "{variable} is {value}, but the ServiceAccount's identity gives {expected}",
    "description": "An identity variable is set to another principal than the ServiceAccount allows, for example because the role changed after the manifest was rendered.",
    "fix": "Remove the variable and inject again (podgraft inject --refresh), or correct the ServiceAccount's annotation."
  },
  "container.not_injected": {
    "severity": "warning",
    "setting": "verify.lateContainers",
    "title": "One container has no identity",
    "message": "The container {container} has nothing of the identity that other containers of the Pod have",
    "description": "A container has nothing of the identity while others of the Pod are complete, as when a mesh adds its sidecar at admission.",
    "fix": "Render again, or name the container in the provider's skip list."
  },
  "container.unknown": {
    "severity": "info",
    "setting": null,
    "title": "Container list names no container",
    "message": "The annotation names {container}, but the Pod has no such container",
    "description": "A skip or only list names a container that the Pod does not have.",
    "fix": "Correct the name in the annotation."
  },
  "annotation.unknown": {
    "severity": "warning",
    "setting": null,
    "title": "Unknown annotation or label of a provider's prefix",
    "message": "No rule reads the key {key}[ of the {holder}][; {proposal} is probably meant]",
    "description": "A key carries a provider's prefix but no rule reads it: probably a misspelling, or a key in the wrong place.",
    "fix": "Use the key that the message proposes, or remove it."
  },
  "expiration.too_large": {
    "severity": "error",
    "setting": null,
    "title": "Token lifetime beyond what the API server accepts",
    "message": "A token lifetime of {seconds} seconds, from {from}, is more than the API server accepts",
    "description": "expirationSeconds must not exceed 2^32; the API server refuses the Pod.",
    "fix": "Lower the token expiration."
  },
  "environment.from": {
    "severity": "info",
    "setting": null,
    "title": "envFrom may carry the same variable",
    "message": "The container {container} reads variables with envFrom, where {variables} may stand already",
    "description": "The container reads variables with envFrom, which the check for existing variables cannot see; an injected variable wins over it.",
    "fix": "Set the variable by name under env if the value of envFrom is meant."
  },
  "alibaba.role_name_missing": {
    "severity": "warning",
    "setting": null,
    "title": "Pod asks for injection, ServiceAccount names no role",
    "message": "The Pod asks for injection, but its ServiceAccount {serviceAccount} has no annotation {key}",
    "description": "The Pod's own label asks for injection but its ServiceAccount has no role-name, so nothing is injected.",
    "fix": "Annotate the ServiceAccount with pod-identity.alibabacloud.com/role-name, or remove the label."
  },
  "alibaba.role_name_invalid": {
    "severity": "warning",
    "setting": null,
    "title": "Invalid RAM role name",
    "message": "{key} is {value}, which is no name of a RAM role; nothing is injected",
    "description": "role-name takes the name of a RAM role (1 to 64 letters, digits, dots and hyphens), not its ARN; nothing is injected.",
    "fix": "Give the role's name alone."
  },
  "alibaba.expiration_invalid": {
    "severity": "warning",
    "setting": null,
    "title": "Token expiration not used",
    "message": "{key} ({holder}) is {value}, not a number of seconds between 600 and 43200; the token lives for 3600",
    "description": "service-account-token-expiration is not a number of seconds between 600 and 43200, so the token lives for 3600 seconds.",
    "fix": "Give a number between 600 and 43200."
  },
  "alibaba.injection_value": {
    "severity": "warning",
    "setting": null,
    "title": "Injection label is not \"on\"",
    "message": "{key} ({holder}) is {value}; only \"on\" means anything",
    "description": "Only the exact value on means anything: other values do not switch injection on, and on a Pod they do not switch off what the Namespace switches on.",
    "fix": "Write on, or remove the label. To leave containers out, name them in skip-containers."
  },
  "alibaba.override_value": {
    "severity": "warning",
    "setting": null,
    "title": "override-env is not \"true\"",
    "message": "{key} ({holder}) is {value}; only \"true\" means anything",
    "description": "Only the exact value true means anything, and another value on the Pod leaves the choice to the Namespace's label.",
    "fix": "Write true, or remove the key."
  },
  "alibaba.sts_value": {
    "severity": "warning",
    "setting": null,
    "title": "inject-sts-endpoint is not \"on\"",
    "message": "{key} ({holder}) is {value}; only \"on\" means anything",
    "description": "Only the exact value on means anything, and no value switches off what the add-on's parameter AutoInjectSTSEnvVars switches on.",
    "fix": "Write on, or remove the annotation."
  },
  "alibaba.region_unset": {
    "severity": "warning",
    "setting": null,
    "title": "STS endpoint without a region",
    "message": "{key} asks for the STS endpoint, but the configuration has no region to build it from",
    "description": "The ServiceAccount asks for the STS endpoint, but the configuration has no region to build it from, so the variable is not set.",
    "fix": "Set providers.alibaba.region."
  },
  "aws.service_account_missing": {
    "severity": "info",
    "setting": null,
    "title": "ServiceAccount does not exist",
    "message": "The ServiceAccount {serviceAccount} does not exist, so it cannot give an identity",
    "description": "The Pod's ServiceAccount does not exist, so its annotations cannot give an identity.",
    "fix": "Create the ServiceAccount, or correct the Pod's serviceAccountName or namespace."
  },
  "aws.external_association": {
    "severity": "info",
    "setting": null,
    "title": "Container credentials from outside the configuration",
    "message": "The Pod has container credentials though no association of its ServiceAccount {serviceAccount} is configured",
    "description": "The Pod carries a complete set of container credentials though the configuration does not list its ServiceAccount; EKS injects it for associations made in the cloud. The Pod is accepted.",
    "fix": "List the ServiceAccount under providers.aws.containerCredentials.identities to have it checked."
  },
  "aws.role_arn_malformed": {
    "severity": "warning",
    "setting": null,
    "title": "Role is no IAM role ARN",
    "message": "The role {role}, from {from}, is no ARN of an IAM role; it is injected unchanged, and AWS STS will refuse it",
    "description": "The role does not have the form arn:PARTITION:iam::ACCOUNT:role/NAME with a twelve-digit account. It is injected unchanged, and AWS STS will refuse it.",
    "fix": "Correct the role; a bare role name needs the setting providers.aws.composeRoleArn."
  },
  "aws.expiration_ignored": {
    "severity": "warning",
    "setting": null,
    "title": "Token lifetime ignored",
    "message": "The value {value} of {key} ({holder}) is no whole number of seconds and is ignored",
    "description": "The annotation token-expiration is not a decimal integer of seconds, so the next source decides the lifetime.",
    "fix": "Give a whole number of seconds without unit, blanks or separators, for example \"3600\"."
  },
  "aws.expiration_too_small": {
    "severity": "error",
    "setting": null,
    "title": "Token lifetime below what the API server accepts",
    "message": "A token lifetime of {seconds} seconds, from {from}, is less than the 600 that the API server accepts",
    "description": "The ConfigMap entry asks for a lifetime below 600 seconds, which is used as it is; the API server refuses the Pod.",
    "fix": "Set TokenExpiration to 600 or more, or to 0 for the default."
  },
  "aws.regional_sts_ignored": {
    "severity": "warning",
    "setting": null,
    "title": "Choice of STS endpoints ignored",
    "message": "The value {value} of {key} ({holder}) is no boolean and is ignored",
    "description": "The annotation sts-regional-endpoints is not a boolean, so the setting providers.aws.stsRegionalEndpoint decides.",
    "fix": "Write \"true\" or \"false\"."
  },
  "aws.skip_containers_invalid": {
    "severity": "warning",
    "setting": null,
    "title": "Skip list cannot be read",
    "message": "The list of containers cannot be read as CSV ({error}), so none is skipped",
    "description": "The annotation skip-containers is read as CSV and has a quote in the wrong place, so no container is skipped.",
    "fix": "Separate plain names with commas and leave out the quotes."
  },
  "aws.skip_containers_spaces": {
    "severity": "warning",
    "setting": null,
    "title": "Blank in the skip list",
    "message": "The list names {container}, blanks included, so the container is not skipped",
    "description": "Blanks around a name in the annotation skip-containers belong to the name, so the container is not skipped.",
    "fix": "Remove the blanks: \"a,b\" instead of \"a, b\"."
  },
  "aws.skip_containers_on_service_account": {
    "severity": "warning",
    "setting": null,
    "title": "Skip list on the ServiceAccount",
    "message": "The annotation {key} with the value {value} is on the ServiceAccount, where nothing reads it",
    "description": "The annotation skip-containers counts on the Pod only; on the ServiceAccount nothing reads it.",
    "fix": "Move the annotation to the Pod template."
  },
  "aws.config_map_invalid": {
    "severity": "warning",
    "setting": null,
    "title": "ConfigMap cannot be used",
    "message": "A field of the wrong type makes all entries of the ConfigMap void, the one of {key} too",
    "description": "One entry of the ConfigMap has a field of the wrong type, which makes all its entries void, the one for this ServiceAccount too.",
    "fix": "Write RoleARN and Audience as strings, UseRegionalSTS as a boolean and TokenExpiration as a whole number."
  },
  "aws.config_map_entry_ignored": {
    "severity": "warning",
    "setting": null,
    "title": "ConfigMap entry does not count",
    "message": "The ConfigMap's entry {key} is null or names no namespace, so it does not count",
    "description": "The entry for this ServiceAccount is null, or its key has no namespace. The official webhook crashes on it.",
    "fix": "Write the key as NAMESPACE/SERVICEACCOUNT (* for every namespace) and give the entry a RoleARN, or remove it."
  },
  "aws.token_mounted_elsewhere": {
    "severity": "warning",
    "setting": "verify.conflicts",
    "title": "Token mounted at another path",
    "message": "The container {container} mounts the token at {mountPath}, but the SDK is told to look in {expected}",
    "description": "A container mounts the token volume, but not at the token mount path. The mount is kept, so the container has no token where the SDK is told to look.",
    "fix": "Remove the mount, or mount the volume at the token mount path."
  },
  "azure.client_id_without_label": {
    "severity": "warning",
    "setting": null,
    "title": "Client ID but no label on the Pod",
    "message": "The ServiceAccount {serviceAccount} names a client ID, but the Pod has no label azure.workload.identity/use and gets no identity",
    "description": "The ServiceAccount names a client ID, but the Pod lacks the label azure.workload.identity/use, so it gets no identity.",
    "fix": "Set the label azure.workload.identity/use: \"true\" on the Pod (in the Pod template, not in the workload's selector), or \"false\" where the Pod needs no identity."
  },
  "azure.label_on_service_account": {
    "severity": "warning",
    "setting": null,
    "title": "Label on the ServiceAccount instead of the Pod",
    "message": "The label azure.workload.identity/use is on the ServiceAccount {serviceAccount}, where it has no effect, and not on the Pod",
    "description": "The label azure.workload.identity/use has no effect on a ServiceAccount, and the Pod lacks it.",
    "fix": "Set the label azure.workload.identity/use: \"true\" on the Pod (in the Pod template, not in the workload's selector)."
  },
  "azure.label_value": {
    "severity": "warning",
    "setting": null,
    "title": "Label with a value that selects nothing",
    "message": "The label azure.workload.identity/use is {value}; only \"true\" selects the Pod",
    "description": "The label azure.workload.identity/use selects the Pod with the exact value true only, letter case included.",
    "fix": "Set the value to \"true\", or to \"false\" where the Pod needs no identity."
  },
  "azure.client_id_missing": {
    "severity": "info",
    "setting": null,
    "title": "No client ID",
    "message": "The ServiceAccount {serviceAccount} names no client ID, so AZURE_CLIENT_ID is left out",
    "description": "The ServiceAccount names no client ID, so AZURE_CLIENT_ID is left out; the program must get the client ID in another way.",
    "fix": "Annotate the ServiceAccount with azure.workload.identity/client-id unless the program is configured with it."
  },
  "azure.proxy_annotation_value": {
    "severity": "warning",
    "setting": null,
    "title": "Proxy is injected whatever the annotation's value",
    "message": "The annotation azure.workload.identity/inject-proxy-sidecar injects the proxy although its value is {value}",
    "description": "The annotation azure.workload.identity/inject-proxy-sidecar injects the proxy by its presence, even with a value such as false.",
    "fix": "Remove the annotation where no proxy is wanted, else set it to \"true\"."
  },
  "azure.dangling_mount": {
    "severity": "error",
    "setting": null,
    "title": "Mount without its volume",
    "message": "The volume {kept} projects a token to azure-identity-token, so the volume {volume} is not added, yet mounted; the API server refuses the Pod",
    "description": "Profile 1.5.1 adds no volume where any volume projects a token to azure-identity-token, but mounts azure-identity-token all the same; the API server refuses the Pod.",
    "fix": "Rename the volume to azure-identity-token, remove it, or project its token to another path."
  },
  "azure.duplicate_volume": {
    "severity": "error",
    "setting": null,
    "title": "Two volumes of one name",
    "message": "A second volume {volume} is added beside the Pod's own; the API server refuses the Pod",
    "description": "Profile 1.5.1 adds its volume azure-identity-token although a volume of that name without the token exists; the API server refuses the Pod.",
    "fix": "Rename the Pod's own volume."
  },
  "azure.duplicate_container": {
    "severity": "error",
    "setting": null,
    "title": "Two containers of one name",
    "message": "The container {container} is added although the other container list has one of its name; the API server refuses the Pod",
    "description": "The proxy is added although the other container list has a container of its name, as when the manifest was made for another Kubernetes version; the API server refuses the Pod.",
    "fix": "Remove the proxy container from the manifest and inject again."
  },
  "gcp.project_unknown": {
    "severity": "info",
    "setting": null,
    "title": "No project in the service account's email",
    "message": "{key} is {value}, which names no project, so CLOUDSDK_CORE_PROJECT is set to nothing",
    "description": "The email is not of the form NAME@PROJECT.iam.gserviceaccount.com, so CLOUDSDK_CORE_PROJECT is set to nothing.",
    "fix": "Set CLOUDSDK_CORE_PROJECT in the containers, or correct the email."
  },
  "gcp.other_mode_leftover": {
    "severity": "warning",
    "setting": null,
    "title": "Part of the other injection mode",
    "message": "{name} is left from an injection in the other mode than the present {mode}",
    "description": "The Pod was injected in the other mode before; nothing is taken away when the ServiceAccount changes its mode, so this part stays and may still run.",
    "fix": "Remove it from the manifest, or strip the manifest and inject it again."
  },
  "verify.pod_incomplete": {
    "severity": "error",
    "setting": null,
    "title": "Part of the identity is missing in the Pod",
    "message": "The Pod is not as the rules make it[; it lacks the volumes {volumes}][; it lacks the labels {labels}][; it lacks the annotations {annotations}][; it lacks the containers {containers}][; others are wanted: {others}]",
    "description": "The rules would still change the Pod outside of its containers: what they add is missing, or another is there. Found by podgraft verify.",
    "fix": "Inject the manifest again: podgraft inject, or podgraft inject --refresh where an earlier injection is out of date."
  },
  "verify.container_incomplete": {
    "severity": "error",
    "setting": null,
    "title": "Part of the identity is missing in a container",
    "message": "The container {container} is not as the rules make it[; it lacks the variables {variables}][; it lacks the mounts at {mounts}][; others are wanted: {others}]",
    "description": "The rules would still change the container: variables or the mount of the token are missing, or others are there. Found by podgraft verify.",
    "fix": "Inject the manifest again: podgraft inject, or podgraft inject --refresh where an earlier injection is out of date."
  },
  "workload.not_reachable": {
    "severity": "info",
    "setting": null,
    "title": "Pods that an operator builds",
    "message": "The Pods of the {kind} are built by its operator, out of reach of rendering",
    "description": "The Pods of this kind are built by its operator and are in no manifest, so rendering cannot give them an identity; only admission meets them.",
    "fix": "Let the admission webhook mutate the namespace (mode mutate), or set the identity in the operator's own fields."
  },
  "workload.unknown_kind": {
    "severity": "info",
    "setting": null,
    "title": "Unknown kind that seems to hold a Pod template",
    "message": "The kind {kind} of {apiVersion} is not known, but holds what looks like a Pod template at {template}; it is left as it is",
    "description": "The object holds a list of containers, but its kind is not known to hold a Pod template, so it was left as it is.",
    "fix": "If the containers become a Pod, add a row for the kind under workloads: in the configuration with the path of its template."
  }
};
