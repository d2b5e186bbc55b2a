import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execa } from "execa";
import t, { type Test } from "tap";
import {
  cacheFolder,
  findHelm3,
  findHelm4,
  findKubectl132,
  findKubectl135,
} from "../../../scripts/tools/real-tools.ts";

const tools = [
  { name: "Helm 3", find: findHelm3, args: ["version", "--template", "{{.Version}}"], version: "v3.17.2" },
  { name: "Helm 4", find: findHelm4, args: ["version", "--template", "{{.Version}}"], version: "v4.1.4" },
  { name: "kubectl 1.32", find: findKubectl132, args: ["version", "--client"], version: "Kustomize Version: v5.5.0" },
  { name: "kubectl 1.35", find: findKubectl135, args: ["version", "--client"], version: "Kustomize Version: v5.7.1" },
];

for (const { name, find, args, version } of tools) {
  const { path, reason } = find();
  t.test(name, { skip: reason ?? false }, async (t) => {
    if (path === undefined) return;
    const { stdout } = await execa(path, args, { stdin: "ignore" });
    t.ok(stdout.split("\n").includes(version), `${stdout}: says that it is ${version}`);
  });
}

t.test("a tool is unpacked once", { skip: findHelm4().reason ?? false }, async (t) => {
  const cache = setCache(t, t.testdir());
  const { path } = findHelm4();
  if (path === undefined) throw new Error("found before, gone now");
  t.ok(path.startsWith(join(cache, "tools")), "into the cache folder");
  t.strictSame(readdirSync(dirname(path)), ["helm"], "nothing half-finished is left");
  const { ino } = statSync(path);
  t.equal(findHelm4().path, path);
  t.equal(statSync(path).ino, ino, "the second time it is there already");
});

t.test("a cache that cannot be written is a reason, not a crash", { skip: findHelm4().reason ?? false }, async (t) => {
  const folder = t.testdir();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "file"), "");
  setCache(t, join(folder, "file"));
  t.match(findHelm4().reason, /^helm cannot be unpacked into .*file\/tools/);
});

t.test("on other machines there are no tools", async (t) => {
  const platform = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
  t.teardown(() => Object.defineProperty(process, "platform", platform));
  Object.defineProperty(process, "platform", { ...platform, value: "plan9" });
  t.match(findHelm3().reason, /for Linux on x64 only, and this is plan9 on /);
});

t.test("where the cache is", async (t) => {
  const cases = [
    { own: "/own", shared: "/shared", folder: "/own" },
    { own: "", shared: "/shared", folder: "/shared/podgraft" },
    { own: "", shared: "", folder: /.\/\.cache\/podgraft$/ },
  ];
  for (const { own, shared, folder } of cases) {
    setVariable(t, "PODGRAFT_CACHE", own);
    setVariable(t, "XDG_CACHE_HOME", shared);
    t.match(cacheFolder(), folder);
  }
});

function setCache(t: Test, folder: string): string {
  setVariable(t, "PODGRAFT_CACHE", folder);
  return folder;
}

/** For the test alone. */
function setVariable(t: Test, name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  t.teardown(() => {
    if (before === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before;
  });
}
