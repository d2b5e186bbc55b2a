import t from "tap";
import type { Metafile } from "esbuild";
import { licencesOf } from "../../scripts/lib/licences.ts";

function bundleOf(...inputs: readonly (readonly [path: string, bytes: number])[]): Metafile {
  const contents = Object.fromEntries(inputs.map(([path, bytesInOutput]) => [path, { bytesInOutput }]));
  return { inputs: {}, outputs: { "index.js": { bytes: 1, imports: [], exports: [], inputs: contents } } };
}

t.test("licences of what a bundle has code of", (t) => {
  const folder = t.testdir({
    node_modules: {
      "@shop": {
        b: { "package.json": '{"name":"@shop/b","version":"2.0.0","license":"MIT"}', "LICENSE.md": "Free\r\n" },
      },
      a: { "package.json": '{"name":"a","version":"1.0.0","license":"ISC"}' },
      unused: { "package.json": '{"name":"unused","version":"1.0.0","license":"ISC"}' },
      silent: { "package.json": '{"name":"silent","version":"1.0.0"}' },
    },
  });
  const bundle = bundleOf(
    ["node_modules/a/lib/x.js", 10],
    ["node_modules/@shop/b/y.js", 10],
    ["node_modules/@shop/b/z.js", 10],
    ["node_modules/unused/index.js", 0],
    ["main.js", 10],
  );
  t.equal(licencesOf(bundle, folder), "@shop/b 2.0.0 (MIT)\n\nFree\n\na 1.0.0 (ISC)\n");
  t.throws(() => licencesOf(bundleOf(["node_modules/silent/x.js", 1]), folder), /silent tells no licence/);
  t.end();
});
