import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from 'node:zlib';
import { writtenForms } from './written-forms.ts';

/** Where a text was found. */
export interface Trace {
  /** The path of the file, or of the folder or link whose name it is in. */
  readonly path: string;
  readonly text: string;
  readonly where: 'name' | 'bytes' | 'compressed';
}

/**
 * Looks for texts in all files below some folders, and in their names: as UTF-8 and UTF-16, in base64, hexadecimal and
 * percent-encoding wherever they begin, and inside of what zlib, gzip or (as a whole file) brotli has compressed. What vanishes meanwhile
 * is passed over. Texts have eight characters or more: a shorter one may stand anywhere by chance.
 */
export async function findTraces(
  folders: readonly string[],
  texts: readonly string[],
): Promise<readonly Trace[]> {
  const wanted = texts.map((text) => ({ text, forms: writtenForms(text) }));
  const found: Trace[] = [];
  for (const path of await pathsBelow(folders)) {
    const name = Buffer.from(path, 'utf8');
    for (const text of textsIn(name, wanted)) found.push({ path, text, where: 'name' });
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) continue;
    for (const text of textsIn(bytes, wanted)) found.push({ path, text, where: 'bytes' });
    const inside = new Set(decompressed(bytes).flatMap((each) => textsIn(each, wanted)));
    for (const text of inside) found.push({ path, text, where: 'compressed' });
  }
  return found;
}

type Wanted = { readonly text: string; readonly forms: readonly Buffer[] };

function textsIn(bytes: Buffer, wanted: readonly Wanted[]): readonly string[] {
  return wanted.filter(({ forms }) => forms.some((form) => bytes.includes(form))).map(({ text }) => text);
}

async function pathsBelow(folders: readonly string[]): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    paths.push(...entries.map((entry) => join(entry.parentPath, entry.name)));
  }
  return paths;
}

/** How many places of one file are tried, and how much is taken out of each, in bytes. */
const mostPlaces = 4_000;
const mostTaken = 8_388_608;

const lenient = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostTaken };

/** Everything in the bytes that opens as compressed by zlib or gzip, wherever it begins. */
function decompressed(bytes: Buffer): readonly Buffer[] {
  const opened: Buffer[] = [];
  const open = (take: () => Buffer): void => {
    try {
      opened.push(take());
    } catch {
      // It only looked like it.
    }
  };
  open(() => brotliDecompressSync(bytes, { maxOutputLength: mostTaken }));
  let places = 0;
  for (let at = 0; at + 2 < bytes.length && places < mostPlaces; at += 1) {
    const first = bytes[at];
    const second = bytes[at + 1] ?? 0;
    if (first === 0x78 && (first * 256 + second) % 31 === 0) {
      places += 1;
      open(() => inflateSync(bytes.subarray(at), lenient));
    } else if (first === 0x1f && second === 0x8b && bytes[at + 2] === 8) {
      places += 1;
      open(() => inflateRawSync(bytes.subarray(at + gzipHead(bytes, at)), lenient));
    }
  }
  return opened;
}

/** The length of a gzip header: ten bytes, an extra field, a name and a comment where its flags say so. */
function gzipHead(bytes: Buffer, at: number): number {
  const flags = bytes[at + 3] ?? 0;
  let length = 10;
  if ((flags & 4) !== 0) length += 2 + bytes.readUInt16LE(at + length);
  for (const flag of [8, 16]) {
    if ((flags & flag) !== 0) length = bytes.indexOf(0, at + length) - at + 1;
  }
  return (flags & 2) !== 0 ? length + 2 : length;
}
