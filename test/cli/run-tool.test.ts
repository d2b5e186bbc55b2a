import t from "tap";
import { runTool, runToolOrFail } from "../../cli/run-tool.ts";

function node(script: string): [string, string[]] {
  return [process.execPath, ["-e", script]];
}

t.test("what a tool prints and exits with, its input and variables", async (t) => {
  const script = "process.stdin.pipe(process.stdout); console.error(process.env.GIVEN); process.exitCode = 3";
  const run = await runTool(...node(script), { input: "one\ntwo\n", env: { GIVEN: "yes" } });
  t.match(run, { status: 3, stdout: "one\ntwo\n", stderr: "yes\n" });
});

t.test("arguments reach it as they are, without a shell", async (t) => {
  const { stdout } = await runTool(process.execPath, ["-p", "process.argv[1]", "--", "$HOME; `id` 'x' \\"]);
  t.equal(stdout, "$HOME; `id` 'x' \\\n");
});

t.test("a tool that does not read its input", async (t) => {
  const run = await runToolOrFail(...node("process.exit(0)"), { input: "x".repeat(4_000_000) });
  t.equal(run.status, 0);
});

t.test("a failure: status and the tool's own message", async (t) => {
  const failing = runToolOrFail(...node("console.error('no such chart'); process.exit(7)"));
  await t.rejects(failing, { code: "tool.failed", message: /exited with 7:\nno such chart$/ });
});

t.test("a failure without a word", async (t) => {
  await t.rejects(runToolOrFail(...node("process.exit(7)")), { code: "tool.failed", message: /exited with 7$/ });
});

t.test("no such program", async (t) => {
  await t.rejects(runTool("podgraft-no-such-program", []), {
    code: "tool.missing",
    message: /podgraft-no-such-program/,
  });
});

t.test("not a program", async (t) => {
  await t.rejects(runTool(t.testdir({ file: "text" }) + "/file", []), {
    code: "tool.failed",
    message: /cannot be started/,
  });
});

t.test("ended by a signal", async (t) => {
  await t.rejects(runTool(...node("process.kill(process.pid, 'SIGKILL')")), {
    code: "tool.failed",
    message: /SIGKILL/,
  });
});

t.test("limits: a tool that takes too long, or prints too much, is ended", async (t) => {
  const limits = { seconds: 1, mebibytes: 1 };
  await t.rejects(runTool(...node("setTimeout(() => {}, 60_000)"), { limits }), {
    code: "tool.failed",
    message: /ended after 1 s, the limit/,
  });
  await t.rejects(runTool(...node("process.stdout.write('x'.repeat(3_000_000))"), { limits }), {
    code: "tool.failed",
    message: /ended after 1 MiB of output, the limit/,
  });
  const within = await runTool(...node("process.stdout.write('x'.repeat(900_000))"), { limits });
  t.equal(within.stdout.length, 900_000);
});

t.test("limits: what a tool has started ends with it, and holds nothing open", async (t) => {
  const started = Date.now();
  const child =
    'require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 30_000)"], { stdio: "inherit" })';
  const limits = { seconds: 1, mebibytes: 1 };
  await t.rejects(runTool(...node(`${child}; setTimeout(() => {}, 60_000)`), { limits }), {
    message: /ended after 1 s, the limit/,
  });
  const leaving = `const child = ${child}; child.on("spawn", () => { console.log(child.pid); process.exit(0); })`;
  const { stdout } = await runTool(...node(leaving), { limits: { ...limits, seconds: 20 } });
  t.match(stdout, /^[0-9]+\n$/, "what it said itself is there");
  t.ok(Date.now() - started < 10_000, "which is told only when nobody is left to say more");
});
