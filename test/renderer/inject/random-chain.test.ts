import t from "tap";
import { providers } from "../../../engine/decision.ts";
import { injectRandomManifests } from "../random/random-manifests.ts";

t.test("random manifests, all providers", async (t) => {
  const changed = injectRandomManifests(providers, 2000);
  t.ok(changed > 1000, `${changed} Pods changed`);
});
