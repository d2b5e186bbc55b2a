// Benchmarks: `npm run bench -- NAME [--json FILE] [--soak SECONDS]`. Figures are for one run on one machine; compare ratios, not machines.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** A benchmark gives its figures by name. */
export type Figures = { readonly [name: string]: number };

/** Options of single benchmarks. */
type Settings = { readonly soakSeconds: number };

const benchmarks: { readonly [name: string]: (settings: Settings) => Promise<Figures> } = {
  render: async () => (await import("./render.ts")).benchRender(),
  pipe: async () => (await import("./pipe.ts")).benchPipe(),
  lookup: async () => (await import("./lookup.ts")).benchLookup(),
  admission: async ({ soakSeconds }) => (await import("./admission.ts")).benchAdmission(soakSeconds),
  decide: async () => (await import("./decide.ts")).benchDecide(),
  action: async () => (await import("./action.ts")).benchAction(),
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { json: { type: "string" }, soak: { type: "string", default: "300" } },
    allowPositionals: true,
  });
  const [name = ""] = positionals;
  const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
  if (benchmark === undefined) {
    console.error(`no benchmark ${JSON.stringify(name)}; there are: ${Object.keys(benchmarks).join(", ")}`);
    process.exitCode = 2;
    return;
  }
  const figures = await benchmark({ soakSeconds: Number(values.soak) });
  for (const [figure, value] of Object.entries(figures)) console.log(`${figure.padEnd(28)} ${value}`);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figures, null, 2) + "\n");
}

await main();
