import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import t from "tap";

const demo = fileURLToPath(new URL("../../scripts/demo.js", import.meta.url));

async function runDemo(environment: { readonly [name: string]: string }): Promise<{ status: number | undefined; stdout: string; stderr: string }> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [demo], {
    reject: false,
    stdin: "ignore",
    // The test runner sets both for its own output; Node itself warns where it finds both.
    env: { FORCE_COLOR: undefined, NO_COLOR: undefined, ...environment },
  });
  return { status: exitCode, stdout, stderr };
}

t.test("the demo shows every cloud and says why", async (t) => {
  const { status, stdout, stderr } = await runDemo({});
  t.equal(status, 0);
  t.equal(stderr, "");
  for (const cloud of ["AWS", "Azure", "Google Cloud", "Alibaba Cloud"]) t.match(stdout, `\n  ${cloud}: identity – `, `a Pod of ${cloud}`);
  for (const line of [
    "── Deployment shop/orders-api ",
    "+            - name: AWS_ROLE_ARN\n+              value: arn:aws:iam::111122223333:role/orders-api\n",
    "-          env: []\n+          env:\n",
    "  (not a byte changes)\n",
    "    subject                      system:serviceaccount:shop:orders-api\n",
    "← the ServiceAccount's annotation eks.amazonaws.com/role-arn\n",
    "← setting providers.azure.azureTenantId\n",
    "← fixed by Alibaba Cloud's rules\n",
    "← identities[0] of podgraft.yaml, which fills in the ServiceAccount's eks.amazonaws.com/audience\n",
  ]) {
    t.ok(stdout.includes(line), JSON.stringify(line));
  }
  const last = "11 Pods: AWS 3, Azure 2, Google Cloud 3, Alibaba Cloud 2; 1 without an identity, 0 refused, 0 warnings or errors";
  t.equal(stdout.split("\n").at(-1), last, "closes with one line");
  t.strictSame(linesMissing(excerptsOfReadme(), stdout), [], "README.md shows what the demo shows, in its order");
  t.notOk(stdout.includes("\u001b"), "no colour where no terminal is");
});

/** The lines of the first two blocks of README.md that show output. */
function excerptsOfReadme(): string[] {
  const readme = readFileSync(fileURLToPath(new URL("../../../README.md", import.meta.url)), "utf8");
  const blocks = [...readme.matchAll(/^```(?:diff|text)\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  t.equal(blocks.length, 2, "a diff and an explanation");
  return blocks.flatMap((block) => block.split("\n")).filter((line) => line !== "" && line !== "…");
}

/** The lines that do not follow in the text behind those before them. */
function linesMissing(lines: readonly string[], text: string): string[] {
  const present = text.split("\n");
  let from = 0;
  return lines.filter((line) => {
    const found = present.indexOf(line, from);
    if (found !== -1) from = found + 1;
    return found === -1;
  });
}

t.test("the demo in colour", async (t) => {
  const { status, stdout } = await runDemo({ FORCE_COLOR: "1" });
  t.equal(status, 0);
  t.ok(stdout.includes("\u001b[32m+              value: regional\u001b[39m"), "added lines are green");
  t.ok(stdout.includes("\u001b[31m-          env: []\u001b[39m"), "removed lines are red");
});
