// Renders the examples, gives their Pods an identity, and shows what changed and why.
// Usage: node dist/scripts/demo.js
import { fileURLToPath } from "node:url";
import { describeError, exitStatus, PodgraftError } from "../engine/errors.ts";
import { examples, type Example } from "./demo/examples.ts";
import { injectManifests } from "./demo/inject.ts";
import { choosePaint, type Paint } from "./demo/paint.ts";
import { renderExample } from "./demo/render.ts";
import { showExample } from "./demo/show-example.ts";
import { countPods, describeTally, startTally, type Tally } from "./demo/summary.ts";

const folder = fileURLToPath(new URL("../../examples", import.meta.url));

try {
  await showAll(choosePaint(process.stdout.isTTY, process.env));
} catch (error) {
  if (!(error instanceof PodgraftError)) throw error;
  console.error(describeError(error));
  process.exitCode = exitStatus(error.code);
}

async function showAll(paint: Paint): Promise<void> {
  const tally = startTally();
  for (const example of examples) await showOne(example, tally, paint);
  process.stdout.write(`\n${paint("bold", describeTally(tally))}\n`);
}

async function showOne(example: Example, tally: Tally, paint: Paint): Promise<void> {
  const { text, origin } = await renderExample(example, folder);
  const injected = injectManifests({ name: example.manifests, text }, folder, example.environment);
  countPods(tally, injected);
  const environment = example.environment === undefined ? "" : ` --environment ${example.environment}`;
  process.stdout.write(
    `\n${paint("bold", `═══ ${example.title}`)}\n${paint("dim", `${origin}\npodgraft inject --config podgraft.yaml${environment}`)}\n`,
  );
  process.stdout.write(showExample(injected, paint));
}
