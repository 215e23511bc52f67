import { digestOf, type Extraction } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { typedValue } from '../../src/driver/extract-facts.ts';

type Type = Extraction['type'];

const rows: readonly {
  type: Type;
  raw: string | number | boolean | null;
  value: unknown;
  because: string;
}[] = [
  { type: { kind: 'integer' }, raw: '42', value: 42, because: 'an address holds digits' },
  { type: { kind: 'integer' }, raw: 42, value: 42, because: 'a store holds a number' },
  { type: { kind: 'integer' }, raw: '042', value: null, because: 'it would not be written like that' },
  { type: { kind: 'integer' }, raw: 4.2, value: null, because: 'it is no integer' },
  {
    type: { kind: 'integer' },
    raw: '99999999999999999999',
    value: null,
    because: 'it is not exact any more',
  },
  { type: { kind: 'integer' }, raw: true, value: null, because: 'a boolean is no number' },
  { type: { kind: 'boolean' }, raw: false, value: false, because: 'false is a value' },
  { type: { kind: 'boolean' }, raw: 'true', value: null, because: 'a text is no boolean' },
  {
    type: { kind: 'one_of', values: ['draft'] },
    raw: 'draft',
    value: 'draft',
    because: 'it was named before',
  },
  { type: { kind: 'one_of', values: ['draft'] }, raw: 'Draft', value: null, because: 'nothing is folded' },
  { type: { kind: 'text', maximum: 5 }, raw: 'short', value: 'short', because: 'it fits' },
  {
    type: { kind: 'digest' },
    raw: 'x',
    value: digestOf('cux/content', 'x'),
    because: 'only the digest leaves',
  },
  { type: { kind: 'digest' }, raw: null, value: null, because: 'there is nothing to digest' },
];

describe('typedValue', () => {
  it.each(rows)('$type.kind of $raw → $value, because $because', ({ type, raw, value }) => {
    expect(typedValue({ type }, raw)).toEqual(value);
  });

  it('bounds text and takes secrets out', () => {
    const text = typedValue({ type: { kind: 'text', maximum: 30 } }, `token Bearer ${'a1B2'.repeat(12)}`);
    expect(text).not.toContain('a1B2');
    expect(String(text).length).toBeLessThanOrEqual(30);
  });
});
