import { readFileSync } from "node:fs";
import t from "tap";
import { runPodgraft } from "./run-podgraft.ts";

const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

t.test("version and help go to stdout", async (t) => {
  const cwd = t.testdir();
  t.strictSame(await runPodgraft(["--version"], { cwd }), { status: 0, stdout: `${manifest.version}\n`, stderr: "" });
  for (const args of [["--help"], ["-h"], ["help"]]) {
    const help = await runPodgraft(args, { cwd });
    t.match(
      help,
      {
        status: 0,
        stdout: /^podgraft: .*Usage: podgraft COMMAND.*\n {2}patch {2,}\w.*Exit status: 0 done.*\n$/s,
        stderr: /^$/,
      },
      args.join(" "),
    );
  }
  const [first, ...others] = await Promise.all(
    [
      ["patch", "--help"],
      ["patch", "-h", "pod.json"],
      ["help", "patch"],
    ].map((args) => runPodgraft(args, { cwd })),
  );
  t.match(first, { status: 0, stdout: /^Usage: podgraft patch \[OPTIONS\] \[FILE\|-\]\.\.\.\n/, stderr: /^$/ });
  for (const option of [
    "-c, --config FILE",
    "-e, --environment NAME",
    "--set KEY=VALUE",
    "--context FILE|DIR",
    "-n, --namespace NAME",
    "-o, --output patch|json",
    "--explain",
    "--fail-on error|warning|never",
    "-h, --help",
  ]) {
    t.match(first?.stdout, option);
  }
  for (const other of others) t.strictSame(other, first);
});

t.test("usage errors: exit 2, nothing on stdout, a proposal where there is a near one", async (t) => {
  const cwd = t.testdir();
  const cases: readonly (readonly [args: string[], expected: RegExp])[] = [
    [[], /Usage: podgraft COMMAND/],
    [["ptach"], /^podgraft: error: unknown command "ptach"; did you mean patch\?\n$/],
    [["frobnicate"], /^podgraft: error: unknown command "frobnicate"; there are: .*patch/],
    [["help", "ptach"], /did you mean patch\?/],
    [["constructor"], /unknown command "constructor"/],
    [["--verison"], /unknown command "--verison"/],
    [
      ["patch", "--contxt", "x"],
      /^podgraft: error: unknown option --contxt; did you mean --context\? \(podgraft patch --help shows the options\)\n$/,
    ],
    [["patch", "--frobnicate=x"], /unknown option --frobnicate \(/],
    [["patch", "--constructor"], /unknown option --constructor/],
    [["patch", "-x"], /^podgraft: error: unknown option -x \(podgraft patch --help shows the options\)\n$/],
    [["patch", "--set"], /--set <value>' argument missing/],
    [["patch", "--config", "--explain"], /--config.*argument is ambiguous/],
    [["patch", "--explain=yes"], /--explain' does not take an argument/],
  ];
  for (const [args, expected] of cases) {
    t.match(await runPodgraft(args, { cwd }), { status: 2, stdout: /^$/, stderr: expected }, args.join(" "));
  }
});

t.test("behind -- everything is an operand", async (t) => {
  const cwd = t.testdir({ "--explain": "{}" });
  t.match(await runPodgraft(["patch", "--", "--explain"], { cwd }), { status: 0, stdout: /^\[\]\n$/, stderr: /^$/ });
});

t.test(
  "a command in a group: options may stand before it, help is that of the command, else of the group",
  async (t) => {
    const cwd = t.testdir();
    const help = await runPodgraft(["export", "kustomize-patches", "--help"], { cwd });
    t.match(help, { status: 0, stdout: /^Usage: podgraft export kustomize-patches \[OPTIONS\]/, stderr: /^$/ });
    for (const args of [
      ["export", "--help"],
      ["export", "-n", "shop", "kustomize-patches", "-h"],
      ["help", "export"],
      ["help", "export", "kustomize-patches"],
    ]) {
      t.strictSame(await runPodgraft(args, { cwd }), help, args.join(" "));
    }
    const cases: readonly (readonly [args: string[], expected: RegExp])[] = [
      [
        ["export"],
        /^podgraft: error: podgraft export: expected kustomize-patches, found nothing \(podgraft export --help/,
      ],
      [["export", "kustomise-patches"], /found "kustomise-patches"; did you mean kustomize-patches\?/],
      [["export", "-n", "kustomize-patches"], /found nothing/],
      [
        ["export", "kustomize-patches", "--otput=x"],
        /unknown option --otput; did you mean --output\? \(podgraft export kust/,
      ],
    ];
    for (const [args, expected] of cases) {
      t.match(await runPodgraft(args, { cwd }), { status: 2, stdout: /^$/, stderr: expected }, args.join(" "));
    }
  },
);
