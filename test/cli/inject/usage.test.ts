import t from "tap";
import { runPodgraft } from "../run-podgraft.ts";
import { aws, podYaml } from "./manifests.ts";

const usage: readonly (readonly [args: readonly string[], status: number, message: RegExp])[] = [
  [["-o", "xml"], 2, /--output "xml": expected yaml, patch or json/],
  [["--in-place"], 2, /--in-place needs files; standard input has no place/],
  [["--in-place", "p.yaml", "-"], 2, /--in-place needs files/],
  [["--in-place", "-o", "json", "p.yaml"], 2, /--output json and --in-place exclude each other/],
  [["--strip", "--refresh"], 2, /--strip and --refresh exclude each other/],
  [["--quiet", "--verbose"], 2, /--quiet and --verbose exclude each other/],
  [["--fail-on", "info"], 2, /--fail-on "info": expected error, warning or never/],
  [["--inplace", "p.yaml"], 2, /unknown option --inplace; did you mean --in-place\?/],
  [["--namespace", "Not_A_Name"], 2, /namespace/i],
  [["--config", "absent.yaml"], 2, /absent\.yaml: cannot be read/],
  [["--environment", "prod"], 2, /prod/],
  [["--set", "providers.awss={}"], 2, /awss.*aws/],
  [["--baseline", "absent.json"], 3, /absent\.json: cannot be read/],
  [["--baseline", "p.yaml"], 3, /p\.yaml:1:1: not JSON/],
  [["--baseline", "no-report.json"], 2, /no-report\.json: expected a report as --report writes it/],
  [["--report", "no/such/folder/r.json"], 2, /no\/such\/folder\/r\.json: cannot be written/],
  [["--context", "absent.yaml"], 3, /absent\.yaml: cannot be read/],
];

for (const [args, status, message] of usage) {
  t.test(args.join(" "), async (t) => {
    const cwd = t.testdir({ "p.yaml": podYaml(), "no-report.json": "{}" });
    const run = await runPodgraft(["inject", ...aws, ...args], { cwd, input: podYaml() });
    t.match(run, { status, stdout: /^$/, stderr: /^podgraft: error: [^\n]+\n$/ });
    t.match(run.stderr, message);
  });
}
