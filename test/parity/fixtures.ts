import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../test/fixtures/parity", import.meta.url));

/** The configuration of all fixtures. */
export const configuration: string = join(folder, "podgraft.yaml");

/** Manifests of one workload, with the Namespace and the ServiceAccount that it needs. */
export type Fixture = { readonly name: string; readonly file: string; readonly text: string };

/** All fixtures, by cloud and kind. */
export function fixtures(): Fixture[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((cloud) =>
      readdirSync(join(folder, cloud))
        .sort()
        .map((file) => {
          const path = join(folder, cloud, file);
          return { name: `${cloud}/${file}`, file: path, text: readFileSync(path, "utf8") };
        }),
    );
}
