import { describe, expect, it } from 'vitest';
import {
  advance,
  captureItem,
  contentDigest,
  type ItemEvent,
  itemEvents,
  itemStates,
  reviseItem,
  skipItem,
  supersedeItem,
} from '../src/index.ts';
import { aRecord, content } from './support/publishing.ts';

describe('an item', () => {
  it('goes out the one way there is', () => {
    const way: ItemEvent[] = ['redraft', 'hold', 'approve', 'publish', 'verify'];
    const states = way.map((_, index) => advance('captured', way.slice(0, index + 1)));
    expect(states).toEqual(['draft', 'review_ready', 'approved', 'published', 'readback_verified']);
  });

  const impossible = [
    { from: 'captured', by: ['publish'], because: 'nobody has approved it' },
    { from: 'review_ready', by: ['publish'], because: 'nobody has approved it' },
    { from: 'draft', by: ['approve'], because: 'the site does not hold it' },
    { from: 'published', by: ['publish'], because: 'it goes out once' },
    { from: 'published', by: ['revise'], because: 'what is out is corrected as another item' },
    { from: 'published', by: ['skip'], because: 'what is out is out' },
    { from: 'readback_verified', by: ['return'], because: 'the store has said that it is out' },
    { from: 'nonsense', by: [], because: 'there is no such state' },
  ] as const;
  it.each(impossible)('cannot $by from $from, because $because', ({ from, by }) => {
    expect(advance(from, by)).toBeNull();
  });

  it.each(['skipped', 'superseded'] as const)('stays %s', (state) => {
    expect(itemEvents.filter((event) => advance(state, [event]) !== null)).toEqual([]);
  });

  it('is published only by way of an approval, from wherever it starts', () => {
    for (const state of itemStates.filter((each) => each !== 'approved')) {
      expect(advance(state, ['publish'])).toBeNull();
    }
  });
});

describe('a change of an item', () => {
  const record = aRecord('review_ready', { item_id: 12, failures: 2 });

  it('begins with the content', () => {
    expect(captureItem('post-1', content)).toMatchObject({
      expected_version: 0,
      state: 'captured',
      content_digest: contentDigest(content),
    });
  });

  it('with new content names the version that it was decided on, and keeps what is known of the site', () => {
    const revised = { ...content, title: 'Q3 notes, corrected' };
    expect(reviseItem(record, revised)).toEqual({
      ok: true,
      change: {
        capability: 'content-ops',
        record_id: 'post-1',
        expected_version: 7,
        state: 'draft',
        content_digest: contentDigest(revised),
        facts: { item_id: 12, failures: 0 },
        ends_approvals: false,
      },
    });
  });

  const given = [
    { change: skipItem(record), state: 'skipped' },
    { change: supersedeItem(record), state: 'superseded' },
  ];
  it.each(given)('to $state ends what was approved of it', ({ change, state }) => {
    expect(change).toMatchObject({ ok: true, change: { state, ends_approvals: true } });
  });

  it('is refused where the item is out', () => {
    const out = aRecord('published');
    expect(reviseItem(out, content)).toMatchObject({ ok: false, rule: 'item.not-possible' });
    expect(skipItem(out)).toMatchObject({ ok: false });
    expect(supersedeItem(aRecord('readback_verified'))).toMatchObject({ ok: true });
  });
});
