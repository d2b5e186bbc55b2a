import t from "tap";
import { parse } from "yaml";
import type { JsonObject } from "../../../engine/json.ts";
import { printYaml } from "../../../renderer/yaml/print-yaml.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";

const value: JsonObject = {
  kind: "ConfigMap",
  metadata: { name: "x", labels: {}, finalizers: [] },
  data: { text: "one\ntwo\n", switch: "yes", octal: "0644", blank: "", "a key: with #": "\u001b" },
  list: [1, null, true, { a: [["b"]] }],
};

t.test("lists at their key, texts as literals, what could be taken for something else in quotes", (t) => {
  const text = printYaml(value);
  t.match(text, /^kind: ConfigMap\nmetadata:\n {2}name: x\n {2}labels: \{\}\n {2}finalizers: \[\]\n/);
  t.match(text, /\n {2}text: \|\n {4}one\n {4}two\n {2}switch: "yes"\n {2}octal: "0644"\n/);
  t.match(text, /\nlist:\n- 1\n- null\n- true\n- a:\n {2}- - b\n$/);
  t.end();
});

t.test("is read as the same value, by us and by others", (t) => {
  t.same(readYaml(printYaml(value)).value, value);
  t.same(parse(printYaml(value)), value);
  t.equal(printYaml({}), "{}\n");
  t.end();
});
