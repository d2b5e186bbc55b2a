import type { Segment } from "../../json.ts";

/** What is wrong with one setting of a provider. */
export type Fault = { readonly key: string; readonly message: string };

/** Whether the value at a path was given, as opposed to filled in by default. */
export type IsGiven = (path: readonly Segment[]) => boolean;
