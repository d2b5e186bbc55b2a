import t from "tap";
import { flagValues, hasSwitch, onlyFlags, readHelmArguments, withoutFlags } from "../../../cli/helm/helm-arguments.ts";

const namespaces: readonly [args: readonly string[], namespace: string | undefined][] = [
  [["r", "chart", "-n", "shop"], "shop"],
  [["-nshop"], "shop"],
  [["-n=shop"], "shop"],
  [["--namespace", "shop"], "shop"],
  [["--namespace=shop", "r"], "shop"],
  [["-n", "first", "--namespace=last"], "last"],
  [["-gn", "shop"], "shop"],
  [["-ign", "shop"], "shop"],
  [["--description", "-n", "r", "chart"], undefined],
  [["--set", "-n", "-n", "shop"], "shop"],
  [["-f", "-n", "values"], undefined],
  [["--wait", "-n", "shop"], "shop"],
  [["--", "-n", "shop"], undefined],
  [["-n"], undefined],
  [["-x", "-n", "shop"], "shop"],
  [["-"], undefined],
  [["--constructor", "-n", "shop"], "shop"],
];

for (const [args, namespace] of namespaces) {
  t.test(args.join(" "), (t) => {
    const read = readHelmArguments(args);
    t.equal(flagValues(read, "namespace").at(-1), namespace);
    t.same(withoutFlags(read, []), args, "as written");
    t.end();
  });
}

t.test("switches, and flags taken out", (t) => {
  const read = readHelmArguments(["r", "-h", "--no-hooks=false", "-s", "a.yaml", "--show-only=b.yaml", "chart"]);
  t.equal(hasSwitch(read, "help"), true);
  t.equal(hasSwitch(read, "no-hooks"), false);
  t.equal(hasSwitch(read, "debug"), false);
  t.same(flagValues(read, "show-only"), ["a.yaml", "b.yaml"]);
  t.same(withoutFlags(read, ["show-only", "help"]), ["r", "--no-hooks=false", "chart"]);
  t.same(onlyFlags(read, ["show-only"]), ["-s", "a.yaml", "--show-only=b.yaml"]);
  t.end();
});
