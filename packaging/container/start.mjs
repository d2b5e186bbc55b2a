// The entrypoint of the admission server's image: `serve` runs on the module that the image was built with, and refuses any other. The digest
// is compared where the module is read, so that nothing can come in between. With --module or --module-digest the caller says what to run.
import { readFileSync } from "node:fs";
import process from "node:process";
import { URL } from "node:url";

const [command] = process.argv.slice(2);
const isChosen = process.argv.some((argument) => /^--module(?:-digest)?(?:=|$)/.test(argument));
if (command === "serve" && !isChosen) {
  const digest = readFileSync(new URL("module.digest", import.meta.url), "utf8").trim();
  process.argv.splice(3, 0, `--module-digest=${digest}`);
}
await import("./dist/bundle/cli/main.js");
