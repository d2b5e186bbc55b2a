import { PodgraftError } from "../../engine/errors.ts";
import { textOption, type Call } from "../command.ts";

/** What the option says, or `usual`, in milliseconds: a number with `ms`, `s`, `m` or `h`. Throws PodgraftError `usage.invalid`. */
export function durationOption(call: Call, name: string, usual: string): number {
  const text = textOption(call, name) ?? usual;
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit];
  if (text === "0") return 0;
  if (factor === undefined) throw invalid(name, "a duration such as 500ms, 10s or 5m", text);
  return Number(number) * factor;
}

/** What the option says, or `usual`: a whole number from 1 on. Throws PodgraftError `usage.invalid`. */
export function countOption(call: Call, name: string, usual: number): number {
  const text = textOption(call, name);
  if (text === undefined) return usual;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw invalid(name, "a whole number from 1 on", text);
  return Number(text);
}

/** `:8443`, `127.0.0.1:8443` or `[::1]:8443`; without a host, all addresses. Throws PodgraftError `usage.invalid`. */
export function addressOption(call: Call, name: string, usual: string): { host: string | undefined; port: number } {
  const text = textOption(call, name) ?? usual;
  const [, host = "", port = ""] = /^(.*):(\d{1,5})$/.exec(text) ?? [];
  if (port === "" || Number(port) > 65_535) throw invalid(name, "ADDRESS:PORT, or :PORT for all addresses", text);
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return { host: bare === "" ? undefined : bare, port: Number(port) };
}

/** One of the words, or `usual`. Throws PodgraftError `usage.invalid`. */
export function choiceOption<Word extends string>(
  call: Call,
  name: string,
  words: readonly [Word, ...Word[]],
  usual: Word,
): Word {
  const text = textOption(call, name) ?? usual;
  const word = words.find((one) => one === text);
  if (word === undefined) throw invalid(name, words.join(", "), text);
  return word;
}

function invalid(name: string, expected: string, found: string): PodgraftError {
  return new PodgraftError("usage.invalid", `--${name}: expected ${expected}, found ${JSON.stringify(found)}`);
}
