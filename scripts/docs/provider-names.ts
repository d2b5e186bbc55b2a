import type { Provider } from "../../engine/decision.ts";

/** The clouds as people call them. */
export const providerNames: { readonly [provider in Provider]: string } = {
  aws: "AWS",
  azure: "Azure",
  gcp: "Google Cloud",
  alibaba: "Alibaba Cloud",
};
