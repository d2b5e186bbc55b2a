import t from "tap";
import { showsIntent } from "../../../engine/context/shows-intent.ts";
import type { RuleSettings } from "../../../engine/decision.ts";
import type { JsonObject } from "../../../engine/json.ts";

const cases: readonly (readonly [metadata: JsonObject | null | undefined, settings: RuleSettings, shows: boolean])[] = [
  [undefined, {}, false],
  [null, {}, false],
  [{ labels: null, annotations: [] }, {}, false],
  [{ labels: { app: "x" }, annotations: { "prometheus.io/scrape": "true" } }, {}, false],
  [{ labels: { "azure.workload.identity/use": "false" } }, {}, true],
  [{ labels: { "pod-identity.alibabacloud.com/injection": "on" } }, {}, true],
  [{ annotations: { "eks.amazonaws.com/skip-containers": "x" } }, {}, true],
  [{ annotations: { "cloud.google.com/token-expiration": "7200" } }, {}, true],
  [{ annotations: { "cloud.google.com.example.com/x": "" } }, {}, false],
  [{ annotations: { "aws.example.com/x": "" } }, { aws: { annotationPrefix: "aws.example.com" } }, true],
  [{ annotations: { "gcp.example.com/x": "" } }, { gcp: { annotationPrefix: "gcp.example.com" } }, true],
  [{ annotations: { "/x": "" } }, { gcp: { annotationPrefix: "" } }, false],
];

for (const [metadata, settings, shows] of cases) {
  t.test(`${JSON.stringify(metadata)} with ${JSON.stringify(settings)}`, async (t) => {
    t.equal(showsIntent(metadata === undefined ? {} : { metadata }, settings), shows);
  });
}
