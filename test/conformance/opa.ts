import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { RuleInput, RuleSettings } from "../../engine/decision.ts";
import { parseDecisions } from "../../engine/wasm/parse-decisions.ts";
import type { Decisions } from "../../engine/wasm/host.ts";

/** Where OPA is: `$OPA`, else the cache that `.ci/run` fills; undefined if it is in neither place. */
export function findOpa(): string | undefined {
  const cache = process.env.PODGRAFT_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "podgraft");
  return [process.env.OPA, join(cache, "bin", "opa")].find((file) => file !== undefined && existsSync(file));
}

// A rule, not a query: as a query, `with` inside the comprehension answered for the wrong question (OPA 1.22.3).
const driverRule = `package driver

answers := [answer |
	some question in data.questions
	answer := data.podgraft.main.decisions with input as question.input with data.settings as question.settings
]
`;

/** Evaluates many inputs with OPA's own interpreter (Go, not Wasm) in one process. Answers come in the order of the questions. */
export function evaluateWithOpa(
  opa: string,
  policies: string,
  questions: readonly { readonly input: RuleInput; readonly settings: RuleSettings }[],
): Decisions[] {
  const folder = mkdtempSync(join(tmpdir(), "podgraft-opa-"));
  try {
    const file = join(folder, "questions.json");
    writeFileSync(file, JSON.stringify(questions));
    const driver = join(folder, "driver.rego");
    writeFileSync(driver, driverRule);
    const output = execFileSync(
      opa,
      [
        "eval",
        "--format",
        "raw",
        "--ignore",
        "*_test.rego",
        "--ignore",
        "*.json",
        "--data",
        policies,
        "--data",
        driver,
        "--data",
        `questions:${file}`,
        "data.driver.answers",
      ],
      { maxBuffer: 1 << 30, encoding: "utf8" },
    );
    const answers: unknown = JSON.parse(output);
    if (!Array.isArray(answers)) throw new Error("opa gave no list");
    return questions.map(({ input }, index) => parseDecisions(answers[index], input.evaluate));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
