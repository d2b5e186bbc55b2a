import { baseSuite } from "./suites/base.ts";
import { cancelledSuite } from "./suites/cancelled.ts";
import { commentSuite } from "./suites/comment.ts";
import { diffSuite } from "./suites/diff.ts";
import { discoverySuite } from "./suites/discovery.ts";
import { injectSuite } from "./suites/inject.ts";
import { inputsSuite } from "./suites/inputs.ts";
import { limitsSuite } from "./suites/limits.ts";
import { namesSuite } from "./suites/names.ts";
import { pathsSuite } from "./suites/paths.ts";
import { safetySuite } from "./suites/safety.ts";
import { secretsSuite } from "./suites/secrets.ts";
import { unrenderableSuite } from "./suites/unrenderable.ts";
import { verifySuite } from "./suites/verify.ts";
import type { Suite } from "./suite.ts";

/** All suites, in the order in which they run. */
export const suites: readonly Suite[] = [
  verifySuite,
  unrenderableSuite,
  discoverySuite,
  diffSuite,
  baseSuite,
  cancelledSuite,
  namesSuite,
  injectSuite,
  inputsSuite,
  pathsSuite,
  safetySuite,
  secretsSuite,
  commentSuite,
  limitsSuite,
];
