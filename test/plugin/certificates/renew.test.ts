import { X509Certificate } from "node:crypto";
import t from "tap";
import { issueAuthority, issueServing, type Pair } from "../../../plugin/certificates/issue.ts";
import { isSignedBy, readMaterial, writeMaterial, type Material } from "../../../plugin/certificates/material.ts";
import { lifetimes, renewMaterial, servingNames } from "../../../plugin/certificates/renew.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const begin = Date.parse("2026-01-01T00:00:00Z");
const names = servingNames("podgraft", "identity");

/** What follows at `now` from what a Secret holds; the same object where nothing is due. */
async function after(material: Material, now: number, known?: Material): Promise<Material> {
  return (await renewMaterial(readMaterial(writeMaterial(material)), known, names, now)) ?? material;
}

async function first(now: number = begin): Promise<Material> {
  const made = await renewMaterial(readMaterial(undefined), undefined, names, now);
  if (made === undefined) throw new Error("an empty Secret is filled");
  return made;
}

function expiry(pair: Pair): number {
  return Date.parse(new X509Certificate(pair.certificate).validTo);
}

t.test("an empty Secret gets an authority and a certificate for the Service", async (t) => {
  t.strictSame(names, [
    "podgraft",
    "podgraft.identity",
    "podgraft.identity.svc",
    "podgraft.identity.svc.cluster.local",
  ]);
  const made = await first();
  const serving = new X509Certificate(made.serving.certificate);
  t.equal(serving.subjectAltName, names.map((name) => `DNS:${name}`).join(", "));
  t.notOk(serving.ca);
  t.ok(isSignedBy(made.serving.certificate, made.authority.certificate));
  t.strictSame(made.bundle, [made.authority.certificate]);
  t.equal(expiry(made.serving), begin + lifetimes.serving);
  t.equal(expiry(made.authority), begin + lifetimes.authority);
  t.equal(Date.parse(serving.validFrom), begin - lifetimes.backdate);
  t.ok(new X509Certificate(made.authority.certificate).ca);
  t.equal(
    await renewMaterial(readMaterial(writeMaterial(made)), undefined, names, begin),
    undefined,
    "then nothing is due",
  );
});

t.test("the serving certificate is renewed at two thirds of its life, the authority stays", async (t) => {
  const made = await first();
  t.equal(await after(made, begin + 60 * day - minute), made);
  const renewed = await after(made, begin + 60 * day);
  t.equal(renewed.authority.certificate, made.authority.certificate);
  t.not(renewed.serving.certificate, made.serving.certificate);
  t.equal(expiry(renewed.serving), begin + 150 * day);
});

t.test("the authority is joined, then replaced, then let go", async (t) => {
  const made = await first();
  // The serving certificate is young when the authority comes of age.
  const before = await after(made, begin + 240 * day);
  const due = begin + (365 * day * 2) / 3;
  t.equal(await after(before, due - minute), before);

  const joined = await after(before, due);
  t.not(joined.authority.certificate, before.authority.certificate);
  t.strictSame(joined.bundle, [joined.authority.certificate, before.authority.certificate], "both are trusted");
  t.equal(
    joined.serving.certificate,
    before.serving.certificate,
    "nothing is served yet that is not trusted everywhere",
  );

  t.equal(await after(joined, due + lifetimes.settle - minute), joined);
  const replaced = await after(joined, due + lifetimes.settle);
  t.ok(isSignedBy(replaced.serving.certificate, joined.authority.certificate));
  t.strictSame(replaced.bundle, joined.bundle, "the old one is trusted until every replica serves the new");

  t.equal(await after(replaced, due + lifetimes.settle + lifetimes.overlap - minute), replaced);
  const alone = await after(replaced, due + lifetimes.settle + lifetimes.overlap);
  t.strictSame(alone.bundle, [joined.authority.certificate]);
  t.equal(alone.serving.certificate, replaced.serving.certificate);
});

t.test("after a long sleep everything is made anew at once", async (t) => {
  const made = await first();
  const now = begin + 400 * day;
  const anew = await after(made, now);
  t.strictSame(anew.bundle, [anew.authority.certificate], "an expired authority is not trusted");
  t.ok(isSignedBy(anew.serving.certificate, anew.authority.certificate));
  t.equal(expiry(anew.serving), now + lifetimes.serving);
});

t.test("what a replica made whose clock is ahead is not taken", async (t) => {
  const made = await first(begin + day);
  const mended = await after(made, begin);
  t.strictSame(mended.bundle, [mended.authority.certificate]);
  t.equal(expiry(mended.serving), begin + lifetimes.serving);
  const ahead = await first(begin + lifetimes.backdate);
  t.equal(await after(ahead, begin), ahead, "a little is tolerated");
});

t.test("other names need another certificate", async (t) => {
  const made = await first();
  const read = readMaterial(writeMaterial(made));
  const moved = await renewMaterial(read, undefined, ["else.svc", "127.0.0.1"], begin);
  t.equal(new X509Certificate(moved?.serving.certificate ?? "").subjectAltName, "DNS:else.svc, IP Address:127.0.0.1");
  t.equal(moved?.authority.certificate, made.authority.certificate);
});

t.test("what does not belong together is made anew", async (t) => {
  const made = await first();
  const other = await first();
  const data = writeMaterial(made);
  const otherData = writeMaterial(other);
  const cases: { name: string; data: object; keepsAuthority: boolean }[] = [
    { name: "the serving key of another", data: { ...data, "tls.key": otherData["tls.key"] }, keepsAuthority: true },
    {
      name: "the serving pair of another authority",
      data: { ...data, "tls.key": otherData["tls.key"], "tls.crt": otherData["tls.crt"] },
      keepsAuthority: true,
    },
    { name: "no serving pair", data: { ...data, "tls.key": "", "tls.crt": "" }, keepsAuthority: true },
    { name: "no base64", data: { ...data, "tls.crt": "???" }, keepsAuthority: true },
    { name: "the authority's key of another", data: { ...data, "ca.key": otherData["ca.key"] }, keepsAuthority: false },
    { name: "no authority", data: { ...data, "ca.crt": "b29wcw==" }, keepsAuthority: false },
    {
      name: "an authority that is none",
      data: { ...data, "ca.crt": data["tls.crt"], "ca.key": data["tls.key"] },
      keepsAuthority: false,
    },
    {
      name: "nothing but texts",
      data: { "ca.crt": 7, "ca.key": null, "tls.crt": [], "tls.key": {} },
      keepsAuthority: false,
    },
  ];
  for (const { name, data: spoiled, keepsAuthority } of cases) {
    const mended = await renewMaterial(readMaterial({ ...spoiled }), undefined, names, begin);
    t.equal(mended?.authority.certificate === made.authority.certificate, keepsAuthority, name);
    t.ok(
      mended?.bundle.some((pem) => isSignedBy(mended.serving.certificate, pem)),
      `${name}: what is served is trusted`,
    );
    t.equal(mended?.bundle[0], mended?.authority.certificate, name);
  }
  const bundleGone = await renewMaterial(readMaterial({ ...data, "ca-bundle.crt": "" }), undefined, names, begin);
  t.strictSame(bundleGone, made, "a bundle that was lost");
});

t.test("a Secret that is emptied while this process knows its content: no gap", async (t) => {
  const made = await first();
  const now = begin + day;
  const mended = await renewMaterial(readMaterial(undefined), made, names, now);
  if (mended === undefined) throw new Error("an empty Secret is filled");
  t.not(mended.authority.certificate, made.authority.certificate, "to empty it is to ask for a new authority");
  t.equal(
    mended.serving.certificate,
    made.serving.certificate,
    "what is served stays until the new authority is known",
  );
  t.strictSame(mended.bundle, [mended.authority.certificate, made.authority.certificate]);
  const replaced = await after(mended, now + lifetimes.settle, made);
  t.ok(isSignedBy(replaced.serving.certificate, mended.authority.certificate));
  const alone = await after(replaced, now + lifetimes.settle + lifetimes.overlap, replaced);
  t.strictSame(alone.bundle, [mended.authority.certificate]);
});

t.test("however often it is spoiled, no more than four authorities are trusted", async (t) => {
  let material = await first();
  const { serving } = material;
  for (let round = 1; round < 8; round += 1) {
    const mended = await renewMaterial(readMaterial({}), material, names, begin + round * 1000);
    if (mended === undefined) throw new Error("an empty Secret is filled");
    material = mended;
    t.ok(material.bundle.length <= 4);
    t.equal(material.serving.certificate, serving.certificate);
    t.ok(
      material.bundle.some((pem) => isSignedBy(material.serving.certificate, pem)),
      "what is served is among them",
    );
  }
});

t.test("a certificate that is no authority is not trusted, whatever the bundle says", async (t) => {
  const authority = await issueAuthority("test", { notBefore: begin, notAfter: begin + day });
  const serving = await issueServing(authority, names, { notBefore: begin, notAfter: begin + day });
  const bundle = Buffer.from(
    serving.certificate + authority.certificate + "-----BEGIN CERTIFICATE-----\noops\n-----END CERTIFICATE-----\n",
  );
  t.strictSame(readMaterial({ "ca-bundle.crt": bundle.toString("base64") }).bundle, [authority.certificate]);
});
