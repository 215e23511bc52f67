import { describe, expect, it } from 'vitest';
import { chainLink, genesisHash } from '../src/index.ts';

const events = [
  { kind: 'command-accepted', body: '{"a":1}' },
  { kind: 'gate-raised', body: '{"b":2}' },
];

describe('a link of the chain', () => {
  const first = chainLink('one', null, events);
  const second = chainLink('one', first, events);

  it('counts batches and sequences from one, without a gap', () => {
    expect(first).toMatchObject({ batch: 1, first_sequence: 1, last_sequence: 2 });
    expect(second).toMatchObject({ batch: 2, first_sequence: 3, last_sequence: 4 });
    expect(first.previous_hash).toBe(genesisHash('one'));
    expect(second.previous_hash).toBe(first.hash);
  });

  it.each([
    ['another workspace', chainLink('two', null, events)],
    ['another kind', chainLink('one', null, [{ kind: 'x', body: '{"a":1}' }, ...events.slice(1)])],
    [
      'another body',
      chainLink('one', null, [{ kind: 'command-accepted', body: '{"a":2}' }, ...events.slice(1)]),
    ],
    ['another order', chainLink('one', null, [...events].reverse())],
    ['one event less', chainLink('one', null, events.slice(0, 1))],
    ['one event more', chainLink('one', null, [...events, ...events])],
    ['another place', second],
  ])('differs with %s', (_what, other) => {
    expect(other.hash).not.toBe(first.hash);
  });

  it('is the same for the same events, in any process', () => {
    expect(chainLink('one', null, structuredClone(events))).toEqual(first);
  });
});
