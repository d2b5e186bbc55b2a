import t from "tap";
import { injectRandomManifests } from "../random/random-manifests.ts";

t.test("random manifests, azure", async (t) => {
  const changed = injectRandomManifests(["azure"], 2000);
  t.ok(changed > 800, `${changed} Pods changed, so injection was really tried`);
});
