import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { lazy } from '../lazy.ts';

type Hash = (algorithm: string, data: string | Uint8Array, encoding: 'hex') => string;
type Host = { readonly process?: { getBuiltinModule?(name: string): { readonly hash?: Hash } | undefined } };

/** The host's own SHA-256, where the host has one; it is many times faster, and takes a while to load. */
const native = lazy(
  (): Hash | undefined => (globalThis as Host).process?.getBuiltinModule?.('node:crypto')?.hash,
);

/** SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits in lower case. Runs in a browser, too. */
export function sha256Hex(data: string | Uint8Array): string {
  const hash = native();
  return hash === undefined ? portableSha256Hex(data) : hash('sha256', data, 'hex');
}

/** The same on any host. */
export function portableSha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data));
}
