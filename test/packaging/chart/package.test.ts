import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import t from "tap";
import { chart, chartFile, helms, root } from "./render.ts";

t.test("the chart has the package's version, and asks for a Kubernetes with what it uses", async (t) => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  t.match(load(chartFile("Chart.yaml")), { version, appVersion: version, kubeVersion: ">=1.30.0-0" });
});

for (const { name, found } of helms) {
  t.test(`${name} has nothing to say against the chart`, { skip: found.reason ?? false }, async (t) => {
    t.match(await run(found.path ?? "", ["lint", "--strict", chart]), {
      status: 0,
      text: /1 chart\(s\) linted, 0 chart\(s\) failed/,
    });
  });

  t.test(`${name} refuses an older Kubernetes`, { skip: found.reason ?? false }, async (t) => {
    const args = ["template", "podgraft", chart, "--kube-version"];
    t.match(await run(found.path ?? "", [...args, "1.29.9"]), {
      status: 1,
      text: /requires kubeVersion: >=1\.30\.0-0/,
    });
    t.match(await run(found.path ?? "", [...args, "v1.30.1-eks-0123456"]), { status: 0 });
  });
}

type Outcome = { readonly status: number | null; readonly text: string };

function run(path: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(path, args, { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, text: stdout + stderr });
    });
  });
}
