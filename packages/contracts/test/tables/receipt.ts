import { digestOf, judgeReceipt, type ReceiptAuthority, type Verdict } from '../../src/index.ts';
import {
  draftAnnex,
  draftAuthority,
  draftReceipt,
  publishAnnex,
  publishAuthority,
  publishReceipt,
  readAnnex,
  readAuthority,
  readReceipt,
} from '../support/honest.ts';
import { wire, withValue } from '../support/wire.ts';

/** Places to set in the receipt, the annex and what stands; `undefined` removes one. */
export interface Changes {
  readonly receipt?: Readonly<Record<string, unknown>>;
  readonly annex?: Readonly<Record<string, unknown>>;
  readonly authority?: Readonly<Record<string, unknown>>;
  /** The text of the receipt as it arrives, instead of what the changes make of it. */
  readonly text?: string;
}

/** An honest draft that stopped at its gate, but for these changes. */
export const draft =
  (changes: Changes = {}) =>
  (): Verdict<unknown> =>
    judged(draftReceipt(), draftAnnex(), draftAuthority, changes);

/** An honest publication after its commit, but for these changes. */
export const publication =
  (changes: Changes = {}) =>
  (): Verdict<unknown> =>
    judged(publishReceipt(), publishAnnex(), publishAuthority, changes);

/** An honest read that reached its screen, but for these changes. */
export const readBack =
  (changes: Changes = {}) =>
  (): Verdict<unknown> =>
    judged(readReceipt(), readAnnex(), readAuthority, changes);

function judged(
  receipt: object,
  annex: object,
  authority: ReceiptAuthority,
  changes: Changes,
): Verdict<unknown> {
  const { request } = changed(authority, changes.authority) as unknown as ReceiptAuthority;
  const own = { request_digest: digestOf('cux/request', request) };
  return judgeReceipt({
    receipt: wire(changes.text ?? changed(receipt, changes.receipt)),
    annex: wire(changed(annex, { ...own, ...changes.annex })),
    authority: changed(authority, { ...own, ...changes.authority }) as unknown as ReceiptAuthority,
  });
}

export function changed(record: object, changes: Readonly<Record<string, unknown>> = {}): object {
  return Object.entries(changes).reduce((copy, [path, value]) => withValue(copy, path, value), record);
}
