const placeholder = /\{(?:integer|segment)\}/g;

/**
 * The parts of an address that a template's `{integer}` and `{segment}` stand for, in their order; null when it is
 * no instance of the template.
 */
export function partsOf(template: string, address: string): readonly string[] | null {
  const pattern = template
    .split(/(\{integer\}|\{segment\})/)
    .map((part) => (part === '{integer}' ? '([0-9]+)' : part === '{segment}' ? '([^/]+)' : literal(part)))
    .join('');
  const match = new RegExp(`^${pattern}$`).exec(address);
  return match === null ? null : match.slice(1);
}

/** How many parts a template has. */
export function partCount(template: string): number {
  return [...template.matchAll(placeholder)].length;
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
