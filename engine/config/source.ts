/** Where a setting's value came from. */
export type Source =
  | { readonly kind: "default" }
  | { readonly kind: "preset"; readonly name: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "environment"; readonly name: string; readonly file: string }
  | { readonly kind: "set"; readonly argument: string };

/** A source for people: `default`, `preset eks`, `podgraft.yaml`, `podgraft.yaml (environment prod)`, `--set a=b`. */
export function describeSource(source: Source): string {
  switch (source.kind) {
    case "default":
      return "default";
    case "preset":
      return `preset ${source.name}`;
    case "file":
      return source.file;
    case "environment":
      return `${source.file} (environment ${source.name})`;
    case "set":
      return `--set ${source.argument}`;
  }
}
