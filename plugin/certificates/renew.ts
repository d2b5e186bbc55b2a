import type { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Pair, Validity } from "./issue.ts";
import { certificateOf, isSignedBy, type Material, type ReadMaterial } from "./material.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long things last, in milliseconds. */
export const lifetimes: {
  readonly authority: number;
  readonly serving: number;
  readonly backdate: number;
  readonly settle: number;
  readonly overlap: number;
} = {
  authority: 365 * day,
  serving: 90 * day,
  /** Certificates begin this much before they are made, for callers whose clock is behind. */
  backdate: 5 * minute,
  /** A new authority signs only after every API server has had time to learn of it. */
  settle: 10 * minute,
  /** An old authority stays trusted until every replica has had time to take over a certificate of the new one. */
  overlap: 60 * minute,
};

/** At most so many authorities are trusted at a time, however often the Secret is spoiled. */
const maxBundle = 4;

/** The names under which a Service is called: the API server uses the one that ends in `.svc`. */
export function servingNames(service: string, namespace: string): string[] {
  return [
    service,
    `${service}.${namespace}`,
    `${service}.${namespace}.svc`,
    `${service}.${namespace}.svc.cluster.local`,
  ];
}

/**
 * What the Secret should hold at `now` (milliseconds since 1970), or undefined where it does already. It follows from the certificates alone, so
 * that all replicas come to the same answer and may stop at any point:
 * an authority at two thirds of its life is joined by a new one, which signs the serving certificate only after it has been trusted for a while; the
 * old one is trusted until the new serving certificate is in use everywhere. `known` is what this process had before; it bridges a Secret that
 * was emptied or spoiled: the certificate in use stays trusted and in use until a new authority has settled.
 */
export async function renewMaterial(
  read: ReadMaterial,
  known: Material | undefined,
  names: readonly string[],
  now: number,
): Promise<Material | undefined> {
  const isWhole = read.authority !== undefined && read.serving !== undefined;
  const bridge = isWhole ? undefined : known;
  const authority = usableAuthority(read.authority, now) ?? (await newAuthority(now));
  const candidates = [read.serving, bridge?.serving].filter((pair) => pair !== undefined);
  const older = [...read.bundle, ...(bridge?.bundle ?? [])].filter((pem) => isAlive(certificateOf(pem), now));
  const bundle = trustFirst([authority.certificate, ...older.filter((pem) => signsOneOf(pem, candidates)), ...older]);

  const present = candidates.find((pair) => isUsableServing(pair, bundle, names, now));
  const isCurrent = present !== undefined && !isServingDue(present, authority, now);
  const serving = isCurrent ? present : await newServing(authority, names, now);
  const next = { authority, bundle: withoutRetired(bundle, serving, now), serving };
  return isSame(read, next) ? undefined : next;
}

// The library that signs is loaded by those who have to sign, which most replicas never do.
async function newAuthority(now: number): Promise<Pair> {
  const { issueAuthority } = await import("./issue.ts");
  return issueAuthority(`podgraft CA ${new Date(now).toISOString()}`, validity(now, lifetimes.authority));
}

async function newServing(authority: Pair, names: readonly string[], now: number): Promise<Pair> {
  const { issueServing } = await import("./issue.ts");
  const { notBefore, notAfter } = validity(now, lifetimes.serving);
  const end = Date.parse(certificateOf(authority.certificate)?.validTo ?? "");
  return issueServing(authority, names, { notBefore, notAfter: Math.min(notAfter, end) });
}

/** Those that come first, each once. */
function trustFirst(authorities: readonly string[]): readonly string[] {
  return [...new Set(authorities)].slice(0, maxBundle);
}

function signsOneOf(authority: string, pairs: readonly Pair[]): boolean {
  return pairs.some(({ certificate }) => isSignedBy(certificate, authority));
}

function usableAuthority(pair: Pair | undefined, now: number): Pair | undefined {
  const certificate = pair === undefined ? undefined : certificateOf(pair.certificate);
  return certificate?.ca === true && isAlive(certificate, now) && !isDue(certificate, now) ? pair : undefined;
}

function isUsableServing(pair: Pair, bundle: readonly string[], names: readonly string[], now: number): boolean {
  const certificate = certificateOf(pair.certificate);
  if (certificate === undefined || !isAlive(certificate, now)) return false;
  return names.every((name) => covers(certificate, name)) && bundle.some((pem) => isSignedBy(pair.certificate, pem));
}

/** A certificate of an older authority is renewed once the new one has settled, whatever its age; before that it can wait. */
function isServingDue(serving: Pair, authority: Pair, now: number): boolean {
  const isOfAuthority = isSignedBy(serving.certificate, authority.certificate);
  if (isOfAuthority) return isDue(certificateOf(serving.certificate), now);
  return now - issuedAt(authority.certificate) >= lifetimes.settle;
}

/** Authorities before the first are let go when the serving certificate is of the first, and has been for long enough. */
function withoutRetired(bundle: readonly string[], serving: Pair, now: number): readonly string[] {
  const [first] = bundle;
  if (first === undefined || !isSignedBy(serving.certificate, first)) return bundle;
  return now - issuedAt(serving.certificate) >= lifetimes.overlap ? [first] : bundle;
}

function covers(certificate: X509Certificate, name: string): boolean {
  return (
    (isIP(name) === 0 ? certificate.checkHost(name, { wildcards: false }) : certificate.checkIP(name)) !== undefined
  );
}

function validity(now: number, lifetime: number): Validity {
  return { notBefore: now - lifetimes.backdate, notAfter: now + lifetime };
}

function issuedAt(pem: string): number {
  return Date.parse(certificateOf(pem)?.validFrom ?? "") + lifetimes.backdate;
}

/** A certificate of the future is none either: it was made by somebody whose clock is ahead, and callers refuse it. */
function isAlive(certificate: X509Certificate | undefined, now: number): boolean {
  if (certificate === undefined) return false;
  return Date.parse(certificate.validFrom) <= now && Date.parse(certificate.validTo) > now;
}

/** Whether two thirds of the life are over. */
function isDue(certificate: X509Certificate | undefined, now: number): boolean {
  if (certificate === undefined) return true;
  const begin = Date.parse(certificate.validFrom) + lifetimes.backdate;
  return now >= begin + ((Date.parse(certificate.validTo) - begin) * 2) / 3;
}

function isSame(read: ReadMaterial, next: Material): boolean {
  return (
    read.authority?.certificate === next.authority.certificate &&
    read.serving?.certificate === next.serving.certificate &&
    read.bundle.join("") === next.bundle.join("")
  );
}
