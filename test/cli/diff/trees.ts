import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runPodgraft, type Run } from "../run-podgraft.ts";

/** Files by their paths; an empty one is none. */
export type Files = { readonly [path: string]: string };

/** AWS is on. */
export const config = "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: { aws: {} }\n";

/** The ServiceAccount `app` with that role, and further annotations. */
export function account(role: string, annotations = ""): string {
  return `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: app\n  namespace: shop\n  annotations: { eks.amazonaws.com/role-arn: "arn:aws:iam::111122223333:role/${role}"${annotations} }\n`;
}

/** A Deployment that runs as `app`. */
export function deployment(name = "web", remark = "the one"): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name}, namespace: shop }\nspec:\n  selector: {}\n  template:\n    spec:\n      serviceAccountName: app\n      containers:\n        - name: c # ${remark}\n`;
}

const usual: Files = { "podgraft.yaml": config, "account.yaml": account("one"), "web.yaml": deployment() };

/** Writes the usual files, with the given ones in their place, into a folder in `folder`; its path. */
export function tree(folder: string, name: string, given: Files): string {
  for (const [path, text] of Object.entries({ ...usual, ...given })) {
    if (text === "") continue;
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

/** Compares two trees, both with the usual files and the given ones in their place. */
export function compare(folder: string, base: Files, head: Files, args: readonly string[] = []): Promise<Run> {
  tree(folder, "base", base);
  return runPodgraft(["diff", "--base", "../base", ...args, "."], { cwd: tree(folder, "head", head) });
}
