import t from "tap";
import { paintSeverity, wantsColour, type Terminal } from "../../cli/colour.ts";

const terminals: readonly (readonly [isTTY: boolean, env: Terminal["env"], coloured: boolean])[] = [
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [true, { TERM: "dumb" }, false],
  [true, { TERM: "xterm" }, true],
  [false, { FORCE_COLOR: "1" }, true],
  [false, { FORCE_COLOR: "" }, false],
  [true, { FORCE_COLOR: "0" }, false],
  [true, { FORCE_COLOR: "false" }, false],
  [true, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
];

for (const [isTTY, env, coloured] of terminals) {
  t.test(`${isTTY ? "a terminal" : "no terminal"} with ${JSON.stringify(env)}`, async (t) => {
    t.equal(wantsColour({ isTTY, env }), coloured);
  });
}

const lines: readonly (readonly [line: string, painted: string])[] = [
  ["error: x", "\u001b[31merror\u001b[39m: x"],
  ["denied: x", "\u001b[31mdenied\u001b[39m: x"],
  ["warning: error: x", "\u001b[33mwarning\u001b[39m: error: x"],
  ["info: x", "\u001b[36minfo\u001b[39m: x"],
  ["podgraft: error: x", "podgraft: error: x"],
  ["Pod x: error: y", "Pod x: error: y"],
  ["constructor: x", "constructor: x"],
  ["", ""],
];

for (const [line, painted] of lines) t.test(line, async (t) => t.equal(paintSeverity(line), painted));
