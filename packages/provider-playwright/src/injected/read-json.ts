/** Bytes of an answer that are read at most: 4 MiB. */
const bound = 4 * 1024 * 1024;

type Scalar = string | number | boolean | null;

async function textOf(url: string, headers: Record<string, string>): Promise<string | null> {
  const response = await fetch(url, {
    method: 'GET',
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  });
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (reader === undefined) {
    return null;
  }
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    size += value.byteLength;
    if (size > bound) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The scalar at a JSON Pointer (RFC 6901); anything else is null. */
export function atPointer(document: unknown, pointer: string): Scalar {
  let value: unknown = document;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      return null;
    }
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** A GET with the page's own cookies. The page's scripts do not see it, and no service worker may answer it. */
export async function readJson(
  url: string,
  pointer: string,
  header: { readonly name: string; readonly url: string } | null,
): Promise<Scalar> {
  if (new URL(url, location.href).origin !== location.origin) {
    return null;
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  if (header !== null) {
    if (new URL(header.url, location.href).origin !== location.origin) {
      return null;
    }
    const value = await textOf(header.url, {});
    if (value === null) {
      return null;
    }
    headers[header.name] = value.trim();
  }
  try {
    const text = await textOf(url, headers);
    return text === null ? null : atPointer(JSON.parse(text), pointer);
  } catch {
    return null;
  }
}
