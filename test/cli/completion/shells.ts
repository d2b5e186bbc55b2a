import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A line as typed, and what the shell offers for its last word. */
export type Completer = (line: string, cwd: string) => string[];

/** Where a shell is looked for: `$BASH_PATH`, `$ZSH_PATH` and `$FISH_PATH` before the PATH. */
function shellCommand(name: "bash" | "zsh" | "fish"): string {
  return process.env[`${name.toUpperCase()}_PATH`] ?? name;
}

/** Whether a shell can be run here. */
export function hasShell(name: "bash" | "zsh" | "fish"): boolean {
  return spawnSync(shellCommand(name), ["-c", "exit 0"], { stdio: "ignore" }).status === 0;
}

/** bash with the script sourced; words are split as its line editor splits them. */
export function bashCompleter(script: string, breaks: string = "=:"): Completer {
  return (line, cwd) => {
    const words = line.split(" ").flatMap((word) => (breaks === "" ? [word] : word.split(/(=)/)));
    const glued = words.filter((word, index) => word !== "" || words[index - 1] !== "=" || index === words.length - 1);
    const typed = glued.at(-1) === "" && glued.at(-2) === "=" ? glued.slice(0, -1) : glued;
    const harness = `${script}
COMP_WORDBREAKS=$1; shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_podgraft
[[ \${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "\${COMPREPLY[@]}"
`;
    return run("bash", ["--norc", "--noprofile", "-c", harness, "bash", breaks, ...typed], cwd);
  };
}

/** fish with the script sourced. */
export function fishCompleter(script: string): Completer {
  return (line, cwd) =>
    run("fish", ["--no-config", "-c", `${script}\ncomplete -C $argv[1]`, line], cwd).map((offer) =>
      offer.replace(/\t.*/, ""),
    );
}

/** zsh in a terminal of its own, for it completes nowhere else; what would be listed is written down instead. */
export function zshCompleter(script: string, folder: string): Completer {
  const inner = join(folder, "inner.zsh");
  writeFileSync(inner, zshInside(script));
  return (line, cwd) => run("zsh", ["-f", "-c", zshOutside, "zsh", inner, line], cwd);
}

function zshInside(script: string): string {
  return `PS1= PS2= RPS1=
autoload -Uz compinit && compinit -u -D
zstyle ':completion:*' insert-tab false
bindkey '^M' undefined
bindkey '^J' undefined
bindkey '^I' complete-word
null-line () { echo -E - $'\\0' }
compprefuncs=( null-line )
comppostfuncs=( null-line exit )
compadd () {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
    builtin compadd "$@"
    return $?
  fi
  typeset -a __hits
  builtin compadd -A __hits "$@"
  local __hit
  for __hit in $__hits; do echo -E - $__hit; done
}
${script}
echo -E - ready
`;
}

const zshOutside = `
zmodload zsh/zpty || exit 3
zpty z zsh -f -i
zpty -w z "source $1"
local text
repeat 6; do
  zpty -r z text
  [[ $text == ready* ]] && break
done
[[ $text == ready* ]] || exit 4
zpty -w -n z "$2"$'\\t'
integer nulls=0
while zpty -r z text; do
  if [[ $text == *$'\\0'* ]]; then
    (( nulls++ )) && break
  elif (( nulls )); then
    print -r -- "\${text%%[[:space:]]##}"
  fi
done
zpty -d z
`;

function run(shell: "bash" | "zsh" | "fish", args: readonly string[], cwd: string): string[] {
  const command = shellCommand(shell);
  const env = {
    ...process.env,
    HOME: cwd,
    PATH: `${command.slice(0, -basename(command).length)}:${process.env.PATH ?? ""}`,
  };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", timeout: 20_000 });
  if (status !== 0 || stderr !== "") throw new Error(`${shell} exited with ${String(status)}: ${stderr}`);
  return stdout.split(/\r?\n/).filter((offer) => offer !== "");
}
