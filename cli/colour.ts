/** What decides whether a stream gets colours. */
export type Terminal = {
  readonly isTTY: boolean;
  readonly env: { readonly [name: string]: string | undefined };
};

const colours: ReadonlyMap<string, string> = new Map([
  ["error", "31"],
  ["denied", "31"],
  ["warning", "33"],
  ["info", "36"],
]);

/**
 * Whether to colour: on a terminal, unless NO_COLOR is set; FORCE_COLOR decides before both, as for Node itself (`0` and `false` are no).
 * An empty variable counts as none.
 */
export function wantsColour({ isTTY, env: { FORCE_COLOR, NO_COLOR, TERM } }: Terminal): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  return isTTY && TERM !== "dumb";
}

/** A line with the severity that it starts with in colour; lines that start otherwise stay as they are. */
export function paintSeverity(line: string): string {
  return line.replace(/^([a-z]+)(?=: )/, (word) => {
    const colour = colours.get(word);
    return colour === undefined ? word : `\u001b[${colour}m${word}\u001b[39m`;
  });
}
