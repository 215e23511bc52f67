import { digestOfBytes } from '@cux/contracts';
import type { ReadField } from './fields.ts';
import { hasRepeatedName, namesOtherCharset } from './read-form.ts';
import { strictText } from './strict-text.ts';

const mostParts = 2_000;
const boundaryGrammar = /^[0-9A-Za-z'()+_,./:=?-]{1,70}$/;
const disposition = /^content-disposition: form-data; name="([^"\r\n\\]*)"(?:; filename="([^"\r\n\\]*)")?$/i;
const partType = /^content-type: [\x20-\x7e]{1,200}$/i;

/** Browsers escape exactly these three in a part's name. */
function partName(escaped: string): string {
  return escaped.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}

function readFile(name: string, escaped: string, content: string): ReadField {
  const fileName = partName(Buffer.from(escaped, 'latin1').toString('utf8'));
  const digest = digestOfBytes(Buffer.from(content, 'latin1'));
  return { name, kind: 'file', value: null, file: { name: fileName, digest } };
}

function readPart(part: string): ReadField | null {
  const end = part.indexOf('\r\n\r\n');
  const [first = '', second, ...more] = part.slice(0, end).split('\r\n');
  const match = disposition.exec(first);
  const escapedName = match?.[1];
  if (end < 0 || more.length > 0 || escapedName === undefined || escapedName === '') return null;
  if (second !== undefined && !partType.test(second)) return null;
  const name = partName(Buffer.from(escapedName, 'latin1').toString('utf8'));
  if (match?.[2] !== undefined) return readFile(name, match[2], part.slice(end + 4));
  // A text part with a type of its own could be read in another character set.
  if (second !== undefined) return null;
  const value = strictText(Buffer.from(part.slice(end + 4), 'latin1'));
  return value === null || name.includes('\uFFFD') ? null : { name, kind: 'string', value };
}

/**
 * Splits a body at its boundary. Null unless the whole body is the encoding that browsers write: no preamble,
 * no epilogue, and the boundary nowhere but between parts, so that a laxer reader finds the same parts.
 */
function splitParts(body: string, boundary: string): readonly string[] | null {
  const opening = `--${boundary}\r\n`;
  const closing = `\r\n--${boundary}--`;
  const trimmed = body.endsWith('\r\n') ? body.slice(0, -2) : body;
  if (!trimmed.startsWith(opening) || !trimmed.endsWith(closing)) return null;
  if (trimmed.length < opening.length + closing.length) return null;
  const parts = trimmed.slice(opening.length, -closing.length).split(`\r\n--${boundary}\r\n`);
  return parts.length > mostParts || parts.some((part) => part.includes(`--${boundary}`)) ? null : parts;
}

/** Reads a `multipart/form-data` body; null when it is unreadable. Of a file name and digest are read. */
export function readMultipart(bytes: Uint8Array, boundary: string): readonly ReadField[] | null {
  if (!boundaryGrammar.test(boundary)) return null;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = splitParts(view.toString('latin1'), boundary);
  const fields = parts?.map(readPart);
  if (fields === undefined || !fields.every((field) => field !== null)) return null;
  return hasRepeatedName(fields) || namesOtherCharset(fields) ? null : fields;
}
