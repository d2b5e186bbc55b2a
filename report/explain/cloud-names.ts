import type { Provider } from "../../engine/decision.ts";

/** The clouds by the names that their users call them. */
export const cloudNames: { readonly [provider in Provider]: string } = {
  aws: "AWS",
  azure: "Azure",
  gcp: "Google Cloud",
  alibaba: "Alibaba Cloud",
};
