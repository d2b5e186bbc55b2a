import { printable } from "../../report/printable.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { choiceOption } from "../serve/values.ts";
import { readKeys } from "./key-options.ts";

/** `podgraft oidc keys`: which key ids tokens will have. */
export const keysCommand: Command = {
  name: "oidc keys",
  summary: "Tell the key ids that tokens signed with a key have, its algorithm and size",
  operands: "[OPTIONS] [FILE|-]...",
  description:
    "Reads public keys of ServiceAccount token issuers in PEM and prints one line for each: the id as Kubernetes computes it, the\n" +
    "algorithm, the size and where the key is from. Private, weak and unsupported keys are refused.",
  options: [{ name: "format", value: "text|json", description: "How it is written (default text)" }],
  examples: [{ title: "The key of a cluster", command: "podgraft oidc keys serviceaccount-signer.public" }],
  run: runKeys,
};

async function runKeys(call: Call): Promise<Outcome> {
  const format = choiceOption(call, "format", ["text", "json"], "text");
  const keys = await readKeys(call, call.operands.length > 0 ? call.operands : ["-"]);
  const rows = keys.map(({ jwk, bits, file, line }) => ({ kid: jwk.kid, alg: jwk.alg, bits, file, line }));
  if (format === "json") return { status: 0, stdout: `${JSON.stringify(rows, null, 2)}\n` };
  return {
    status: 0,
    stdout: rows.map(({ kid, alg, bits, file, line }) => `${kid}  ${alg}  ${bits}  ${printable(file)}:${line}\n`),
  };
}
