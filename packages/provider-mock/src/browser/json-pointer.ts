type Json = unknown;

/** The value at an RFC 6901 pointer, when it is a string, number or boolean; otherwise null. */
export function scalarAt(document: Json, pointer: string): string | number | boolean | null {
  const parts = pointer === '' ? [] : pointer.slice(1).split('/');
  let value: Json = pointer === '' || pointer.startsWith('/') ? document : undefined;
  for (const part of parts) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, Json>)[key]
        : undefined;
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
