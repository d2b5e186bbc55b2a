// Builds the package where it is installed from its sources. `npm install --global` of a repository hands its own `global` down to the install
// that should have fetched what the build needs, and fetches nothing: then it is done here. Plain JavaScript, for nothing is compiled yet.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const npm = process.env.npm_execpath;

/** @param {string[]} args */
function runNpm(...args) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(?:global|prefix)$/i.test(name)),
  );
  const [program, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  const { status } = spawnSync(program, [...first, ...args], { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(`${root}node_modules/typescript`)) {
  runNpm("ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund");
}
runNpm("run", "-s", "build");
