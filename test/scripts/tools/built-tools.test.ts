import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { findBuiltTool, type BuiltTool } from "../../../scripts/tools/built-tools.ts";
import { findKustomize } from "../../../scripts/tools/find-kustomize.ts";
import { cacheFolder } from "../../../scripts/tools/real-tools.ts";

const tools: readonly { readonly name: BuiltTool; readonly args: readonly string[]; readonly version: RegExp }[] = [
  { name: "kustomize", args: ["version"], version: /^v5\.8\.2$/m },
  { name: "etcd", args: ["--version"], version: /^etcd Version: 3\.7\.0$/m },
  { name: "kube-apiserver", args: ["--version"], version: /^Kubernetes v1\.37\.2$/m },
  { name: "kube-controller-manager", args: ["--version"], version: /^Kubernetes v1\.37\.2$/m },
  { name: "helm3", args: ["version", "--template", "{{.Version}}"], version: /^v3\.22\.0$/m },
  { name: "helm4", args: ["version", "--template", "{{.Version}}"], version: /^v4\.3\.1$/m },
];

for (const { name, args, version } of tools) {
  const { path, reason } = findBuiltTool(name);
  t.test(name, { skip: reason ?? false }, async (t) => {
    if (path === undefined) return;
    t.match(execFileSync(path, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }), version);
  });
}

const { path: etcd, reason: noEtcd } = findBuiltTool("etcd");

t.test("a tool counts only with the stamp of today's versions", { skip: noEtcd ?? false }, async (t) => {
  if (etcd === undefined) return;
  const built = join(setVariable(t, "PODGRAFT_CACHE", t.testdir({ built: {} })), "built");
  t.match(findBuiltTool("etcd").reason, /^etcd is not built; /);
  const copy = join(built, "etcd");
  writeFileSync(copy, "", { mode: 0o755 });
  t.match(findBuiltTool("etcd").reason, /was built from other versions; /, "no stamp at all");
  writeFileSync(`${copy}.stamp`, "0123 go1.0\n");
  t.match(findBuiltTool("etcd").reason, /was built from other versions; /, "another stamp");
  copyFileSync(`${etcd}.stamp`, `${copy}.stamp`);
  t.equal(findBuiltTool("etcd").path, copy);
});

t.test("a kustomize that was not built here is looked for on the PATH", async (t) => {
  const folder = t.testdir({ kustomize: "" });
  setVariable(t, "PODGRAFT_CACHE", folder);
  setVariable(t, "PATH", `:${folder}`);
  t.match(findKustomize().reason, /^kustomize is not built; .*; there is none on the PATH either$/);
  chmodSync(join(folder, "kustomize"), 0o755);
  t.equal(findKustomize().path, join(folder, "kustomize"));
  t.equal(cacheFolder(), folder);
});

/** For the test alone. */
function setVariable(t: Test, name: string, value: string): string {
  const before = process.env[name];
  process.env[name] = value;
  t.teardown(() => {
    if (before === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before;
  });
  return value;
}
