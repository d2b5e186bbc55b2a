import t from "tap";
import { injectRandomManifests } from "../random/random-manifests.ts";

t.test("random manifests, alibaba", async (t) => {
  const changed = injectRandomManifests(["alibaba"], 2000);
  t.ok(changed > 1000, `${changed} Pods changed`);
});
