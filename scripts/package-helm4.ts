// Makes the plugin for Helm 4 from the compiled code: its folder packaging/helm4 complete, and dist/podgraft-VERSION.tgz.
import { fileURLToPath } from "node:url";
import { packageHelm4 } from "./lib/helm4-package.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compiled = fileURLToPath(new URL("..", import.meta.url));

console.log(await packageHelm4({ root, compiled, folder: `${root}packaging/helm4`, archives: `${root}dist` }));
