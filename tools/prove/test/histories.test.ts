import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/histories/check.ts';
import type { Operation, Request } from '../src/histories/operation.ts';

/** An operation of a history written by hand; it runs from one moment to another. */
function operation(
  client: string,
  [asked, answered]: readonly [number, number],
  request: Request,
  outcome: string,
): Operation {
  return { client, place: request.kind === 'read-record' ? null : client, request, asked, answered, outcome };
}

const put = (version: number, content: string): Request => ({
  kind: 'put-record',
  record: 'r',
  version,
  content,
});
const look: Request = { kind: 'read-record', record: 'r' };

/** The proof itself is a row of `npm run prove`; here is its judge. */
describe('a history', () => {
  it.each([
    {
      because: 'two writes after one another, and a read of the second',
      seen: [
        operation('a', [1, 2], put(0, 'x'), 'version 1'),
        operation('b', [3, 4], put(1, 'y'), 'version 2'),
        operation('c', [5, 6], look, 'version 2: y'),
      ],
      wrong: [],
    },
    {
      because: 'a read during a write may see either',
      seen: [
        operation('a', [1, 2], put(0, 'x'), 'version 1'),
        operation('b', [3, 9], put(1, 'y'), 'version 2'),
        operation('c', [4, 5], look, 'version 2: y'),
        operation('d', [6, 7], look, 'version 1: x'),
      ],
      wrong: [],
    },
    {
      because: 'two writers both won over the same version',
      seen: [
        operation('a', [1, 4], put(0, 'x'), 'version 1'),
        operation('b', [2, 3], put(0, 'y'), 'version 1'),
      ],
      wrong: [/after what the log has before it that is record\.stale-version/],
    },
    {
      because: 'a read after a write was answered sees what was before it',
      seen: [operation('a', [1, 2], put(0, 'x'), 'version 1'), operation('c', [5, 6], look, 'nothing')],
      wrong: [/no moment between question and answer explains/],
    },
    {
      because: 'what was answered before another was asked stands after it in the log',
      seen: [
        operation('b', [5, 6], { kind: 'pause-goal', goal: 'g', paused: true }, 'paused'),
        operation('a', [1, 2], { kind: 'pause-goal', goal: 'h', paused: true }, 'paused'),
      ],
      wrong: [/which was asked later/],
    },
  ])('is judged: $because', ({ seen, wrong }) => {
    const log = seen.flatMap(({ place }) => (place === null ? [] : [place]));
    const found = checkHistory(seen, log);
    expect(found.length).toBe(wrong.length);
    for (const [index, pattern] of wrong.entries()) expect(found[index]).toMatch(pattern);
  });
});
