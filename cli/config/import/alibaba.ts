import { settingNames, settingValue } from "./setting-names.ts";
import type { Part, ReadWebhook, Remark, Setting } from "./translate.ts";

/**
 * The add-on's flags and variables are not published: what is called like a setting (`--cluster-id`, `CLUSTER_ID`) is taken for it, and that
 * is said. The account and the cluster are needed.
 */
export function alibabaSettings({ flags, variables }: ReadWebhook): Part {
  const settings: Setting[] = [];
  const remarks: Remark[] = [];
  const given = [
    ...[...variables].map(([name, variable]) => ({
      name,
      value: "value" in variable ? variable.value : undefined,
      text: name,
    })),
    ...flags,
  ];
  const names = settingNames("alibaba");
  for (const { name, value, text } of given) {
    const setting = names.find(({ path }) => letters(path.join("")) === letters(name));
    if (setting === undefined) {
      if (text.startsWith("-"))
        remarks.push({ severity: "warning", about: text, reason: "the add-on's flags are not published" });
      continue;
    }
    const taken = value === undefined && !text.startsWith("-") ? undefined : settingValue(setting.schema, value);
    if (taken === undefined) continue;
    settings.push({ path: setting.path, value: taken, note: `${text}; check it: the name alone says so` });
    remarks.push({
      severity: "warning",
      about: text,
      reason: `taken for ${setting.path.join(".")} by its name; check it`,
    });
  }
  const has = (key: string): boolean => settings.some(({ path }) => path[0] === key);
  if (!has("accountUid")) remarks.push(missing("accountUid", "the number of the account"));
  if (!has("clusterId") && !has("oidcProviderArn")) remarks.push(missing("clusterId", "the ID of the cluster"));
  if (!has("region")) remarks.push(missing("region", "the region of the cluster, for the STS variables"));
  return { settings, remarks };
}

function letters(name: string): string {
  return name.replaceAll(/[^A-Za-z]/g, "").toLowerCase();
}

function missing(key: string, what: string): Remark {
  return { severity: "warning", about: `providers.alibaba.${key}`, reason: `not found; give ${what} by hand` };
}
