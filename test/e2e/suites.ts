import type { Suite } from "./suite.ts";
import { admission } from "./suites/admission.ts";
import { admissionFailures } from "./suites/admission-failures.ts";
import { admissionVectors } from "./suites/admission-vectors.ts";
import { certificates } from "./suites/certificates.ts";
import { chart } from "./suites/chart.ts";
import { chartUpgrade } from "./suites/chart-upgrade.ts";
import { harness } from "./suites/harness.ts";
import { lookup } from "./suites/lookup.ts";
import { rendered } from "./suites/rendered.ts";
import { restart } from "./suites/restart.ts";
import { servedForm } from "./suites/served-form.ts";

/** All suites, in the order in which they run. */
export const suites: readonly Suite[] = [
  harness,
  servedForm,
  rendered,
  lookup,
  certificates,
  admissionVectors,
  admission,
  admissionFailures,
  chart,
  chartUpgrade,
  restart,
];
