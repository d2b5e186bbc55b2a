import { styleText } from "node:util";
import type { PaintTone, Tone } from "../../report/formats/text.ts";
import type { PaintDiff } from "../../report/diff/diff-text.ts";
import type { PaintPart } from "../../report/explain/explanation-text.ts";

const styles = { pass: "green", fail: "red", error: "red", warning: "yellow", info: "cyan" } as const satisfies {
  [tone in Tone]: string;
};

/** Colours the words of a report. Whether to is decided before: Node's own look at the stream would decide again. */
export const paintTone: PaintTone = (tone, word) => styleText(styles[tone], word, { validateStream: false });

/** Weighs the parts of an explanation; likewise. */
export const paintPart: PaintPart = (style, text) => styleText(style, text, { validateStream: false });

const diffStyles = { added: "green", removed: "red", place: "cyan", heading: "bold" } as const;

/** Colours the lines of a diff; likewise. */
export const paintDiff: PaintDiff = (style, text) => styleText(diffStyles[style], text, { validateStream: false });
