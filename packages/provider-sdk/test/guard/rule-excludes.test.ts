import {
  type FieldPredicate,
  matchesTemplate,
  ruleExcludes,
  templatesMeet,
  type WriteRule,
} from '@cux/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRequest } from '../../src/guard/decide-request.ts';
import { bytesOf, draftRequest, draftRule, stateWith } from './support/examples.ts';

type Fields = readonly FieldPredicate[];
type Others = 'allow' | 'deny';

function rule(fields: Fields, others: Others = 'allow', changes: Partial<WriteRule> = {}): WriteRule {
  const body: WriteRule['body'] = { kind: 'json', fields: [...fields], other_fields: others };
  return { ...draftRule, query: [], body, ...changes };
}

const is = (value: string | number | null, field = '/status'): FieldPredicate => ({
  field,
  operator: 'equals',
  value,
});
const ifPresent = (value: string): FieldPredicate => ({
  field: '/status',
  operator: 'equals_if_present',
  value,
});
const oneOf = (...values: string[]): FieldPredicate => ({ field: '/status', operator: 'one_of', values });
const like = (template: string): FieldPredicate => ({ field: '/status', operator: 'matches', template });
const present = (field = '/status'): FieldPredicate => ({ field, operator: 'present' });
const fileOf = (name: string, digit: string): FieldPredicate => ({
  field: '/status',
  operator: 'file',
  name,
  digest: `sha256:${digit.repeat(64)}`,
});
const absent = (field = '/status'): FieldPredicate => ({ field, operator: 'absent' });

interface Row {
  readonly because: string;
  readonly left: WriteRule;
  readonly right: WriteRule;
  readonly excludes: boolean;
}

const published = rule([is('published')]);
const rows: readonly Row[] = [
  { because: 'one status is not the other', left: rule([is('draft')]), right: published, excludes: true },
  { because: 'they are the same', left: published, right: published, excludes: false },
  {
    because: 'a status that need only be there may be any',
    left: rule([present()]),
    right: published,
    excludes: false,
  },
  {
    because: 'a field that is not spoken of may be any',
    left: rule([is('a', '/title')]),
    right: published,
    excludes: false,
  },
  {
    because: 'a field that is denied is not there',
    left: rule([is('a', '/title')], 'deny'),
    right: published,
    excludes: true,
  },
  {
    because: 'both may leave it out',
    left: rule([ifPresent('draft')]),
    right: rule([ifPresent('published')]),
    excludes: false,
  },
  {
    because: 'only one may leave it out',
    left: rule([ifPresent('draft')]),
    right: published,
    excludes: true,
  },
  { because: 'it is absent on one side', left: rule([absent()]), right: published, excludes: true },
  {
    because: 'absent and optional meet',
    left: rule([absent()]),
    right: rule([ifPresent('published')]),
    excludes: false,
  },
  {
    because: 'it is in the list',
    left: rule([oneOf('draft', 'published')]),
    right: published,
    excludes: false,
  },
  {
    because: 'it is not in the list',
    left: rule([oneOf('draft', 'pending')]),
    right: published,
    excludes: true,
  },
  { because: 'a template takes it', left: rule([like('{segment}')]), right: published, excludes: false },
  { because: 'a template does not', left: rule([like('{integer}')]), right: published, excludes: true },
  {
    because: 'a number is an integer too',
    left: rule([like('{integer}')]),
    right: rule([is(7)]),
    excludes: false,
  },
  { because: 'text is no number', left: rule([is('7')]), right: rule([is(7)]), excludes: true },
  {
    because: 'two templates meet in a digit',
    left: rule([like('{segment}')]),
    right: rule([like('a{integer}')]),
    excludes: false,
  },
  {
    because: 'one file is not the other',
    left: rule([fileOf('a', '0')]),
    right: rule([fileOf('a', '1')]),
    excludes: true,
  },
  {
    because: 'a name is not the other',
    left: rule([fileOf('a', '0')]),
    right: rule([fileOf('b', '0')]),
    excludes: true,
  },
  {
    because: 'it is the same file',
    left: rule([fileOf('a', '0')]),
    right: rule([fileOf('a', '0')]),
    excludes: false,
  },
  { because: 'a file is no text', left: rule([fileOf('a', '0')]), right: published, excludes: true },
  {
    because: 'a file need only be there',
    left: rule([fileOf('a', '0')]),
    right: rule([present()]),
    excludes: false,
  },
  {
    because: 'two templates never meet',
    left: rule([like('b{segment}')]),
    right: rule([like('a{integer}')]),
    excludes: true,
  },
  {
    because: 'a member of a denied object is not there',
    left: rule([is('a', '/title')], 'deny'),
    right: rule([present('/meta/slug')]),
    excludes: true,
  },
  {
    because: 'a named container may hold it',
    left: rule([present('/meta')], 'deny'),
    right: rule([present('/meta/slug')]),
    excludes: false,
  },
  {
    because: 'another method',
    left: published,
    right: rule([is('published')], 'allow', { method: 'PUT' }),
    excludes: true,
  },
  {
    because: 'another origin',
    left: published,
    right: rule([is('published')], 'allow', { origin: 'https://a.example' }),
    excludes: true,
  },
  {
    because: 'another path',
    left: published,
    right: rule([is('published')], 'allow', { path: '/api/articles/{integer}/publish' }),
    excludes: true,
  },
  {
    because: 'paths that overlap',
    left: published,
    right: rule([is('published')], 'allow', { path: '/api/{segment}/7' }),
    excludes: false,
  },
  {
    because: 'a segment is no slash',
    left: published,
    right: rule([is('published')], 'allow', { path: '/api/{segment}' }),
    excludes: true,
  },
  {
    because: 'another override',
    left: published,
    right: rule([is('published')], 'allow', { override_method: 'PUT' }),
    excludes: true,
  },
  {
    because: 'another kind of body',
    left: published,
    right: rule([], 'allow', { body: { kind: 'empty' } }),
    excludes: true,
  },
  {
    because: 'a query that one of them refuses',
    left: published,
    right: rule([is('published')], 'allow', { query: [present('go')] }),
    excludes: true,
  },
  {
    because: 'an optional query says nothing',
    left: published,
    right: rule([is('published')], 'allow', {
      query: [{ field: 'go', operator: 'equals_if_present', value: '1' }],
    }),
    excludes: false,
  },
];

describe('ruleExcludes', () => {
  test.each(rows)('$excludes, because $because', ({ left, right, excludes }) => {
    expect(ruleExcludes(left, right)).toBe(excludes);
    expect(ruleExcludes(right, left)).toBe(excludes);
  });

  const names = fc.constantFrom('/a', '/a', '/a', '/a', '/b', '/a/b', '/_method');
  const values = fc.constantFrom<string | number | boolean | null>('x', 'x', 'x', 'y', '1', 1, null);
  const predicates: fc.Arbitrary<FieldPredicate> = fc.oneof(
    fc.record({ field: names, operator: fc.constant('equals' as const), value: values }),
    fc.record({ field: names, operator: fc.constant('equals_if_present' as const), value: values }),
    fc.record({
      field: names,
      operator: fc.constant('one_of' as const),
      values: fc.array(fc.constantFrom('x', 'y', '1'), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      field: names,
      operator: fc.constant('matches' as const),
      template: fc.constantFrom('{integer}', '{segment}', 'x', 'x{segment}'),
    }),
    fc.record({ field: names, operator: fc.constant('present' as const) }),
    fc.record({ field: names, operator: fc.constant('absent' as const) }),
  );
  const rules = fc
    .tuple(
      fc.array(predicates, { minLength: 1, maxLength: 2 }),
      fc.constantFrom<Others>('allow', 'allow', 'deny'),
    )
    .map(([fields, others]) => rule(fields, others));
  const bodies = fc.record(
    {
      a: fc.oneof(values, fc.record({ b: values }, { requiredKeys: [] })),
      b: values,
      _method: fc.constantFrom('PUT', 'x'),
    },
    { requiredKeys: ['a'] },
  );

  test('no write at all matches two rules of which one excludes the other', () => {
    let excluded = 0;
    let matched = 0;
    fc.assert(
      fc.property(rules, rules, fc.array(bodies, { minLength: 1, maxLength: 8 }), (left, right, list) => {
        const excludes = ruleExcludes(left, right);
        if (excludes) excluded += 1;
        for (const body of list) {
          const request = {
            ...draftRequest,
            url: draftRequest.url.replace('?lang=en', ''),
            body: bytesOf(JSON.stringify(body)),
          };
          const both = [left, right].every(
            (each) => decideRequest(request, stateWith(each)).kind === 'allow',
          );
          if (both) matched += 1;
          expect(both && excludes).toBe(false);
        }
      }),
      { numRuns: 3_000 },
    );
    // Both sides of the claim were met, or it has said nothing.
    expect(excluded).toBeGreaterThan(100);
    expect(matched).toBeGreaterThan(25);
  });
});

describe('templatesMeet', () => {
  const templates = fc
    .array(fc.constantFrom('a', '1', '/', '{integer}', '{segment}'), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(''));
  const texts = fc
    .array(fc.constantFrom('a', '1', '2', '/', 'b'), { maxLength: 6 })
    .map((parts) => parts.join(''));

  test('two templates with a common instance meet', () => {
    fc.assert(
      fc.property(templates, templates, texts, (left, right, text) => {
        const common = matchesTemplate(left, text) && matchesTemplate(right, text);
        expect(common && !templatesMeet(left, right)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  test('two that meet have an instance that can be found', () => {
    const alphabet = ['a', '1', '/', 'b'];
    const all = (length: number): string[] =>
      length === 0 ? [''] : all(length - 1).flatMap((text) => alphabet.map((unit) => text + unit));
    const short = [1, 2, 3, 4, 5].flatMap(all);
    const few = fc
      .array(fc.constantFrom('a', '1', '/', '{integer}', '{segment}'), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(few, few, (left, right) => {
        const found = short.some((text) => matchesTemplate(left, text) && matchesTemplate(right, text));
        expect(templatesMeet(left, right)).toBe(found);
      }),
      { numRuns: 100 },
    );
  });
});
