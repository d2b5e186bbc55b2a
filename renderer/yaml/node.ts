/** How a scalar is written. `empty` is a node without any text, as after `key:`. */
export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded" | "empty";

/** The anchor and tag before a node. Offsets count UTF-16 units from the start of the document's text. */
export type Properties = {
  readonly start: number;
  readonly end: number;
  readonly anchor: string | undefined;
  readonly anchorStart: number;
  readonly anchorEnd: number;
  /** The resolved tag, as `tag:yaml.org,2002:str` or `!local`. */
  readonly tag: string | undefined;
};

/** A scalar; `text` is its content after folding and unescaping, before it is given a type. `end` is after its last written character. */
export type ScalarNode = {
  readonly kind: "scalar";
  readonly start: number;
  readonly end: number;
  properties: Properties | undefined;
  readonly style: ScalarStyle;
  readonly text: string;
};

/** One entry of a mapping. `start` is where its text begins: its `?` if it has one. `colon` is the offset of its `:`, -1 where a key stands alone. */
export type Pair = {
  readonly start: number;
  readonly key: YamlNode;
  readonly colon: number;
  readonly value: YamlNode;
};

/** A mapping. `indent` is the column of its keys (block) or of its `{` (flow). */
export type MappingNode = {
  readonly kind: "mapping";
  readonly start: number;
  readonly end: number;
  properties: Properties | undefined;
  readonly flow: boolean;
  readonly indent: number;
  readonly pairs: readonly Pair[];
};

/** A sequence. `dashes` holds the offset of each item's dash (block only); `indent` is their column, or that of `[`. */
export type SequenceNode = {
  readonly kind: "sequence";
  readonly start: number;
  readonly end: number;
  properties: Properties | undefined;
  readonly flow: boolean;
  readonly indent: number;
  readonly dashes: readonly number[];
  readonly items: readonly YamlNode[];
};

/** An alias with the node it stands for. */
export type AliasNode = {
  readonly kind: "alias";
  readonly start: number;
  readonly end: number;
  properties: Properties | undefined;
  readonly name: string;
  readonly target: YamlNode;
};

/** A node of a YAML document with its place in the text. Properties before a node are not part of `start..end`. */
export type YamlNode = ScalarNode | MappingNode | SequenceNode | AliasNode;

/** Where a node begins, its anchor and tag included. */
export function outerStart(node: YamlNode): number {
  return node.properties === undefined ? node.start : node.properties.start;
}
