import t, { type Test } from "tap";
import { completionCommand } from "../../../cli/completion.ts";
import { commandLine } from "../../../cli/completion/command-line.ts";
import { loadCommands } from "../../../cli/commands.ts";
import { runPodgraft } from "../run-podgraft.ts";
import { bashCompleter, fishCompleter, hasShell, zshCompleter, type Completer } from "./shells.ts";

const places = commandLine(await loadCommands());
const programWords = places.find(({ words }) => words === "")?.offers.map(({ word }) => word) ?? [];

function optionsAt(words: string): string[] {
  return places.find((place) => place.words === words)?.options.map(({ name }) => `--${name}`) ?? [];
}

/**
 * What every shell offers alike. zsh goes on to options, or from folders to files, where the terminal that stands in for a person has taken
 * nothing yet.
 */
const cases: readonly (readonly [line: string, offers: readonly string[], moreInZsh?: "more"])[] = [
  ["podgraft ", programWords],
  ["podgraft ex", ["explain", "export"]],
  ["podgraft config ", ["print", "validate", "init", "import"]],
  ["podgraft config i", ["init", "import"]],
  ["podgraft completion ", ["bash", "zsh", "fish"]],
  ["podgraft help con", ["config"]],
  ["podgraft inject --fail-on ", ["error", "warning", "never"]],
  ["podgraft verify --format j", ["json", "junit"]],
  ["podgraft verify -o r", ["reports/"]],
  ["podgraft config init --preset openshift-a", ["openshift-aws", "openshift-azure"]],
  ["podgraft config print --format y", ["yaml"]],
  ["podgraft export kustomize-patches --output flux-h", ["flux-helmrelease"]],
  ["podgraft inject --set a=b --context m", ["manifests/", "more values.yaml"]],
  ["podgraft inject m", ["manifests/", "more values.yaml"]],
  ["podgraft verify --chart m", ["manifests/"], "more"],
  ["podgraft inject --environment ", []],
  ["podgraft krm ", [], "more"],
  ["podgraft helm -n shop ", ["template", "install", "upgrade"]],
  ["podgraft helm template m", ["manifests/", "more values.yaml"]],
];

const folder = { manifests: {}, reports: {}, "more values.yaml": "" };

/** Shells mark folders and escape blanks each in their way. */
function normal(offers: readonly string[]): string[] {
  return offers.map((offer) => offer.replace(/\/$/, "").replaceAll("\\", "")).toSorted();
}

function testShell(t: Test, cwd: string, complete: Completer, allowsMore: boolean = false): void {
  for (const [line, offers, more] of cases) {
    const found = normal(complete(line, cwd));
    if (!allowsMore || more === undefined) t.same(found, normal(offers), line);
    else for (const offer of normal(offers)) t.ok(found.includes(offer), `${line}: ${offer}`);
  }
}

t.test("bash", async (t) => {
  if (!hasShell("bash")) {
    t.comment("skipped: there is no bash here");
    return;
  }
  const { stdout: script } = await runPodgraft(["completion", "bash"], { cwd: t.testdir({}) });
  testShell(t, t.testdir(folder), bashCompleter(script));
  const cwd = t.testdir(folder);
  const complete = bashCompleter(script);
  for (const { words } of places) {
    const found = complete(`podgraft ${words} --`.replace("  ", " "), cwd);
    t.same(found.toSorted(), optionsAt(words).toSorted(), `options of ${words === "" ? "the program" : words}`);
  }
  t.same(
    complete("podgraft inject --output=", cwd),
    ["yaml", "patch", "json"],
    "behind =, which bash takes for a word",
  );
  t.same(complete("podgraft inject --output=j", cwd), ["json"]);
  t.same(complete("podgraft inject --output=json --str", cwd), ["--strip"]);
  t.same(
    complete("podgraft export -n config kustomize-patches --no", cwd),
    ["--no-prove"],
    "options before the command",
  );
  t.same(complete("podgraft inject -- --o", cwd), [], "operands behind --");
  t.same(complete("podgraft helm template --n", cwd), [], "options of another program");
  t.same(complete("podgraft frobnicate ", cwd), []);
  t.same(bashCompleter(script, "")("podgraft inject --output=j", cwd), ["--output=json"], "where = divides no words");
});

t.test("zsh", async (t) => {
  if (!hasShell("zsh")) {
    t.comment("skipped: there is no zsh here");
    return;
  }
  const { stdout: script } = await runPodgraft(["completion", "zsh"], { cwd: t.testdir({}) });
  const root = t.testdir({ folder, elsewhere: {} });
  testShell(t, `${root}/folder`, zshCompleter(script, `${root}/elsewhere`), true);
});

t.test("fish", async (t) => {
  if (!hasShell("fish")) {
    t.comment("skipped: there is no fish here");
    return;
  }
  const { stdout: script } = await runPodgraft(["completion", "fish"], { cwd: t.testdir({}) });
  testShell(t, t.testdir(folder), fishCompleter(script));
});

t.test("an option of one name is a switch in every command of a group, or in none", async (t) => {
  for (const entry of await loadCommands()) {
    if (!("commands" in entry)) continue;
    const kinds = new Map<string, boolean>();
    for (const { name, value } of entry.commands.flatMap(({ options }) => options)) {
      t.equal(kinds.get(name) ?? value === undefined, value === undefined, `${entry.name} --${name}`);
      kinds.set(name, value === undefined);
    }
  }
});

t.test("other shells", async (t) => {
  for (const operands of [[], ["tcsh"], ["bash", "zsh"]]) {
    await t.rejects(completionCommand(loadCommands).run({ options: {}, operands }), {
      code: "usage.invalid",
      message: `expected bash, zsh or fish, found ${operands.join(" ") || "nothing"}`,
    });
  }
});
