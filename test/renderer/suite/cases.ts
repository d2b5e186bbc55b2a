import { isJsonList, member } from "../../../engine/json.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { textsBelow } from "../shared-files.ts";

/** One case of the YAML test suite. */
export type SuiteCase = {
  /** Its file and place there, as `229Q:1`. */
  readonly name: string;
  /** The stream, with the suite's signs for blanks and breaks replaced by what they stand for. */
  readonly stream: string;
  /** Whether YAML 1.2 takes it. */
  readonly valid: boolean;
  /** Whether the suite itself leaves it out. */
  readonly skipped: boolean;
};

/** All cases below `folder`, in order. A case takes over from the one before it in its file what it does not say itself. */
export function suiteCases(folder: string): SuiteCase[] {
  return textsBelow(folder, ".yaml").flatMap(({ name, text }) => {
    const entries = readYaml(text, { file: name }).value;
    let [fails, skipped] = [false, false];
    return (isJsonList(entries) ? entries : []).flatMap((entry, index): SuiteCase[] => {
      fails = (member(entry, "fail") ?? fails) === true;
      skipped = (member(entry, "skip") ?? skipped) === true;
      const written = member(entry, "yaml");
      if (typeof written !== "string") return [];
      const id = name.replace(/^.*\/|\.yaml$/g, "");
      return [{ name: `${id}:${index + 1}`, stream: streamOf(written), valid: !fails, skipped }];
    });
  });
}

function streamOf(written: string): string {
  const signs = written.replaceAll("␣", " ").replaceAll(/—*»/g, "\t").replaceAll("⇔", "\uFEFF");
  return signs.replaceAll("←", "\r").replaceAll("↵", "").replace(/∎\n$/, "");
}
