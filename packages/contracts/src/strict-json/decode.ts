import type { parseStatements } from '../judge/rules/parse.ts';
import { byteLength, isBytes, ownBytes } from './own-bytes.ts';

export type ParseRule = keyof typeof parseStatements;

/** The text of the bytes, or the one rule that they break. */
export type Decoding =
  | { readonly ok: true; readonly text: string; readonly isAscii: boolean }
  | { readonly ok: false; readonly rule: ParseRule };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const refused = (rule: ParseRule): Decoding => ({ ok: false, rule });

/** Bytes to text: size, byte-order mark, NUL (UTF-16 and UTF-32 have many), then fatal UTF-8. */
export function decodeText(arrived: unknown, maximumBytes: number): Decoding {
  if (!isBytes(arrived)) return refused('parse.not-bytes');
  if (byteLength(arrived) > maximumBytes) return refused('parse.too-large');
  const bytes = ownBytes(arrived);
  if (bytes.length === 0) return refused('parse.empty');
  if (hasByteOrderMark(bytes)) return refused('parse.byte-order-mark');
  if (bytes.includes(0)) return refused('parse.nul');
  try {
    const text = utf8.decode(bytes);
    // Every other character takes more bytes than code units.
    return { ok: true, text, isAscii: text.length === bytes.length };
  } catch {
    return refused('parse.not-utf8');
  }
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  const first = bytes[0];
  const second = bytes[1];
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return true;
  return (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
}
