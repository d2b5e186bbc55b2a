import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { runPodgraft, type Run } from "../run-podgraft.ts";

/** A program that answers as Helm 3 does, but prints `release` in its dry run; the release itself it sends without a word. */
function pretendHelm(t: Test, release: string): string {
  const path = join(t.testdir(), "helm");
  const script = `#!${process.execPath}
const [command, ...args] = process.argv.slice(2);
if (command === "version") console.log("v3.17.2");
else if (command === "env") console.log("shop");
else if (args.includes("--output=json")) process.stdout.write(${JSON.stringify(release)});
else console.log("sent");
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

function helm(t: Test, release: string, command: readonly string[]): Promise<Run> {
  const path = pretendHelm(t, release);
  const options = ["--set", "providers.aws.awsDefaultRegion=eu-west-1", "--helm-command", path];
  return runPodgraft(["helm", ...options, ...command], { cwd: join(path, "..") });
}

const printed = {
  nothing: "",
  "a sentence": "Release r has been upgraded. Happy Helming!\n",
  "a sentence before the release": 'coalesce.go: warning\n{"hooks": []}\n',
  "half a release": '{"hooks": [',
  "a list": "[]\n",
  "no value": "null\n",
  "a text": '"release"\n',
};

for (const [title, release] of Object.entries(printed)) {
  for (const command of ["install", "upgrade"]) {
    t.test(`${command}: a dry run that succeeds and prints ${title}`, async (t) => {
      const run = await helm(t, release, [command, "r", "chart"]);
      t.match(run, {
        status: 5,
        stdout: "",
        stderr: new RegExp(`helm ${command} --dry-run=server succeeded but printed`),
      });
      t.notMatch(run.stderr, /internal|Syntax/);
    });
  }
}

t.test("a release without hooks is sent", async (t) => {
  for (const release of ["{}", '{"hooks": null}', '{"hooks": []}']) {
    t.match(await helm(t, release, ["upgrade", "r", "chart"]), { status: 0, stdout: "sent\n" });
  }
});

t.test("without hooks nothing is asked before", async (t) => {
  t.match(await helm(t, "", ["upgrade", "r", "chart", "--no-hooks"]), { status: 0, stdout: "sent\n" });
});
