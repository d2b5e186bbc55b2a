import t from "tap";
import { injectRandomManifests } from "../random/random-manifests.ts";

t.test("random manifests, gcp", async (t) => {
  const changed = injectRandomManifests(["gcp"], 2000);
  t.ok(changed > 1000, `${changed} Pods changed`);
});
