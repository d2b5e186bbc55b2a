import t from "tap";
import { choosePaint } from "../../../scripts/demo/paint.ts";

const cases: readonly {
  readonly terminal: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly coloured: boolean;
}[] = [
  { terminal: true, environment: {}, coloured: true },
  { terminal: false, environment: {}, coloured: false },
  { terminal: true, environment: { TERM: "dumb" }, coloured: false },
  { terminal: true, environment: { NO_COLOR: "1" }, coloured: false },
  { terminal: true, environment: { NO_COLOR: "" }, coloured: true },
  { terminal: false, environment: { FORCE_COLOR: "1" }, coloured: true },
  { terminal: false, environment: { FORCE_COLOR: "3", NO_COLOR: "1" }, coloured: true },
  { terminal: true, environment: { FORCE_COLOR: "0" }, coloured: false },
  { terminal: true, environment: { FORCE_COLOR: "" }, coloured: true },
];

for (const { terminal, environment, coloured } of cases) {
  const painted = choosePaint(terminal, environment)("green", "x");
  t.equal(
    painted,
    coloured ? "\u001b[32mx\u001b[39m" : "x",
    `${terminal ? "terminal" : "pipe"}, ${JSON.stringify(environment)}`,
  );
}
