import { printable } from "../printable.ts";

/** Every character that Markdown or GitHub could take for something else, as an entity. */
export function markdownText(text: string): string {
  return printable(text).replace(/[&<>|`*_~@#[\]\\]|:(?=\/\/)|(?<=www)\./gi, (character) => {
    return `&#${character.codePointAt(0) ?? 0};`;
  });
}

/** A name as code: mentions, addresses and references to issues in it lead nowhere, which entities alone do not prevent. */
export function markdownName(text: string): string {
  return `<code>${markdownText(text)}</code>`;
}
