import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ruleReference } from '../scripts/rule-reference.ts';
import { schemaFiles } from '../scripts/schemas.ts';
import {
  actionRequestSchema,
  allRules,
  receiptSchema,
  ruleFamilies,
  runtimeProfileSchema,
} from '../src/index.ts';

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
  readonly schema: 'receipt' | 'request' | 'profile';
  readonly valid: boolean;
  readonly record: unknown;
}

const shapeRows = readFileSync(at('./fixtures/v0-shapes.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as ShapeRow);

const schemas = {
  receipt: receiptSchema,
  request: actionRequestSchema,
  profile: runtimeProfileSchema,
};

/** Where these schemas are stricter than v0: ids are printable ASCII, units and handles are closed sets, integers are safe. */
const stricter =
  /^(?:goal_id|todo_id|provider_id|attempted_action_unit|idempotency_key|session_reference|action_unit|gate_binding\.gate_id|gate_binding\.revision|evidence\.handle_kind)$/;

describe('shapes of v0', () => {
  it('come in both verdicts for every record', () => {
    for (const schema of ['receipt', 'request', 'profile']) {
      const rows = shapeRows.filter((row) => row.schema === schema);
      expect(rows.filter(({ valid }) => valid).length).toBeGreaterThan(10);
      expect(rows.filter(({ valid }) => !valid).length).toBeGreaterThan(40);
    }
  });

  it('are refused here whenever v0 refuses them', () => {
    const accepted = shapeRows.filter(
      ({ schema, valid, record }) => !valid && schemas[schema].safeParse(record).success,
    );
    expect(accepted).toEqual([]);
  });

  it('are accepted here when v0 accepts them, but for the named stricter fields', () => {
    const refused = shapeRows.flatMap(({ schema, valid, record }) => {
      if (!valid) return [];
      const issues = schemas[schema].safeParse(record).error?.issues ?? [];
      return issues.map(({ path }) => path.join('.')).filter((path) => !stricter.test(path));
    });
    expect(refused).toEqual([]);
  });
});
