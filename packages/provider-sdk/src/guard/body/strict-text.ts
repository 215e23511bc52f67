const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as UTF-8 text; null when they are not UTF-8, or start with a byte order mark. */
export function strictText(bytes: Uint8Array): string | null {
  try {
    const text = decoder.decode(bytes);
    return text.startsWith('\uFEFF') ? null : text;
  } catch {
    return null;
  }
}
