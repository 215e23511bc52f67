import { describe, expect, it } from 'vitest';
import { type ApprovalUse, type ShownState, shownState } from '../src/index.ts';
import { aGate, aRecord, twoPastTwo } from './support/publishing.ts';
import { attemptId, receiptReport } from './support/reports.ts';

const pending = aGate({ status: 'pending' });
const open = aGate({ status: 'open' });
const rejected = aGate({ status: 'closed', closed_for: 'rejected' });
const revoked = aGate({ status: 'closed', closed_for: 'revoked' });
const used = aGate({ status: 'closed', closed_for: 'consumed', consumed_by: attemptId });

const published = receiptReport({ stop: 'completed', press: 'pressed', draftPresent: true });
const unclear = receiptReport({ stop: 'failed', press: 'pressed' });

function use(attempt: Partial<ApprovalUse['attempt']>): ApprovalUse {
  const silent = { receipt: null, annex: null, outcome: null };
  return {
    attempt: { attempt_id: attemptId, state: 'committed', lease_until: twoPastTwo, ...silent, ...attempt },
    now: twoPastTwo - 1,
  };
}

interface Line {
  readonly state?: string;
  readonly facts?: Readonly<Record<string, string>>;
  readonly gate: ReturnType<typeof aGate> | null;
  readonly use?: ApprovalUse;
  readonly shown: ShownState | null;
  readonly because: string;
}

describe('the state that a person is shown', () => {
  const lines: readonly Line[] = [
    { gate: open, shown: 'approved', because: 'the approval stands' },
    { gate: pending, shown: 'review_ready', because: 'nobody has decided' },
    { gate: null, shown: 'review_ready', because: 'there is no gate' },
    { gate: rejected, shown: 'rejected', because: 'a person has said no' },
    { gate: revoked, shown: 'review_ready', because: 'what was asked is taken back, not turned down' },
    {
      state: 'draft',
      gate: aGate({ status: 'open', kind: 'standing' }),
      shown: 'draft',
      because: 'a sign-in approves no item',
    },
    {
      gate: aGate({ status: 'closed', closed_for: 'rejected', kind: 'standing' }),
      shown: 'review_ready',
      because: 'no item is rejected with a sign-in',
    },
    { state: 'draft', gate: rejected, shown: 'draft', because: 'it is drafted anew since' },
    { gate: used, use: use({}), shown: 'publishing', because: 'an attempt with the permit is under way' },
    {
      gate: used,
      use: { ...use({}), now: twoPastTwo },
      shown: 'outcome_unknown',
      because: 'its lease is over, and nobody carries it',
    },
    {
      gate: used,
      use: use({ state: 'outcome_unknown' }),
      shown: 'outcome_unknown',
      because: 'it went silent after its commit',
    },
    { gate: used, use: use({ state: 'void' }), shown: 'review_ready', because: 'nothing has left' },
    {
      gate: used,
      use: use({ ...published, state: 'reported' }),
      shown: 'published',
      because: 'the site has answered, and only the record is behind',
    },
    {
      gate: used,
      use: use({ ...unclear, state: 'settled' }),
      shown: 'outcome_unknown',
      because: 'what the press came to is not known, and read back next',
    },
    {
      gate: used,
      use: use({ state: 'settled', outcome: 'not_happened' }),
      shown: 'review_ready',
      because: 'a person has looked, and it did not happen',
    },
    {
      gate: used,
      use: use({ state: 'settled', outcome: 'happened' }),
      shown: 'published',
      because: 'a person has looked, and it happened',
    },
    {
      facts: { site_status: 'pending' },
      gate: used,
      use: use({ state: 'settled', outcome: 'happened' }),
      shown: 'held_by_site',
      because: 'the site has a review of its own',
    },
    {
      state: 'readback_verified',
      gate: used,
      use: use({ state: 'outcome_unknown' }),
      shown: 'readback_verified',
      because: 'the site itself has said so',
    },
    { state: 'nonsense', gate: open, shown: null, because: 'there is no such state' },
  ];
  it.each(lines)('is $shown, because $because', (line) => {
    const { state = 'review_ready', facts = {}, gate, use = null, shown } = line;
    expect(shownState(aRecord(state, facts), gate, use)).toBe(shown);
  });
});
