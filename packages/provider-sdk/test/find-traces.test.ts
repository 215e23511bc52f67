import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { findTraces } from '@cux/provider-sdk/conformance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const text = 'Cañary “Zq7” 4Xb';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cux-traces-'));
});
afterEach(() => rm(folder, { recursive: true }));

const utf8 = Buffer.from(text);
const around = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from('what stands before '), bytes, Buffer.from(' and after')]);
const wide = Buffer.from(text, 'utf16le');
const page = Buffer.from(`<p>${'a page '.repeat(400)}${text}${'goes on '.repeat(400)}</p>`);

const rows = [
  { as: 'plain text', bytes: around(utf8), where: 'bytes' },
  { as: 'UTF-16, little end first', bytes: around(wide), where: 'bytes' },
  { as: 'UTF-16, big end first', bytes: around(Buffer.from(wide).swap16()), where: 'bytes' },
  { as: 'hexadecimal', bytes: around(Buffer.from(utf8.toString('hex'))), where: 'bytes' },
  { as: 'part of an address', bytes: around(Buffer.from(encodeURIComponent(text))), where: 'bytes' },
  { as: 'a JSON string', bytes: Buffer.from(JSON.stringify({ text })), where: 'bytes' },
  ...[0, 1, 2].map((before) => ({
    as: `base64 of something with ${before} bytes before it`,
    bytes: Buffer.from(
      Buffer.concat([Buffer.alloc(before, 'x'), utf8, Buffer.from('rest')]).toString('base64'),
    ),
    where: 'bytes',
  })),
  { as: 'base64url', bytes: Buffer.from(around(utf8).toString('base64url')), where: 'bytes' },
  { as: 'base64 of UTF-16', bytes: Buffer.from(around(wide).toString('base64')), where: 'bytes' },
  { as: 'zlib', bytes: around(deflateSync(page)), where: 'compressed' },
  { as: 'zlib that was cut', bytes: around(deflateSync(page)).subarray(0, -20), where: 'compressed' },
  { as: 'gzip', bytes: around(gzipSync(page)), where: 'compressed' },
  {
    as: 'gzip of UTF-16',
    bytes: around(gzipSync(Buffer.from(page.toString(), 'utf16le'))),
    where: 'compressed',
  },
  { as: 'a gzip with a name', bytes: namedGzip(page), where: 'compressed' },
  { as: 'a file in brotli', bytes: brotliCompressSync(page), where: 'compressed' },
] as const;

/** A header with every field that one may have. */
function namedGzip(content: Buffer): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 4 + 8 + 16 + 2, 0, 0, 0, 0, 0, 3, 2, 0, 1, 2]);
  return Buffer.concat([head, Buffer.from('name\0comment\0'), Buffer.from([7, 7]), deflateRawSync(content)]);
}

describe('a text on a disk', () => {
  it.each(rows)('is found as $as', async ({ bytes, where }) => {
    await mkdir(join(folder, 'deep', 'er'), { recursive: true });
    const path = join(folder, 'deep', 'er', 'file');
    await writeFile(path, bytes);
    expect(await findTraces([folder], ['another text', text])).toEqual([{ path, text, where }]);
  });

  it('is found in the name of a folder', async () => {
    await mkdir(join(folder, text));
    expect(await findTraces([folder], [text])).toEqual([{ path: join(folder, text), text, where: 'name' }]);
  });

  it('is not found where it is not', async () => {
    await writeFile(join(folder, 'file'), gzipSync(page.subarray(0, 2_000)));
    expect(await findTraces([folder, join(folder, 'none')], [text])).toEqual([]);
  });
});
