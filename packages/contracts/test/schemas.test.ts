import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ruleReference } from '../scripts/rule-reference.ts';
import { schemaFiles } from '../scripts/schemas.ts';
import { allRules, ruleFamilies } from '../src/index.ts';
import { disagreement, verdictOn } from './wire/compare.ts';
import { type V0Kind, v0Kinds } from './wire/v0-schemas.ts';

const at = (path: string): URL => new URL(path, import.meta.url);

describe('what is made from the code', () => {
  it.each([...schemaFiles()])('%s is up to date', (name, text) => {
    expect(JSON.parse(readFileSync(at(`../schemas/${name}`), 'utf8'))).toEqual(JSON.parse(text));
  });

  it('publishes no other schema', () => {
    expect(readdirSync(at('../schemas/')).sort()).toEqual([...schemaFiles().keys()].sort());
  });

  it('keeps the rule reference up to date', () => {
    expect(readFileSync(at('../../../docs/rules.md'), 'utf8')).toBe(ruleReference());
  });
});

describe('the rules', () => {
  const rules = allRules();

  it('have ids of their own, in their family', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { id, family } of rules) expect(id).toMatch(new RegExp(`^${family}\\.[a-z0-9-]+$`));
    expect(new Set(rules.map(({ family }) => family))).toEqual(new Set(ruleFamilies));
  });

  it('are one sentence each', () => {
    for (const { statement } of rules) expect(statement).toMatch(/^[A-Za-z_].*\.$/);
  });
});

/** A record with the verdict of the public v0 schema on its shape. */
interface ShapeRow {
  readonly schema: V0Kind;
  readonly valid: boolean;
  readonly record: unknown;
}

const shapeRows = readFileSync(at('./fixtures/v0-shapes.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as ShapeRow);

describe('shapes of v0', () => {
  it.each(v0Kinds)('come in both verdicts for a %s', (kind) => {
    const rows = shapeRows.filter(({ schema }) => schema === kind);
    expect(rows.filter(({ valid }) => valid).length).toBeGreaterThan(150);
    expect(rows.filter(({ valid }) => !valid).length).toBeGreaterThan(150);
  });

  it('get the same verdict here, or one that a named stricter rule explains', () => {
    const disagreeing = shapeRows
      .map(({ schema, valid, record }) => disagreement(schema, record, valid))
      .filter((words) => words !== null);
    expect(disagreeing).toEqual([]);
  });

  it('of a valid record that is refused name a rule each time', () => {
    const silent = shapeRows.filter(({ schema, valid, record }) => {
      const verdict = verdictOn(schema, JSON.stringify(record));
      return valid && !verdict.ok && verdict.findings.length === 0;
    });
    expect(silent).toEqual([]);
  });
});
