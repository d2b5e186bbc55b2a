import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { issueAuthority, issueServing, type Pair } from "../../../plugin/certificates/issue.ts";
import { mountedCertificate } from "../../../plugin/certificates/mounted.ts";
import type { TlsSource } from "../../../plugin/certificates/tls-source.ts";
import { eventually } from "../lookup/eventually.ts";

const hour = 3_600_000;
const start = Date.now();

async function newPair(notAfter: number = start + hour): Promise<Pair> {
  const authority = await issueAuthority("test", { notBefore: start - hour, notAfter: start + 2 * hour });
  return issueServing(authority, ["podgraft.test"], { notBefore: start - hour, notAfter });
}

/** A folder as the kubelet makes it: the files are links through `..data`, which is swapped as a whole. */
class SecretFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), "podgraft-mounted-"));
  #round = 0;

  constructor(certificate: string, key: string) {
    this.swap(certificate, key);
    for (const name of ["tls.crt", "tls.key"]) symlinkSync(`..data/${name}`, join(this.path, name));
  }

  swap(certificate: string, key: string): void {
    this.#round += 1;
    const data = `..round_${this.#round}`;
    mkdirSync(join(this.path, data));
    writeFileSync(join(this.path, data, "tls.crt"), certificate);
    writeFileSync(join(this.path, data, "tls.key"), key);
    symlinkSync(data, join(this.path, "..data_tmp"));
    renameSync(join(this.path, "..data_tmp"), join(this.path, "..data"));
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}

function mount(folder: SecretFolder, logged: string[]): TlsSource {
  return mountedCertificate({
    folder: folder.path,
    everyMs: 10,
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
  });
}

t.test("a swapped pair is taken over, a bad one refused, and then a good one taken again", async (t) => {
  const first = await newPair();
  const second = await newPair();
  const third = await newPair();
  const expired = await newPair(start - 1000);
  const folder = new SecretFolder(first.certificate, first.key);
  const logged: string[] = [];
  const source = mount(folder, logged);
  const told: string[] = [];
  source.onChange(() => {
    throw new Error("a subscriber that fails");
  });
  source.onChange(({ cert }) => told.push(cert));
  t.equal(source.current().cert, first.certificate);
  t.equal(source.current().notAfter, Math.floor((start + hour) / 1000) * 1000);

  folder.swap(second.certificate, second.key);
  await eventually("the second", () => source.current().cert === second.certificate);
  t.equal(source.current().key, second.key);
  t.ok(logged.some((line) => line.includes("a subscriber that fails")));

  const bad: { name: string; certificate: string; key: string; says: string }[] = [
    { name: "a key of another", certificate: second.certificate, key: first.key, says: "not that of the certificate" },
    { name: "empty", certificate: "", key: "", says: "cannot be read" },
    { name: "expired", certificate: expired.certificate, key: expired.key, says: "expired" },
    { name: "no PEM", certificate: "oops", key: second.key, says: "cannot be read" },
    { name: "a key that is none", certificate: third.certificate, key: "oops", says: "cannot be read" },
  ];
  for (const { name, certificate, key, says } of bad) {
    logged.length = 0;
    folder.swap(certificate, key);
    await eventually(`the refusal: ${name}`, () => logged.length > 0);
    t.match(
      logged[0],
      new RegExp(`^error Certificate: the new one is refused, the last good one stays.*${says}`),
      name,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    t.equal(logged.length, 1, "told once");
    t.equal(source.current().cert, second.certificate, "the last good one stays");
  }
  folder.swap(third.certificate, third.key);
  await eventually("the third", () => source.current().cert === third.certificate);
  t.strictSame(told, [second.certificate, third.certificate]);
  folder.remove();
  await eventually("the refusal", () => logged.some((line) => line.includes("ENOENT")));
  t.equal(source.current().cert, third.certificate);
  source.stop();
});

t.test("after stop nothing is read", async (t) => {
  const first = await newPair();
  const second = await newPair();
  const folder = new SecretFolder(first.certificate, first.key);
  const source = mount(folder, []);
  source.stop();
  folder.swap(second.certificate, second.key);
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.equal(source.current().cert, first.certificate);
  folder.remove();
});

t.test("without a good pair to begin with it says so", async (t) => {
  const pair = await newPair();
  const folder = new SecretFolder(pair.certificate, "oops");
  t.throws(() => mount(folder, []), { code: "config.invalid", message: /tls\.crt/, location: { file: folder.path } });
  folder.remove();
  t.throws(() => mount(folder, []), { code: "config.invalid", message: /ENOENT/ });
});
