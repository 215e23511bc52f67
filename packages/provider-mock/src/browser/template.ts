const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * What the first `{integer}` or `{segment}` of a template stands for in a text; the empty string when the template
 * has none and the text equals it; null when it does not match. The part between two placeholders is literal.
 */
export function matchTemplate(template: string, text: string): string | null {
  const parts = template.split(/(\{integer\}|\{segment\})/);
  const source = parts
    .map((part) => (part === '{integer}' ? '(\\d+)' : part === '{segment}' ? '([^/]+)' : escaped(part)))
    .join('');
  const match = new RegExp(`^${source}$`).exec(text);
  return match === null ? null : (match[1] ?? '');
}
