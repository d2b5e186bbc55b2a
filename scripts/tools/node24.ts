import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { cacheFolder, type ToolSearch } from "./real-tools.ts";

/** What GitHub's runners had as `node24` when this was written. */
const version = "24.22.3";

/**
 * The Node that action.yml names: this one if it is of that line, else the binary that npm has for this machine, fetched into the cache on the
 * first use.
 */
export async function findNode24(): Promise<ToolSearch> {
  if (process.versions.node.startsWith("24.")) return { path: process.execPath };
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(cacheFolder(), "tools", `${name}-${version}`);
  const path = join(folder, "node_modules", name, "bin/node");
  if (existsSync(path)) return { path };
  mkdirSync(join(cacheFolder(), "tools"), { recursive: true });
  const fresh = mkdtempSync(join(cacheFolder(), "tools", "fetch-"));
  try {
    const args = ["install", "--prefix", fresh, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
    await execa("npm", [...args, `${name}@${version}`], { stdin: "ignore", timeout: 300_000 });
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return { path };
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    return { reason: `npm has no ${name}@${version} for this machine: ${String(cause).split("\n")[0] ?? ""}` };
  }
}
