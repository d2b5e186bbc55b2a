import { PodgraftError } from "../../engine/errors.ts";
import type { Notice } from "../notice.ts";

/**
 * Checks an issuer as the API server does, and for what clouds need on top. Throws PodgraftError `usage.invalid` for an issuer that is no
 * https URL or has a query or fragment; gives notices for one that works with care only.
 */
export function checkIssuer(issuer: string): Notice[] {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url?.protocol !== "https:") throw refused(issuer, "expected an https URL");
  if (issuer.includes("?")) throw refused(issuer, "an issuer has no query");
  if (issuer.includes("#")) throw refused(issuer, "an issuer has no fragment");
  if (url.username !== "" || url.password !== "")
    throw new PodgraftError("usage.invalid", "the issuer carries a user name or password");
  if (/\s/.test(issuer)) throw refused(issuer, "an issuer has no blanks");
  const notices: Notice[] = [];
  if (issuer.endsWith("/")) {
    const message = `the issuer ${issuer} ends in a slash: tokens, discovery document and the cloud's provider must all have it, or clouds find no provider`;
    notices.push({ severity: "warning", code: "issuer.trailing_slash", message, location: {} });
  }
  if (isInCluster(url.hostname)) {
    const message = `the issuer ${issuer} is a name inside the cluster: no cloud can fetch its keys`;
    notices.push({ severity: "warning", code: "issuer.in_cluster", message, location: {} });
  }
  return notices;
}

function isInCluster(host: string): boolean {
  return (
    /(?:^|\.)(?:svc|local|localhost|internal)$/.test(host) ||
    host === "kubernetes.default" ||
    /^(?:\d+\.){3}\d+$/.test(host)
  );
}

function refused(issuer: string, why: string): PodgraftError {
  return new PodgraftError("usage.invalid", `the issuer ${JSON.stringify(issuer)}: ${why}`);
}
