import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import t from "tap";
import { checkFolder, indexName, type CheckedFile } from "./check-folder.ts";

const folder = resolve("..", "shared", "corpus");
const skip = !existsSync(join(folder, indexName)) && "no shared corpus beside the project";

t.test("real manifests hold every check", { skip }, async (t) => {
  let [runs, changed, checks] = [0, 0, 0];
  for (const checked of checkFolder(folder)) {
    runs += 1;
    if (checked.output !== undefined) changed += 1;
    checks += checked.checks.length;
    for (const fault of faultsOf(checked)) t.fail(fault);
  }
  t.comment(`${checks} checks in ${runs} runs, ${runs - changed} of them refused with a place`);
  t.ok(changed > 300, `${changed} files injected`);
});

function faultsOf({ map, file, checks }: CheckedFile): string[] {
  return checks.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${map} ${file}: ${name}: ${fault}`]));
}
