import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Vocabularies, vocabularies } from '../scripts/vocabularies.ts';
import { publishedRecords } from '../src/index.ts';
import { draftAnnex, draftProposal, draftReceipt, publishRequest } from './support/honest.ts';
import { honestPlan } from './support/plans.ts';
import { click, honestRecords } from './support/public-records.ts';
import { withValue } from './support/wire.ts';

/** Every value that was ever published, and where: `generate` adds to it and takes nothing away. */
const kept = JSON.parse(
  readFileSync(new URL('./fixtures/vocabularies.json', import.meta.url), 'utf8'),
) as Vocabularies;
const now = vocabularies();

const places = (sets: Vocabularies) =>
  Object.entries(sets).flatMap(([schema, each]) =>
    Object.entries(each).map(([place, values]) => ({ schema, place, values })),
  );

describe('the closed sets of the published schemas', () => {
  it('keep every value, since records that were kept hold it; another meaning needs another schema_version', () => {
    const lost = places(kept).flatMap(({ schema, place, values }) =>
      values
        .filter((value) => !now[schema]?.[place]?.includes(value))
        .map((value) => `${schema} ${place} ${value}`),
    );
    expect(lost).toEqual([]);
  });

  it('are written down with every value that was added: pnpm --filter @cux/contracts generate', () => {
    expect(now).toEqual(kept);
  });

  it('mean the same wherever they stand by the same name', () => {
    const named = (field: string) =>
      places(now)
        .filter(({ place }) => place === field || place.endsWith(`.${field}`))
        .map(({ values }) => values.join(' '));
    for (const field of ['action_unit', 'evidence_class', 'handle_kind', 'stop_reason', 'dialog_kind']) {
      expect(new Set(named(field)).size, field).toBe(1);
    }
  });
});

const honest: Readonly<Record<string, object>> = {
  ...honestRecords,
  computer_use_action_request_v0: publishRequest,
  computer_use_receipt_v0: draftReceipt(),
  cux_receipt_annex_v1: draftAnnex(),
  cux_plan_v1: honestPlan,
  cux_proposed_transition_v1: draftProposal(),
  cux_structural_action_v1: click,
};

/** The string leaves of a record: where each stands, and the place of its kind. */
function leaves(node: unknown, path: readonly string[] = [], place = ''): readonly Leaf[] {
  if (typeof node === 'string') return [{ path, place, value: node }];
  if (Array.isArray(node)) {
    return node.flatMap((item, index) => leaves(item, [...path, String(index)], `${place}[]`));
  }
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, item]) =>
    leaves(item, [...path, key], place === '' ? key : `${place}.${key}`),
  );
}

interface Leaf {
  readonly path: readonly string[];
  readonly place: string;
  readonly value: string;
}

/** What a later version, another writer or a liar may put there. */
const strangers: readonly ((value: string) => string)[] = [
  (value) => `${value}_of_tomorrow`,
  (value) => `${value} `,
  (value) => ` ${value}`,
  (value) => `${value}\u200b`,
  (value) => value.toUpperCase(),
  (value) => value.charAt(0).toUpperCase() + value.slice(1),
  (value) => value.replace('e', '\u0435'),
  (value) =>
    value.normalize('NFKD').replace(/[a-z]/, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  (value) => value.slice(0, -1),
  () => '',
  () => 'constructor',
  () => '__proto__',
];

describe('a value that this version does not know', () => {
  const rows = Object.entries(honest).flatMap(([schema, record]) =>
    leaves(record)
      .filter(({ place }) => now[schema]?.[place] !== undefined)
      .map((leaf) => ({ schema, record, ...leaf })),
  );

  it('can stand in every set that an honest record shows', () => {
    expect(new Set(rows.map(({ schema }) => schema)).size).toBe(Object.keys(honest).length);
    expect(rows.length).toBeGreaterThan(75);
  });

  it.each(rows.map(({ schema, place, ...row }) => [schema, place, row] as const))(
    'is refused in %s at %s, in whatever spelling, and nothing is guessed',
    (schema, place, { record, path, value }) => {
      const known = now[schema]?.[place] ?? [];
      const parse = (given: string) =>
        publishedRecords[schema as keyof typeof publishedRecords].safeParse(
          withValue(record, path.join('/'), given),
        );
      expect(parse(value).success).toBe(true);
      for (const stranger of strangers.map((of) => of(value)).filter((each) => !known.includes(each))) {
        const { success, error } = parse(stranger);
        const at = error?.issues.map((issue) => issue.path.join('/')) ?? [];
        expect({ stranger, success, at: at.includes(path.join('/')) }).toEqual({
          stranger,
          success: false,
          at: true,
        });
      }
    },
  );
});
