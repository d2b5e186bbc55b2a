import { evaluateAlibaba, type AlibabaTrust } from "./alibaba.ts";
import { evaluateAws, type AwsTrust } from "./aws.ts";
import { evaluateAzure, type AzureTrust } from "./azure.ts";
import { evaluateGcp, type GcpTrust } from "./gcp.ts";
import type { Circumstances, Token } from "./token.ts";
import type { Verdict } from "./verdict.ts";

/** What a cloud has on its side to judge tokens by. */
export type Trust = AwsTrust | AlibabaTrust | AzureTrust | GcpTrust;

/**
 * Would the cloud take this token? Pure: no clock, no network, no signature is verified.
 *
 * In: `trust`, by its `cloud`:
 * - `aws`: `{ provider: { url, clientIds, arn?, thumbprints? } | null, policy }`, the policy being the role's trust policy as JSON;
 * - `alibaba`: `{ provider: { issuer, clientIds, arn?, issuanceLimitHours? } | null, policy }`;
 * - `azure`: `{ credentials: [{ name, issuer, subject, audiences }] }`, all of one identity;
 * - `gcp`: `{ provider: { name, issuer, allowedAudiences, attributeMapping, attributeCondition?, isActive? }, bindings }`; with bindings of null
 *   only the exchange is judged, else also whether the subject may act as the service account.
 *
 * `token` holds the claims and what of the header is known. `around.now` (seconds since 1970) makes times count, `around.keys` (the published key
 * ids) the header's `kid`; what is left out is not judged. Where neither `now` nor a `keys` is there, lives are judged by `exp` and `iat`.
 *
 * Out: `{ allowed: true, gaps }`, or `{ allowed: false, refusal, gaps }`; `refusal` has the rule of docs/trust.md (null where only a gap is in the
 * way), the path in the trust, the reason, and `error` with the HTTP status, code and text that the cloud answers. `gaps` are what was not
 * judged: they never let anybody in. Sources: credentials of AWS IAM (policy evaluation logic, condition operators), RAM, Entra workload
 * identity federation, and Google's workload identity federation, as their documentation says.
 */
export function evaluateTrust(trust: Trust, token: Token, around: Circumstances = {}): Verdict {
  switch (trust.cloud) {
    case "aws":
      return evaluateAws(trust, token, around);
    case "alibaba":
      return evaluateAlibaba(trust, token, around);
    case "azure":
      return evaluateAzure(trust, token, around);
    case "gcp":
      return evaluateGcp(trust, token, around);
  }
}
