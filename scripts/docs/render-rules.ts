import { code, prose, table } from "./markdown.ts";
import type { Definition, RegoFile } from "./rego-metadata.ts";

/** The page docs/rules.md: every described rule by package and file. Files are given sorted; their order is kept within a package. */
export function renderRules(files: readonly RegoFile[]): string {
  const packages = [...new Set(files.map((file) => file.package))];
  return [
    "# Rules",
    "",
    "<!-- Generated from the METADATA comments of policies/ by scripts/generate-docs.ts. Do not edit. -->",
    "",
    ...introduction,
    "",
    ...table(
      ["Package", "What it is"],
      packages.map((name) => [`[${code(name)}](#${name})`, prose(describe(name, files).title)]),
    ),
    ...packages.flatMap((name) => renderPackage(name, files)),
  ].join("\n");
}

const introduction = [
  "Every rule and function, and where the official webhook does the same: the place in its source, or for what is not public the vendor's",
  "page. A dash stands for Podgraft's own, which has no counterpart. Names that start with `_` are private to their package.",
  "How rules are written and what they may answer: [policies/README.md](../policies/README.md). What they report:",
  "[findings.md](findings.md). Where they deviate on purpose: [parity.md](parity.md).",
];

function renderPackage(name: string, files: readonly RegoFile[]): string[] {
  const { title, description, upstream } = describe(name, files);
  return [
    `<a id="${name}"></a>`,
    "",
    `## ${name}`,
    "",
    `${prose(title)}. ${prose(description)}`.trim(),
    "",
    ...(isOwn(upstream) ? [] : [`Official webhook: ${prose(upstream)}.`, ""]),
    ...files.filter((file) => file.package === name).flatMap(renderFile),
  ];
}

function renderFile({ path, definitions }: RegoFile): string[] {
  const rows = definitions.flatMap((definition) => renderRow(definition));
  return rows.length === 0
    ? []
    : [`### [${path}](../${path})`, "", ...table(["Rule", "What it says", "Official webhook"], rows)];
}

function renderRow({ name, isFunction, metadata }: Definition): string[][] {
  if (metadata === null) return [];
  const { title, description, upstream } = metadata;
  return [
    [
      code(isFunction ? `${name}()` : name),
      `**${prose(title)}.** ${prose(description)}`.trim(),
      isOwn(upstream) ? "–" : prose(upstream),
    ],
  ];
}

function isOwn(upstream: string): boolean {
  return upstream === "" || upstream === "none";
}

function describe(name: string, files: readonly RegoFile[]): { title: string; description: string; upstream: string } {
  const metadata = files.find((file) => file.package === name && file.packageMetadata !== null)?.packageMetadata;
  return metadata ?? { title: name, description: "", upstream: "" };
}
