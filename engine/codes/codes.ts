export { findings, reasons } from "./generated/codes.ts";
export type { Finding, FindingCode, Reason, ReasonCode, SeveritySetting } from "./generated/codes.ts";
