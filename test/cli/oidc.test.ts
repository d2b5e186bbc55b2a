import { generateKeyPairSync, createHash, createPublicKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import t from "tap";
import { issueAuthority, issueServing } from "../../plugin/certificates/issue.ts";
import { runPodgraft } from "./run-podgraft.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
const large = generateKeyPairSync("ec", { namedCurve: "P-521" });

function publicPem(key: typeof rsa.publicKey): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}

/** As Kubernetes computes it, by another implementation than ours. */
function keyId(pem: string): string {
  const der = createPublicKey(pem).export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("base64url");
}

const files = {
  "rsa.pub": publicPem(rsa.publicKey),
  "other.pub": publicPem(other.publicKey),
  "ec.pub": publicPem(curve.publicKey),
  "large.pub": publicPem(large.publicKey),
  "both.pub": `first\n${publicPem(rsa.publicKey)}second\n${publicPem(other.publicKey)}`.replaceAll("\n", "\r\n"),
};

const issuer = "https://id.example.com";

t.test("keys: ids as Kubernetes has them, algorithm, size and place; each key once", async (t) => {
  const cwd = t.testdir(files);
  const run = await runPodgraft(["oidc", "keys", "both.pub", "ec.pub", "rsa.pub", "large.pub"], { cwd });
  t.equal(run.stderr, "");
  t.strictSame(run.stdout.split("\n"), [
    `${keyId(files["rsa.pub"])}  RS256  2048  both.pub:2`,
    `${keyId(files["other.pub"])}  RS256  2048  both.pub:${String(files["rsa.pub"].split("\n").length + 2)}`,
    `${keyId(files["ec.pub"])}  ES256  256  ec.pub:1`,
    `${keyId(files["large.pub"])}  ES512  521  large.pub:1`,
    "",
  ]);
  const json = await runPodgraft(["oidc", "keys", "--format", "json"], { cwd, input: files["ec.pub"] });
  t.strictSame(JSON.parse(json.stdout), [
    { kid: keyId(files["ec.pub"]), alg: "ES256", bits: 256, file: "standard input", line: 1 },
  ]);
});

t.test("jwks and document: what an issuer publishes", async (t) => {
  const cwd = t.testdir(files);
  const jwks = await runPodgraft(["oidc", "jwks", "--public-key-file", "rsa.pub", "ec.pub"], { cwd });
  t.match(JSON.parse(jwks.stdout), {
    keys: [
      { use: "sig", kty: "RSA", kid: keyId(files["rsa.pub"]), alg: "RS256", e: "AQAB" },
      { use: "sig", kty: "EC", kid: keyId(files["ec.pub"]), crv: "P-256", alg: "ES256" },
    ],
  });
  t.notMatch(jwks.stdout, /"d"/);
  const own = await runPodgraft(["oidc", "document", "--issuer-url", issuer, "ec.pub", "rsa.pub"], { cwd });
  t.strictSame(JSON.parse(own.stdout), {
    issuer,
    jwks_uri: `${issuer}/openid/v1/jwks`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256", "RS256"],
  });
  const cases: readonly (readonly [args: readonly string[], issuer: string, jwksUri: string])[] = [
    [
      ["--cloud", "aws", "--name", "q", "--region", "cn-north-1"],
      "https://q-oidc.s3.cn-north-1.amazonaws.com.cn",
      "https://q-oidc.s3.cn-north-1.amazonaws.com.cn/keys.json",
    ],
    [
      ["--cloud", "gcp", "--name", "q"],
      "https://storage.googleapis.com/q-oidc",
      "https://storage.googleapis.com/q-oidc/keys.json",
    ],
    [
      ["--cloud", "azure", "--name", "quay", "--blob-container-name", "oidc"],
      "https://quay.blob.core.windows.net/oidc",
      "https://quay.blob.core.windows.net/oidc/openid/v1/jwks",
    ],
    [["--issuer-url", issuer, "--jwks-uri", "https://x.example/k"], issuer, "https://x.example/k"],
    [["--issuer-url", `${issuer}/`], `${issuer}/`, `${issuer}/openid/v1/jwks`],
  ];
  for (const [args, expected, jwksUri] of cases) {
    const run = await runPodgraft(["oidc", "document", ...args, "rsa.pub"], { cwd });
    t.match(JSON.parse(run.stdout), { issuer: expected, jwks_uri: jwksUri }, args.join(" "));
  }
});

t.test("private keys are refused wherever a public one is expected, and never repeated", async (t) => {
  const pem = (type: "pkcs1" | "pkcs8"): string => rsa.privateKey.export({ type, format: "pem" }).toString();
  const jwk = rsa.privateKey.export({ format: "jwk" });
  const secrets: readonly (readonly [name: string, text: string])[] = [
    ["pkcs1", pem("pkcs1")],
    ["pkcs8", pem("pkcs8")],
    ["ec", curve.privateKey.export({ type: "sec1", format: "pem" }).toString()],
    [
      "encrypted",
      rsa.privateKey
        .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "test-only" })
        .toString(),
    ],
    ["behind a public one", `${files["rsa.pub"]}${pem("pkcs8")}`],
    ["cut off", pem("pkcs8").slice(0, 300)],
    ["on one line", pem("pkcs8").replaceAll("\n", " ")],
    ["JWK", JSON.stringify(jwk)],
    ["JWKS", JSON.stringify({ keys: [jwk] }, null, 2)],
  ];
  const cwd = t.testdir(Object.fromEntries(secrets.map(([name, text]) => [`${name}.pem`, text])));
  for (const [name, text] of secrets) {
    for (const command of [["keys"], ["jwks"], ["document", "--issuer-url", issuer]]) {
      const run = await runPodgraft(["oidc", ...command, `${name}.pem`], { cwd });
      t.equal(run.status, 3, `${name}, ${command[0] ?? ""}`);
      t.equal(run.stdout, "");
      t.match(run.stderr, /a private key, where the public one is expected/, name);
      const said = run.stderr.match(/[A-Za-z0-9+/_-]{24,}/g) ?? [];
      t.notOk(
        said.some((word) => text.includes(word)),
        `${name}: nothing of it is repeated`,
      );
    }
  }
});

t.test("keys that nobody should sign with, and files that hold none", async (t) => {
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
  const exponentOne = createPublicKey({ key: { kty: "RSA", n: jwkOf(rsa.publicKey).n, e: "AQ" }, format: "jwk" });
  const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  const [first = "", ...rest] = files["rsa.pub"].trimEnd().split("\n");
  const cases: readonly (readonly [name: string, text: string, message: RegExp])[] = [
    ["weak", publicPem(weak), /weak\.pem:1: an RSA key of 1024 bits; expected at least 2048/],
    ["exponent", publicPem(exponentOne), /exponent is 1 or even/],
    ["Ed25519", publicPem(generateKeyPairSync("ed25519").publicKey), /a key of Ed25519: Kubernetes signs/],
    ["Ed448", publicPem(generateKeyPairSync("ed448").publicKey), /a key of Ed448/],
    ["PSS", publicPem(generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).publicKey), /a key of RSA-PSS/],
    [
      "curve",
      publicPem(generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey),
      /of another curve than P-256/,
    ],
    ["DH", publicPem(generateKeyPairSync("x25519").publicKey), /a key of an unknown kind/],
    ["PKCS1", rsa.publicKey.export({ type: "pkcs1", format: "pem" }).toString(), /PKCS#1 form.*-RSAPublicKey_in/],
    ["certificate", certificate, /certificate\.pem:1: a certificate; take its public key/],
    ["block", certificate.replaceAll("CERTIFICATE", "X509 CRL"), /a block "X509 CRL"/],
    ["empty", "", /empty\.pem: no public key in it/],
    ["text", "hello\n", /no public key in it/],
    ["unfinished", `${first}\n${rest[0] ?? ""}\n`, /unfinished\.pem:1: this block has no end/],
    ["two beginnings", `${first}\n${files["rsa.pub"]}`, /two beginnings\.pem:1: this block has no end/],
    ["not base64", [first, "%%%%", ...rest].join("\n"), /not base64/],
    ["no DER", `${first}\nAAAA\n-----END PUBLIC KEY-----\n`, /a key of an unknown kind/],
    ["cut DER", [first, ...rest.slice(0, -2), "-----END PUBLIC KEY-----"].join("\n"), /this key is broken/],
  ];
  const cwd = t.testdir(Object.fromEntries(cases.map(([name, text]) => [`${name}.pem`, text])));
  for (const [name, , message] of cases) {
    const run = await runPodgraft(["oidc", "jwks", `${name}.pem`], { cwd });
    t.equal(run.status, 3, name);
    t.equal(run.stdout, "", name);
    t.match(run.stderr, message, name);
  }
});

function jwkOf(key: typeof rsa.publicKey): { n: string; e: string } {
  const { n = "", e = "" } = key.export({ format: "jwk" });
  return { n, e };
}

t.test("each cloud takes its own algorithms", async (t) => {
  const cwd = t.testdir(files);
  const cases: readonly (readonly [cloud: string, key: string, isTaken: boolean])[] = [
    ["aws", "rsa.pub", true],
    ["aws", "ec.pub", false],
    ["azure", "ec.pub", false],
    ["gcp", "ec.pub", true],
    ["gcp", "large.pub", false],
  ];
  for (const [cloud, key, isTaken] of cases) {
    const run = await runPodgraft(["oidc", "jwks", "--cloud", cloud, key], { cwd });
    t.equal(run.status, isTaken ? 0 : 3, `${cloud} ${key}`);
    if (!isTaken) t.match(run.stderr, /a key for ES\d+, which (?:AWS|Azure|GCP) does not take; it takes RS256/);
  }
});

t.test("wrong calls", async (t) => {
  const cwd = t.testdir(files);
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["document", "rsa.pub"], /--issuer-url is missing, or --cloud with --name/],
    [["document", "--name", "q", "rsa.pub"], /--issuer-url is missing, or --cloud with --name/],
    [["document", "--issuer-url", issuer, "--name", "q", "rsa.pub"], /--issuer-url and --name say the same/],
    [
      ["document", "--issuer-url", "http://id.example.com", "rsa.pub"],
      /"http:\/\/id\.example\.com": expected an https URL/,
    ],
    [["document", "--issuer-url", "id.example.com", "rsa.pub"], /expected an https URL/],
    [["document", "--issuer-url", `${issuer}?x=1`, "rsa.pub"], /an issuer has no query/],
    [["document", "--issuer-url", `${issuer}#x`, "rsa.pub"], /an issuer has no fragment/],
    [
      ["document", "--issuer-url", "https://me:test-only@id.example.com", "rsa.pub"],
      /carries a user name or password$/m,
    ],
    [["document", "--issuer-url", `${issuer}/a b`, "rsa.pub"], /an issuer has no blanks/],
    [
      ["document", "--issuer-url", issuer, "--jwks-uri", "http://x", "rsa.pub"],
      /--jwks-uri "http:\/\/x": expected an https URL/,
    ],
    [["document", "--cloud", "aws", "--name", "q", "rsa.pub"], /--region is missing: expected a region/],
    [["document", "--cloud", "gcp", "--name", "q".repeat(33), "rsa.pub"], /at most 32 characters/],
    [["document", "--cloud", "gcp", "--name", "a/b", "rsa.pub"], /--name "a\/b"/],
    [["document", "--cloud", "azure", "--name", "Quay", "rsa.pub"], /3 to 24 lower-case letters and digits/],
    [["document", "--cloud", "ibm", "--name", "q", "rsa.pub"], /--cloud "ibm": expected aws, gcp, azure/],
    [["check"], /--issuer-url is missing/],
    [["check", "--issuer-url", issuer], /expected --discovery and --jwks, or --live/],
    [["check", "--issuer-url", issuer, "--live", "--jwks", "x"], /--live fetches the documents/],
    [["check", "--issuer-url", "http://x", "--live"], /expected an https URL/],
    [["check", "rsa.pub"], /oidc check takes no operands, found "rsa\.pub"/],
  ];
  for (const [args, message] of cases) {
    const run = await runPodgraft(["oidc", ...args], { cwd });
    t.equal(run.status, 2, args.join(" "));
    t.match(run.stderr, message);
  }
  t.notMatch(
    (await runPodgraft(["oidc", "check", "--issuer-url", "https://me:test-only@x.example", "--live"], { cwd })).stderr,
    /test-only/,
  );
});

async function publish(cwd: string, keys: readonly string[]): Promise<{ jwks: string; discovery: string }> {
  const jwks = await runPodgraft(["oidc", "jwks", ...keys], { cwd });
  const discovery = await runPodgraft(["oidc", "document", "--issuer-url", issuer, ...keys], { cwd });
  return { jwks: jwks.stdout, discovery: discovery.stdout };
}

t.test("check: what a cloud would refuse, with what it says", async (t) => {
  const cwd = t.testdir(files);
  const good = await publish(cwd, ["rsa.pub", "other.pub"]);
  const document = (change: object): string => JSON.stringify({ ...Object(JSON.parse(good.discovery)), ...change });
  const keySet = (change: object): string => {
    const { keys } = JSON.parse(good.jwks) as { keys: object[] };
    return JSON.stringify({ keys: keys.map((key, index) => (index === 0 ? { ...key, ...change } : key)) });
  };
  const { n: otherModulus } = jwkOf(other.publicKey);
  type Row = readonly [
    name: string,
    documents: { discovery?: string; jwks?: string },
    codes: readonly string[],
    args?: readonly string[],
  ];
  const cases: readonly Row[] = [
    ["all is well", {}, []],
    ["a byte order mark", { jwks: `\uFEFF${good.jwks}` }, []],
    ["a slash at the end", { discovery: document({ issuer: `${issuer}/` }) }, ["issuer.mismatch"]],
    ["another issuer", { discovery: document({ issuer: "https://other.example" }) }, ["issuer.mismatch"]],
    ["no issuer", { discovery: document({ issuer: undefined }) }, ["issuer.mismatch"]],
    ["http keys", { discovery: document({ jwks_uri: `http://id.example.com/keys` }) }, ["jwks_uri.invalid"]],
    ["keys elsewhere", { discovery: document({ jwks_uri: "https://cdn.example/keys" }) }, ["jwks_uri.elsewhere"]],
    [
      "a host that only begins so",
      { discovery: document({ jwks_uri: `${issuer}.evil.example/keys` }) },
      ["jwks_uri.elsewhere"],
    ],
    ["no algorithms", { discovery: document({ id_token_signing_alg_values_supported: [] }) }, ["algorithms.missing"]],
    [
      "algorithms for others",
      { discovery: document({ id_token_signing_alg_values_supported: ["ES256"] }) },
      ["algorithms.refused"],
      ["--cloud", "aws"],
    ],
    ["no document", { discovery: "<html>" }, ["discovery.unreadable"]],
    ["an empty file of keys", { jwks: "" }, ["jwks.unreadable"]],
    ["no keys", { jwks: '{"keys":[]}' }, ["jwks.empty"]],
    ["one key only", { jwks: (await publish(cwd, ["other.pub"])).jwks }, ["jwks.kid_missing"]],
    ["another id", { jwks: keySet({ kid: "1" }) }, ["jwks.kid_missing"]],
    ["another key of the id", { jwks: keySet({ n: otherModulus }) }, ["jwks.key_differs"]],
    ["another algorithm", { jwks: keySet({ alg: "RS512" }) }, ["jwks.alg_differs"]],
    ["for encryption", { jwks: keySet({ use: "enc" }) }, ["jwks.use_differs"]],
    ["a private key", { jwks: keySet({ d: "test-only" }) }, ["jwks.private"]],
  ];
  for (const [name, documents, codes, args = []] of cases) {
    const folder = t.testdir({ ...files, ...good, ...documents });
    const keys = ["--public-key-file", "rsa.pub", "--public-key-file", "other.pub"];
    const call = [
      "oidc",
      "check",
      "--issuer-url",
      issuer,
      "--discovery",
      "discovery",
      "--jwks",
      "jwks",
      ...keys,
      ...args,
    ];
    const run = await runPodgraft(call, { cwd: folder });
    t.strictSame(
      [...run.stderr.matchAll(/ \(([a-z_]+\.[a-z_]+)\)$/gm)].map(([, code]) => code),
      codes,
      `${name}: ${run.stderr}`,
    );
    const isError = codes.length > 0 && !codes.includes("jwks_uri.elsewhere");
    t.equal(run.status, isError ? 1 : 0, name);
    if (codes.length === 0) t.match(run.stdout, /a cloud would take its tokens of the 2 keys that were given/);
    t.notMatch(run.stderr + run.stdout, /test-only/);
  }
  const slash = await runPodgraft(
    ["oidc", "check", "--issuer-url", `${issuer}/`, "--discovery", "discovery", "--jwks", "jwks"],
    { cwd: t.testdir({ ...files, ...good }) },
  );
  t.match(slash, { status: 1, stderr: /AADSTS700211/ });
  t.match(slash.stderr, /differ in the slash at the end/);
});

t.test("check --live: as a cloud fetches it", async (t) => {
  const cwd = t.testdir(files);
  const validity = { notBefore: Date.now() - 3_600_000, notAfter: Date.now() + 3_600_000 };
  const authority = await issueAuthority("test", validity);
  const serving = await issueServing(authority, ["localhost"], validity);
  writeFileSync(join(cwd, "ca.crt"), authority.certificate);
  const answers = new Map<string, { status: number; text: string; location?: string }>();
  const asked: string[] = [];
  const server = createServer({ key: serving.key, cert: serving.certificate }, (request, response) => {
    asked.push(request.url ?? "");
    const answer = answers.get(request.url ?? "") ?? { status: 404, text: "" };
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location });
    response.end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const live = `https://localhost:${port}`;
  const env = { NODE_EXTRA_CA_CERTS: join(cwd, "ca.crt") };
  const jwks = (await runPodgraft(["oidc", "jwks", "rsa.pub"], { cwd })).stdout;
  const discovery = (await runPodgraft(["oidc", "document", "--issuer-url", live, "rsa.pub"], { cwd })).stdout;
  const wellKnown = "/.well-known/openid-configuration";
  const check = (key: string): ReturnType<typeof runPodgraft> =>
    runPodgraft(["oidc", "check", "--live", "--issuer-url", live, "--public-key-file", key], { cwd, env });

  t.match(await check("rsa.pub"), {
    status: 3,
    stderr: /openid-configuration: cannot be fetched: status 404, expected 200/,
  });
  answers.set(wellKnown, { status: 200, text: discovery });
  answers.set("/openid/v1/jwks", { status: 200, text: jwks });
  const good = await check("rsa.pub");
  t.equal(good.status, 0, good.stderr);
  t.match(good.stderr, /is a name inside the cluster/);
  t.match(await check("other.pub"), { status: 1, stderr: /jwks\.kid_missing/ });
  answers.set("/openid/v1/jwks", { status: 302, text: "", location: `${live}/elsewhere` });
  asked.length = 0;
  t.match(await check("rsa.pub"), { status: 3, stderr: /jwks: cannot be fetched: status 302/ });
  t.notOk(asked.includes("/elsewhere"), "redirects are not followed");
  answers.set("/openid/v1/jwks", { status: 200, text: "x".repeat(1024 * 1024 + 1) });
  t.match(await check("rsa.pub"), { status: 3, stderr: /more than 1 MiB/ });
  answers.set(wellKnown, { status: 200, text: "{}" });
  t.match(await check("rsa.pub"), { status: 3, stderr: /names no https address of a key set/ });
  const untrusted = await runPodgraft(["oidc", "check", "--live", "--issuer-url", live], { cwd });
  t.match(untrusted, { status: 3, stderr: /cannot be fetched: .*certificate/ });
});
