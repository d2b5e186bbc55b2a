/** An Azure cloud: its canonical name and the host that gives tokens. */
export type AzureCloud = { readonly name: string; readonly authorityHost: string };

const publicCloud: AzureCloud = { name: "AzurePublicCloud", authorityHost: "https://login.microsoftonline.com/" };
const governmentCloud: AzureCloud = {
  name: "AzureUSGovernmentCloud",
  authorityHost: "https://login.microsoftonline.us/",
};
const chinaCloud: AzureCloud = { name: "AzureChinaCloud", authorityHost: "https://login.chinacloudapi.cn/" };
const germanCloud: AzureCloud = { name: "AzureGermanCloud", authorityHost: "https://login.microsoftonline.de/" };

/** The canonical names of the clouds. */
export const cloudNames: readonly string[] = [
  publicCloud.name,
  governmentCloud.name,
  chinaCloud.name,
  germanCloud.name,
];

/** The cloud of a name as AZURE_ENVIRONMENT takes it: letter case does not count, two short names are known too. */
export function azureCloud(name: string): AzureCloud | undefined {
  switch (name.toLowerCase()) {
    case "azurepubliccloud":
    case "azurecloud":
      return publicCloud;
    case "azureusgovernmentcloud":
    case "azureusgovernment":
      return governmentCloud;
    case "azurechinacloud":
      return chinaCloud;
    case "azuregermancloud":
      return germanCloud;
    default:
      return undefined;
  }
}
