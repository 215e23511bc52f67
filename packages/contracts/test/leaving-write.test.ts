import { describe, expect, it } from 'vitest';
import { breadthOf, leavingWrites, type WriteRule, writeRuleSchema } from '../src/index.ts';

type Fields = WriteRule['query'];

function shown(parts: {
  readonly query?: Fields;
  readonly fields?: Fields;
  readonly other_fields?: 'allow' | 'deny';
  readonly describes?: string;
}) {
  const { query = [], fields, other_fields = 'deny', describes = 'publish the article' } = parts;
  const rule = writeRuleSchema.parse({
    id: 'publish',
    effect_class: 'external_write',
    describes,
    method: 'POST',
    origin: 'https://newsroom.example',
    path: '/api/articles/12',
    query,
    override_method: null,
    body: fields === undefined ? { kind: 'empty' } : { kind: 'json', fields, other_fields },
  });
  const [write] = leavingWrites([rule]);
  if (write === undefined) throw new Error('one rule shows one write');
  return write;
}

const equals = (field: string): Fields[number] => ({ field, operator: 'equals', value: 'x' });
const present = (field: string): Fields[number] => ({ field, operator: 'present' });

describe('what a person is shown of a write', () => {
  const rows: readonly {
    readonly because: string;
    readonly write: ReturnType<typeof shown>;
    readonly open: readonly string[];
    readonly breadth: string | null;
  }[] = [
    { because: 'nothing is in it', write: shown({}), open: [], breadth: null },
    {
      because: 'every field holds one value, or is not there',
      write: shown({
        query: [equals('lang')],
        fields: [
          equals('/status'),
          { field: '/title', operator: 'equals_if_present', value: 'x' },
          { field: '/draft', operator: 'absent' },
          { field: '/kind', operator: 'one_of', values: ['news'] },
          { field: '/cover', operator: 'file', name: 'a.png', digest: `sha256:${'0'.repeat(64)}` },
        ],
      }),
      open: [],
      breadth: null,
    },
    {
      because: 'only the field that is open is named',
      write: shown({ fields: [equals('/status'), present('/title')] }),
      open: ['/title'],
      breadth: 'broad: any value may leave in /title',
    },
    {
      because: 'a template holds many values',
      write: shown({ fields: [{ field: '/id', operator: 'matches', template: '{integer}' }] }),
      open: ['/id'],
      breadth: 'broad: any value may leave in /id',
    },
    {
      because: 'one of two is not one',
      write: shown({ fields: [{ field: '/status', operator: 'one_of', values: ['a', 'b'] }] }),
      open: ['/status'],
      breadth: 'broad: any value may leave in /status',
    },
    {
      because: 'an address has a query, too',
      write: shown({ query: [present('nonce')] }),
      open: ['?nonce'],
      breadth: 'broad: any value may leave in ?nonce',
    },
    {
      because: 'fields that nobody named may leave, and that is said first',
      write: shown({ fields: [equals('/status'), present('/title')], other_fields: 'allow' }),
      open: ['/title', '*'],
      breadth: 'broad: any value may leave in any other field, /title',
    },
  ];

  it.each(rows)('$because', ({ write, open, breadth }) => {
    expect(write.open_fields).toEqual(open);
    expect(write.broad).toBe(open.length > 0);
    expect(breadthOf(write)).toBe(breadth);
  });

  it('says how far it goes within 160 characters, however many fields there are', () => {
    const fields = Array.from({ length: 40 }, (_, index) => present(`/${String(index).repeat(99)}`));
    const query = Array.from({ length: 20 }, (_, index) => present(`q${index}`));
    const write = shown({ query, fields, other_fields: 'allow', describes: 'd'.repeat(200) });
    const breadth = breadthOf(write) ?? '';
    expect(write.open_fields).toHaveLength(61);
    expect(breadth).toMatch(/^broad: any value may leave in any other field, .* and 57 more$/);
    expect(breadth.length).toBeLessThanOrEqual(160);
  });
});
