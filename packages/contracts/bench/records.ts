import { draftAnnex, draftAuthority, draftReceipt } from '../test/support/honest.ts';

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** A receipt and its annex as they arrive, and what stands. */
export interface Arrived {
  readonly receipt: Uint8Array;
  readonly annex: Uint8Array;
  readonly authority: typeof draftAuthority;
}

/** The receipt of a draft that stopped at its gate. */
export function ordinary(): Arrived {
  return { receipt: encode(draftReceipt()), annex: encode(draftAnnex()), authority: draftAuthority };
}

/** The same with blocked writes, until both together have about 4 KiB. */
export function fourKilobytes(): Arrived {
  const write = {
    method: 'POST',
    origin: 'https://newsroom.example',
    path: '/wp-admin/admin-ajax.php',
    body_kind: 'form',
    shape: ['/action:string', '/nonce:string', '/post_id:integer', '/headline:string', '/body:string'],
    rule: 'guard.no-rule',
    count: 3,
  } as const;
  const blocked = Array.from({ length: 11 }, (_, index) => ({ ...write, path: `${write.path}/${index}` }));
  const annex = { ...draftAnnex(), write_blocked: true, blocked_writes: blocked };
  return { ...ordinary(), annex: encode(annex) };
}
