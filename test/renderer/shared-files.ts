import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder `name` of the shared test data beside the project, or `undefined` where it is not there. */
export function sharedFolder(name: string): string | undefined {
  const folder = resolve("..", "shared", name);
  return existsSync(folder) ? folder : undefined;
}

/** All files below `folder` whose names end in `extension`, in order, with their text. */
export function textsBelow(
  folder: string,
  ...extensions: readonly string[]
): { readonly name: string; readonly text: string }[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    extensions.some((extension) => name.endsWith(extension)),
  );
  return names.toSorted().map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}
