import t from "tap";
import { findings } from "../../../engine/codes/codes.ts";
import { findingSeverity } from "../../../engine/codes/severity.ts";
import { configOf } from "../config/config-of.ts";

const table: readonly [string, string | undefined, string][] = [
  ["context.service_account_unknown", undefined, "warning"],
  ["context.service_account_unknown", "render.unknownServiceAccount=skip", "none"],
  ["context.service_account_unknown", "render.unknownServiceAccount=error", "error"],
  ["context.namespace_unknown", "render.unknownNamespace=error", "error"],
  ["context.namespace_unknown", "render.unknownServiceAccount=error", "warning"],
  ["volume.conflict", "verify.conflicts=deny", "error"],
  ["volume.conflict", "verify.conflicts=ignore", "none"],
  ["container.not_injected", undefined, "warning"],
  ["container.not_injected", "verify.lateContainers=deny", "error"],
  ["container.unknown", "verify.conflicts=deny", "info"],
  ["expiration.too_large", "verify.conflicts=ignore", "error"],
];

for (const [code, set, severity] of table) {
  t.test(`${code} with ${set ?? "defaults"}`, async (t) => {
    t.equal(findingSeverity(code, configOf({}, { sets: set === undefined ? [] : [set] })), severity);
  });
}

for (const code of ["no.such_code", "constructor", "__proto__"]) {
  t.test(`${code} is in no table`, async (t) => {
    t.throws(() => findingSeverity(code, configOf({})), { code: "internal.decision" });
  });
}

t.test("with default settings every finding has its table's severity", async (t) => {
  for (const [code, { severity }] of Object.entries(findings))
    t.equal(findingSeverity(code, configOf({})), severity, code);
});
