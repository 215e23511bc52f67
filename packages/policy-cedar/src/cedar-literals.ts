/** What has another meaning within quotes, or cannot be seen: written as an escape. */
const notPlain = /["\\]|[^\P{C}]|[^\P{Z} ]/gu;

/** A string as Cedar reads it. */
export function stringLiteral(text: string): string {
  return `"${escaped(text)}"`;
}

/** A pattern of `like` out of the literal parts between its wildcards. */
export function patternLiteral(parts: readonly string[]): string {
  return `"${parts.map((part) => escaped(part).replaceAll('*', '\\*')).join('*')}"`;
}

/** An entity of one of the schema's closed sets. */
export function entityLiteral(type: string, id: string): string {
  return `Cux::${type}::${stringLiteral(id)}`;
}

function escaped(text: string): string {
  return text.replace(notPlain, (character) =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
