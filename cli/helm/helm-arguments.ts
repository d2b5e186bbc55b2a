/** An argument of Helm: a flag with its value, or what is no flag. `tokens` are how it was written. */
export type HelmArgument = {
  /** The long name of the flag; undefined for operands. */
  readonly flag?: string;
  readonly value?: string;
  readonly tokens: readonly string[];
};

/** Flags of `helm template`, `install` and `upgrade` (3 and 4) whose value may be the next argument, without the one-letter ones. */
const valueFlags: ReadonlySet<string> = new Set(
  (
    "api-versions burst-limit ca-file cert-file color colour content-cache description history-max key-file keyring kube-apiserver " +
    "kube-as-group kube-as-user kube-ca-file kube-context kube-tls-server-name kube-token kube-version kubeconfig labels name-template " +
    "namespace output output-dir password post-renderer post-renderer-args qps registry-config repo repository-cache repository-config " +
    "set set-file set-json set-literal set-string show-only timeout username values version"
  ).split(" "),
);

/** One-letter flags, those that take a value and those that do not. */
const shortValueFlags: { readonly [letter: string]: string } = {
  a: "api-versions",
  f: "values",
  l: "labels",
  n: "namespace",
  o: "output",
  s: "show-only",
};
const shortSwitches: { readonly [letter: string]: string } = { g: "generate-name", h: "help", i: "install" };

/** Reads arguments as Helm does: `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`; behind `--` all are operands. */
export function readHelmArguments(args: readonly string[]): HelmArgument[] {
  const read: HelmArgument[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    if (argument === "--") return [...read, ...args.slice(index).map((token) => ({ tokens: [token] }))];
    const { flag, value } = flagOf(argument);
    const next = args[index + 1];
    if (flag !== undefined && value === undefined && valueFlags.has(flag) && next !== undefined) {
      read.push({ flag, value: next, tokens: [argument, next] });
      index += 1;
    } else {
      read.push({
        ...(flag === undefined ? {} : { flag }),
        ...(value === undefined ? {} : { value }),
        tokens: [argument],
      });
    }
  }
  return read;
}

function flagOf(argument: string): { readonly flag?: string; readonly value?: string } {
  const long = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
  if (long !== null) return withValue(long[1] ?? "", long[2]);
  const short = /^-([a-z])(.*)$/s.exec(argument);
  if (short === null) return {};
  const [, letter = "", rest = ""] = short;
  // Switches may stand together, and the last of them may be a flag with a value: `-gn shop`.
  if (Object.hasOwn(shortSwitches, letter))
    return rest === "" ? withValue(shortSwitches[letter] ?? "") : flagOf(`-${rest}`);
  const name = Object.hasOwn(shortValueFlags, letter) ? shortValueFlags[letter] : undefined;
  return name === undefined ? {} : withValue(name, rest === "" ? undefined : rest.replace(/^=/, ""));
}

function withValue(flag: string, value?: string): { readonly flag: string; readonly value?: string } {
  return value === undefined ? { flag } : { flag, value };
}

/** All values of a flag, in their order. */
export function flagValues(args: readonly HelmArgument[], name: string): string[] {
  return args.flatMap(({ flag, value }) => (flag === name && value !== undefined ? [value] : []));
}

/** Whether a switch is on. */
export function hasSwitch(args: readonly HelmArgument[], name: string): boolean {
  return args.some(({ flag, value }) => flag === name && value !== "false");
}

/** The arguments as they were written, without some flags. */
export function withoutFlags(args: readonly HelmArgument[], names: readonly string[]): string[] {
  return args.flatMap(({ flag, tokens }) => (flag !== undefined && names.includes(flag) ? [] : tokens));
}

/** The flags of some names as they were written. */
export function onlyFlags(args: readonly HelmArgument[], names: readonly string[]): string[] {
  return args.flatMap(({ flag, tokens }) => (flag !== undefined && names.includes(flag) ? tokens : []));
}
