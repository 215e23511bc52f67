/** One call that reached a file: what was written where, cut to which length, synced, or removed. */
export interface FileCall {
  readonly kind: 'write' | 'truncate' | 'sync' | 'remove';
  readonly name: string;
  /** Where it was written, or the length that is left. */
  readonly offset: number;
  readonly data: Buffer;
}

const kinds: Readonly<Record<string, FileCall['kind']>> = {
  W: 'write',
  T: 'truncate',
  S: 'sync',
  U: 'remove',
};

/** Reads what the shim has written down. */
export function readTrace(bytes: Buffer): readonly FileCall[] {
  const calls: FileCall[] = [];
  for (let at = 0; at < bytes.length; ) {
    const kind = kinds[String.fromCharCode(bytes.readUInt32LE(at))];
    const [nameLength, dataLength] = [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
    const offset = Number(bytes.readBigUInt64LE(at + 12));
    const data = at + 20 + nameLength;
    if (kind === undefined) throw new Error('the trace of the shim cannot be read');
    const name = bytes.toString('utf8', at + 20, data);
    calls.push({ kind, name, offset, data: bytes.subarray(data, data + dataLength) });
    at = data + dataLength;
  }
  return calls;
}
