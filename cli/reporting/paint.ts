import { styleText } from "node:util";
import type { PaintTone, Tone } from "../../report/formats/text.ts";

const styles = { pass: "green", fail: "red", error: "red", warning: "yellow", info: "cyan" } as const satisfies {
  [tone in Tone]: string;
};

/** Colours the words of a report. Whether to is decided before: Node's own look at the stream would decide again. */
export const paintTone: PaintTone = (tone, word) => styleText(styles[tone], word, { validateStream: false });
