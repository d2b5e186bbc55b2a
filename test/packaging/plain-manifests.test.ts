import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load, loadAll } from "js-yaml";
import t from "tap";
import type { JsonObject } from "../../engine/json.ts";
import { plainManifests, renderPlainManifest } from "../../scripts/chart/plain-manifests.ts";
import { runTool } from "../../scripts/demo/render.ts";
import { findHelm4, findKubectl135 } from "../../scripts/tools/real-tools.ts";
import { at, idOf, ofKind, only, root } from "./chart/render.ts";
import { restrictedFaults } from "./chart/restricted.ts";

const folder = join(root, "packaging/manifests");
const helm = findHelm4();

for (const manifest of plainManifests) {
  const text = readFileSync(join(folder, manifest.file), "utf8");

  t.test(`${manifest.file} is what the chart gives today`, { skip: helm.reason ?? false }, async (t) => {
    t.equal(text, await renderPlainManifest(manifest, helm.path ?? ""), "run node dist/scripts/generate-manifests.js");
  });

  t.test(`${manifest.file} stands alone`, async (t) => {
    const objects = loadAll(text) as JsonObject[];
    t.equal(idOf(objects[0] ?? {}), "Namespace/podgraft-system", "the namespace comes first");
    t.equal(at(objects[0], ["metadata", "labels", "pod-security.kubernetes.io/enforce"]), "restricted");
    t.same(restrictedFaults(at(only(objects, "Deployment"), "spec.template.spec")), []);
    t.notMatch(text, /helm\.sh|managed-by/, "nothing says that Helm looks after it");
    t.equal(ofKind(objects, "MutatingWebhookConfiguration").length, manifest.file.includes("mutate") ? 1 : 0);
    t.equal(ofKind(objects, "ValidatingWebhookConfiguration").length, 1);
    t.equal(ofKind(objects, "Certificate").length > 0, manifest.file.includes("cert-manager"));
  });
}

t.test("no other files are there", async (t) => {
  t.same(readdirSync(folder).toSorted(), plainManifests.map(({ file }) => file).toSorted());
});

const kubectl = findKubectl135();

t.test(
  "the kustomization of docs/install.md sets image and configuration",
  { skip: kubectl.reason ?? false },
  async (t) => {
    const page = readFileSync(join(root, "docs/install.md"), "utf8");
    const kustomization = /^```yaml\n(# kustomization\.yaml\n[^]*?)^```$/m.exec(page)?.[1] ?? "";
    const manifest = "install-verify.yaml";
    const built = t.testdir({
      "kustomization.yaml": kustomization,
      [manifest]: readFileSync(join(folder, manifest), "utf8"),
    });
    const objects = loadAll(await runTool(kubectl.path ?? "", ["kustomize", built], built)) as JsonObject[];
    t.equal(
      at(only(objects, "Deployment"), "spec.template.spec.containers.0.image"),
      "registry.example/podgraft:0.1.0",
    );
    t.match(load(String(at(only(objects, "ConfigMap"), ["data", "podgraft.yaml"]))), {
      kind: "Config",
      providers: { aws: { awsDefaultRegion: "eu-west-1" } },
    });
  },
);
