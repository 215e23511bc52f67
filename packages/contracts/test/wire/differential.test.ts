import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWhole } from '../support/size.ts';
import { arbitraryRecord } from './arbitrary-records.ts';
import { disagreement, verdictOn } from './compare.ts';
import { publishedFolder, shapeChecksOf, v0Kinds, v0Records, v0SchemaFolder } from './v0-schemas.ts';

const folder = v0SchemaFolder();
/** The tests' share of what `npm run prove` compares. */
const runs = isWhole ? 7_000 : 1_000;

/** Fixed, so that a run says the same everywhere; another one is tried by CUX_FUZZ_SEED. */
const seed = Number(process.env.CUX_FUZZ_SEED ?? 20_261_130);

describe.skipIf(folder === null)(`against the public v0 schemas, ${3 * runs} records`, () => {
  const v0 = shapeChecksOf(folder ?? publishedFolder);

  it.each(v0Kinds)('%s: shape verdicts agree both ways, or a rule says why not', (kind) => {
    const seen = { accepted: 0, refused: 0, stricter: 0 };
    fc.assert(
      fc.property(arbitraryRecord(kind), (record) => {
        const valid = v0[kind](record);
        expect(disagreement(kind, record, valid)).toBeNull();
        seen[valid ? 'accepted' : 'refused'] += 1;
        if (valid && !v0Records[kind].schema.safeParse(record).success) seen.stricter += 1;
      }),
      { numRuns: runs, seed },
    );
    console.log(
      `${kind}: ${runs} records, v0 accepts ${seen.accepted} and refuses ${seen.refused}; ` +
        `${seen.stricter} that it accepts are refused here, each by a rule`,
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(runs / 20);
  });

  it('numbers that v0 takes for integers, and that are not written as one, are refused by a rule', () => {
    for (const written of ['2.0', '2e0', '20e-1', '9007199254740993']) {
      const text = `{"gate_binding":{"gate_id":"g","revision":${written},"status":"open"}}`;
      const rules = verdictOn('request', text).findings.map(({ rule }) => rule);
      expect(rules.some((rule) => rule.startsWith('parse.'))).toBe(true);
    }
  });
});

describe('the published schemas', () => {
  const published = shapeChecksOf(publishedFolder);

  it.each(v0Kinds)('%s: say the same as the code that they are made from', (kind) => {
    fc.assert(
      fc.property(arbitraryRecord(kind), (record) => {
        expect(published[kind](record)).toBe(v0Records[kind].schema.safeParse(record).success);
      }),
      { numRuns: isWhole ? 2_000 : 600, seed },
    );
  });
});
