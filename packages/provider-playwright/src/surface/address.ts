const placeholder = /\{(integer|segment)\}/;

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * The part of an address that stands for the template's first `{integer}` or `{segment}`; null when the address
 * is another one. A template without `?` is about the path alone.
 */
export function partOfAddress(address: string, template: string): string | null {
  const url = new URL(address);
  const subject = template.includes('?') ? `${url.pathname}${url.search}` : url.pathname;
  const parts = template.split(new RegExp(placeholder, 'g'));
  const pattern = parts
    .map((part, index) => (index % 2 === 0 ? escaped(part) : part === 'integer' ? '(\\d+)' : '([^/?&#]+)'))
    .join('');
  return new RegExp(`^${pattern}$`).exec(subject)?.[1] ?? null;
}

/** Origin and path; the query and the fragment may hold a token and never leave. */
export function publicAddress(address: string): { readonly origin: string; readonly path: string } | null {
  if (!URL.canParse(address)) {
    return null;
  }
  const { origin, pathname } = new URL(address);
  return { origin, path: pathname };
}
