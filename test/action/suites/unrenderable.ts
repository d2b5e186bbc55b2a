import { makeRepository } from "../repository.ts";
import type { RunnerCommand } from "../packed-action.ts";
import type { Suite } from "../suite.ts";

/** What a tool says of a file is a note on the file, on its line where the tool names the template's. */
export const unrenderableSuite: Suite = {
  name: "unrenderable",
  async run({ action, count, path }) {
    const repository = makeRepository();
    const { folder, write } = repository;
    try {
      const chart = "apiVersion: v2\nname: shop\nversion: 1.0.0\n";
      const cases: readonly (readonly [
        title: string,
        files: { readonly [path: string]: string },
        place: RunnerCommand["properties"],
      ])[] = [
        ["no Chart.yaml", { "Chart.yaml": "name: [\n", "templates/a.yaml": "" }, { file: "bad/Chart.yaml" }],
        [
          "a template that fails",
          { "Chart.yaml": chart, "templates/a.yaml": "# one\na: {{ .Values.x.y }}\n" },
          { file: "bad/templates/a.yaml", line: "2", col: "13" },
        ],
        [
          "a template that makes no YAML",
          { "Chart.yaml": chart, "templates/sub/a.yaml": "kind: Pod\nmetadata: {\n" },
          { file: "bad/templates/sub/a.yaml" },
        ],
        [
          "a kustomization of nothing",
          { "kustomization.yaml": "resources: [absent.yaml]\n" },
          { file: "bad/kustomization.yaml" },
        ],
        ["a broken kustomization", { "kustomization.yml": "resources: [\n" }, { file: "bad/kustomization.yml" }],
      ];
      for (const [title, files, place] of cases) {
        write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`bad/${name}`, text])));
        for (const helm of ["helm3", "helm4"] as const) {
          const step = { workspace: folder, env: { PATH: path(helm, "kubectl") } };
          const result = await action.run({ ...step, inputs: { path: "bad" } });
          const [{ title: _title, ...found } = {}, ...more] = errorsOf(result.commands).map(
            ({ properties }) => properties,
          );
          count.equal(`${title}, ${helm}: one note, where it is`, [result.status, found, more], [1, place, []]);
        }
        write({ bad: null });
      }
      write({ "bad/a/Chart.yaml": chart, "bad/b/Chart.yaml": chart });
      const missing = await action.run({ workspace: folder, inputs: { path: "bad" }, env: { PATH: path() } });
      count.equal("a missing renderer is said once", errorsOf(missing.commands).length, 1);
      write({ bad: null });
    } finally {
      repository.remove();
    }
  },
};

function errorsOf(commands: readonly RunnerCommand[]): RunnerCommand[] {
  return commands.filter(({ name }) => name === "error");
}
