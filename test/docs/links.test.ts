import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import t from "tap";

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));

/** Links to other places of the project, without blocks and spans of code. */
function linksIn(page: string): string[] {
  const prose = page.replaceAll(/^```[^]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "`");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) =>
    link === undefined || /^https?:/.test(link) ? [] : [link],
  );
}

/** The anchors of a page: ids, and headings as they are made into links (lower case, blanks to hyphens, no punctuation). */
function anchorsIn(page: string): ReadonlySet<string> {
  const ids = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? "");
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...ids, ...headings]);
}

t.test("every link leads somewhere", (t) => {
  const pages = readdirSync(docs).filter((name) => name.endsWith(".md"));
  t.ok(pages.length > 5, "the pages were found");
  for (const name of pages) {
    for (const link of linksIn(readFileSync(join(docs, name), "utf8"))) {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? join(docs, name) : join(dirname(join(docs, name)), path);
      if (!existsSync(target)) t.fail(`${name}: ${link}: no such file`);
      else if (anchor !== undefined && !anchorsIn(readFileSync(target, "utf8")).has(anchor))
        t.fail(`${name}: ${link}: no such anchor`);
    }
  }
  t.end();
});

t.test("links and anchors are found", (t) => {
  const page =
    '# A Page: `x`\n\n<a id="a.b"></a>\n[one](b.md#c), [two](https://example.test), `[three](d)`\n\n```text\n[four](e)\n```\n';
  t.same(linksIn(page), ["b.md#c"]);
  t.same([...anchorsIn(page)].sort(), ["a-page-x", "a.b"]);
  t.end();
});
