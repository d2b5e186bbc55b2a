import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { parseJson } from "../../engine/config/parse-json.ts";
import { isJsonList, member, type Json } from "../../engine/json.ts";
import { splitStream } from "../../renderer/stream/split.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { findBuiltTool } from "../../scripts/tools/built-tools.ts";
import { findKustomize } from "../../scripts/tools/find-kustomize.ts";
import {
  findHelm3,
  findHelm4,
  findKubectl132,
  findKubectl135,
  type ToolSearch,
} from "../../scripts/tools/real-tools.ts";
import { addPlugin, postRenderer, prepareHelm } from "../cli/helm/real-helm.ts";
import { injectedText } from "./expected.ts";
import { configuration, type Fixture } from "./fixtures.ts";

const program = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

/** What came out, or why nothing did. */
export type Rendered = { readonly text: string; readonly fault?: string };

/** One way of giving manifests their identity. */
export type Way = {
  readonly name: string;
  /** Whether every byte that is not injected stays: not where a tool prints the manifests anew. */
  readonly keepsBytes: boolean;
  readonly namesAreFinal: boolean;
  readonly render: (fixture: Fixture) => Promise<Rendered>;
};

/** The ways that there are here, and what is missing for the others. Each works in a folder of its own below `scratch`. */
export function createWays(scratch: string): {
  readonly ways: Way[];
  readonly missing: { readonly name: string; readonly reason: string }[];
} {
  const missing: { name: string; reason: string }[] = [];
  const having = (name: string, found: ToolSearch, make: (path: string) => Way[]): Way[] => {
    if (found.path !== undefined) return make(found.path);
    missing.push({ name, reason: found.reason });
    return [];
  };
  const kustomize = findKustomize();
  return {
    missing,
    ways: [
      ...ownWays(scratch),
      ...having("Helm 3.17", findHelm3(), (path) => helmWays("Helm 3", "Helm 3.17", path, scratch)),
      ...having("Helm 3.22", findBuiltTool("helm3"), (path) => helmWays("Helm 3", "Helm 3.22", path, scratch)),
      ...having("Helm 4.1", findHelm4(), (path) => helmWays("Helm 4", "Helm 4.1", path, scratch)),
      ...having("Helm 4.3", findBuiltTool("helm4"), (path) => helmWays("Helm 4", "Helm 4.3", path, scratch)),
      ...having("kustomize", kustomize, (path) => [
        kustomizeWrapper("kustomize", path, scratch),
        krmFunction(path, scratch),
        exported(path, scratch),
      ]),
      ...having("kubectl 1.32", findKubectl132(), (path) => [kustomizeWrapper("kubectl 1.32", path, scratch)]),
      ...having("kubectl 1.35", findKubectl135(), (path) => [kustomizeWrapper("kubectl 1.35", path, scratch)]),
    ],
  };
}

/** What a reporting command prints as JSON. */
export async function reportAsJson(command: "explain" | "verify", text: string): Promise<Json> {
  const args = [program, command, "-c", configuration, "--format", "json", "-"];
  return parseJson((await run(process.execPath, args, { input: text })).stdout) ?? null;
}

/** Why `podgraft verify` does not accept manifests; undefined where it does. */
export async function verifies(text: string): Promise<string | undefined> {
  const { exitCode, stdout, stderr } = await run(process.execPath, [program, "verify", "-c", configuration, "-"], {
    input: text,
  });
  return exitCode === 0 ? undefined : stdout + stderr;
}

function ownWays(scratch: string): Way[] {
  return [
    {
      name: "library",
      keepsBytes: true,
      namesAreFinal: true,
      render: (fixture) => Promise.resolve({ text: injectedText(fixture) }),
    },
    {
      name: "stdin",
      keepsBytes: true,
      namesAreFinal: true,
      render: ({ text }) => podgraft(["inject", "-q", "-c", configuration, "-"], { input: text }),
    },
    {
      name: "file",
      keepsBytes: true,
      namesAreFinal: true,
      render: ({ text }) => podgraft(["inject", "-q", "-c", configuration, fileWith(scratch, text)]),
    },
    {
      name: "krm",
      keepsBytes: false,
      namesAreFinal: false,
      async render({ text }) {
        const items = splitStream(text).map((document) => readYaml(document.text).value);
        const list = { apiVersion: "config.kubernetes.io/v1", kind: "ResourceList", items };
        const written = await podgraft(["krm", "-q", "-c", configuration], { input: JSON.stringify(list) });
        return written.fault === undefined ? { text: itemsOf(written.text) } : written;
      },
    },
    {
      name: "Argo CD",
      keepsBytes: false,
      namesAreFinal: true,
      render: ({ text }) => {
        const cwd = folderWith(scratch, { "manifests.yaml": text });
        const env = { ARGOCD_APP_NAME: "shop", ARGOCD_APP_NAMESPACE: "shop", KUBE_VERSION: "1.32.3" };
        return podgraft(["argocd-cmp", "-q", "-c", configuration, "generate"], { cwd, env });
      },
    },
  ];
}

/** The items of a ResourceList as a stream. */
function itemsOf(list: string): string {
  const items = member(readYaml(list).value, "items");
  if (!isJsonList(items)) throw new Error("krm wrote no list of items");
  return items.map((item) => `---\n${JSON.stringify(item)}\n`).join("");
}

function helmWays(major: "Helm 3" | "Helm 4", name: string, path: string, scratch: string): Way[] {
  const helm = prepareHelm(path, scratch);
  if (major === "Helm 4") addPlugin(helm);
  const chart = ({ text }: Fixture): string =>
    folderWith(scratch, {
      "Chart.yaml": "apiVersion: v2\nname: fixture\nversion: 1.0.0\n",
      "templates/file.yaml": text.replaceAll("{{", '{{ "{{" }}'),
    });
  const flags = ["--namespace", "shop"];
  return [
    {
      name: `${name} post-renderer`,
      keepsBytes: false,
      namesAreFinal: true,
      render: async (fixture) =>
        renderedBy(
          await helm.run([
            "template",
            "r",
            chart(fixture),
            ...flags,
            ...postRenderer(major, [`--config=${configuration}`]),
          ]),
        ),
    },
    {
      name: `${name} wrapper`,
      keepsBytes: false,
      namesAreFinal: true,
      render: async (fixture) =>
        renderedBy(await helm.wrapped(["-q", "-c", configuration, "template", "r", chart(fixture), ...flags])),
    },
  ];
}

function kustomizeWrapper(name: string, path: string, scratch: string): Way {
  return {
    name: `${name} wrapper`,
    keepsBytes: false,
    namesAreFinal: true,
    render: ({ text }) =>
      podgraft(["kustomize", "-q", "-c", configuration, "--kustomize-command", path, "build", overlay(scratch, text)]),
  };
}

function krmFunction(kustomize: string, scratch: string): Way {
  return {
    name: "KRM function",
    keepsBytes: false,
    namesAreFinal: false,
    async render({ text }) {
      const exec = { exec: { path: process.execPath, args: [program, "krm", "-q", "-c", configuration] } };
      const transformer = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "inject", annotations: { "config.kubernetes.io/function": JSON.stringify(exec) } },
      };
      const folder = folderWith(scratch, {
        "manifests.yaml": text,
        "inject.json": JSON.stringify(transformer),
        "kustomization.yaml": JSON.stringify({ resources: ["manifests.yaml"], transformers: ["inject.json"] }),
      });
      return renderedBy(await run(kustomize, ["build", folder, "--enable-alpha-plugins", "--enable-exec"]));
    },
  };
}

function exported(kustomize: string, scratch: string): Way {
  return {
    name: "exported patches",
    keepsBytes: false,
    namesAreFinal: false,
    async render({ text }) {
      const args = ["export", "kustomize-patches", "-q", "-c", configuration, "--kustomize-command", kustomize, "-"];
      const component = await podgraft(args, { input: text });
      if (component.fault !== undefined) return component;
      const folder = folderWith(scratch, {
        "manifests.yaml": text,
        "identity/kustomization.yaml": component.text,
        "kustomization.yaml": JSON.stringify({ resources: ["manifests.yaml"], components: ["identity"] }),
      });
      return renderedBy(await run(kustomize, ["build", folder]));
    },
  };
}

function overlay(scratch: string, text: string): string {
  return folderWith(scratch, {
    "manifests.yaml": text,
    "kustomization.yaml": JSON.stringify({ resources: ["manifests.yaml"] }),
  });
}

function folderWith(scratch: string, files: { readonly [path: string]: string }): string {
  const folder = mkdtempSync(join(scratch, "fixture-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function fileWith(scratch: string, text: string): string {
  return join(folderWith(scratch, { "manifests.yaml": text }), "manifests.yaml");
}

type Options = { readonly input?: string; readonly cwd?: string; readonly env?: { readonly [name: string]: string } };
type Ran = { readonly exitCode?: number | undefined; readonly stdout: string; readonly stderr: string };

function run(
  command: string,
  args: readonly string[],
  { input = "", env = {}, ...options }: Options = {},
): Promise<Ran> {
  return execa(command, args, {
    ...options,
    input,
    env: { PODGRAFT_CONFIG: "", ...env },
    reject: false,
    stripFinalNewline: false,
  });
}

async function podgraft(args: readonly string[], options: Options = {}): Promise<Rendered> {
  return renderedBy(await run(process.execPath, [program, ...args], options));
}

function renderedBy({ exitCode, status, stdout, stderr }: Ran & { readonly status?: number | null }): Rendered {
  const code = exitCode ?? status;
  return code === 0 ? { text: stdout } : { text: "", fault: stderr.trim() || `exit ${String(code)}` };
}
