import { styleText } from "node:util";

/** Gives a text a colour or weight, or leaves it as it is. */
export type Paint = (style: "bold" | "cyan" | "dim" | "green" | "red" | "yellow", text: string) => string;

/** Colour on a terminal, unless NO_COLOR says no or FORCE_COLOR yes (as https://no-color.org and https://force-color.org have it). */
export function choosePaint(isTerminal: boolean, environment: NodeJS.ProcessEnv): Paint {
  return wantsColour(isTerminal, environment)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text;
}

function wantsColour(
  isTerminal: boolean,
  { FORCE_COLOR: force, NO_COLOR: refuse, TERM: terminal }: NodeJS.ProcessEnv,
): boolean {
  if (force !== undefined && force !== "") return force !== "0";
  if (refuse !== undefined && refuse !== "") return false;
  return isTerminal && terminal !== "dumb";
}
