import t from "tap";
import { injectRandomManifests } from "../random/random-manifests.ts";

t.test("random manifests, aws", async (t) => {
  const changed = injectRandomManifests(["aws"], 2000);
  t.ok(changed > 1000, `${changed} Pods changed`);
});
