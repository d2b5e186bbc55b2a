import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { checkFixture } from "./check-fixture.ts";
import { checkReports } from "./check-reports.ts";
import { injectedText } from "./expected.ts";
import { fixtures } from "./fixtures.ts";
import { createWays } from "./ways.ts";

const scratch = mkdtempSync(join(tmpdir(), "podgraft-parity-"));
t.teardown(() => rmSync(scratch, { recursive: true, force: true }));

t.test("the fixtures are of every cloud, and of a Pod, a workload and a kind of others each", (t) => {
  const names = fixtures().map(({ name }) => name);
  t.ok(names.length >= 12);
  for (const cloud of ["aws", "azure", "gcp", "alibaba"]) {
    t.ok(names.filter((name) => name.startsWith(`${cloud}/`)).length >= 3, cloud);
    t.ok(names.includes(`${cloud}/pod.yaml`) && names.includes(`${cloud}/rollout.yaml`), cloud);
  }
  t.end();
});

const sample = fixtures().filter(({ name }) => /^(?:aws.own-kind|azure.pod)/.test(name));

t.test("explain and verify say what the library decides", async (t) => {
  t.equal(sample.length, 2);
  for (const fixture of sample) t.same(await checkReports(fixture), [], fixture.name);
});

// All fixtures and all tools: npm run parity.
const { ways } = createWays(scratch);
for (const way of ways.filter(({ name }) => ["library", "stdin", "file", "krm", "Argo CD"].includes(name))) {
  t.test(`${way.name}: the same Pod, nothing more the second time, accepted by verify`, async (t) => {
    for (const fixture of sample) t.same(await checkFixture(fixture, way), [], fixture.name);
  });
}

t.test("a fault is found", async (t) => {
  const [fixture] = fixtures();
  const library = ways.find(({ name }) => name === "library");
  if (fixture === undefined || library === undefined) throw new Error("nothing to check");
  const lazy = { ...library, render: () => Promise.resolve({ text: fixture.text }) };
  t.match((await checkFixture(fixture, lazy)).join(), /another Pod.*other bytes.*podgraft verify/s);
  const complete = { ...fixture, text: injectedText(fixture) };
  t.match((await checkReports(complete)).join(), /verify accepts.*explain: the Pod is not changed/s);
});
