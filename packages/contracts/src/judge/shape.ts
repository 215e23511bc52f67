import type { z } from 'zod';
import type { Finding } from './finding.ts';
import { type JsonPath, pointerOf } from './pointer.ts';
import { shapeStatements } from './rules/shape.ts';

type ShapeRule = keyof typeof shapeStatements;

/** A record of the right shape, or what is wrong with it. */
export interface ShapeReading<Record> {
  readonly record: Record | undefined;
  readonly findings: readonly Finding[];
}

/** Reads a JSON value by a schema; zod's issues become findings of the family `shape`, without zod's texts. */
export function readShape<Record>(
  schema: z.ZodType<Record>,
  value: unknown,
  root: JsonPath = [],
): ShapeReading<Record> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return { record: parsed.data, findings: [] };
  return { record: undefined, findings: parsed.error.issues.flatMap((issue) => issueFindings(issue, root)) };
}

function issueFindings(issue: z.core.$ZodIssue, root: JsonPath): readonly Finding[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => shapeFinding('shape.unknown-key', [...root, ...issue.path, key]));
  }
  // A gate for a class that needs one: a rule across fields, which the gate family reports.
  if (issue.code === 'custom' && issue.path.length === 1 && issue.path[0] === 'gate_binding') return [];
  return [shapeFinding(issueRule(issue), [...root, ...issue.path])];
}

function issueRule(issue: z.core.$ZodIssue): ShapeRule {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'shape.missing-key' : 'shape.wrong-type';
    case 'invalid_value':
      return valueRule(issue);
    case 'too_big':
      return 'shape.too-long';
    case 'too_small':
      return 'shape.too-short';
    case 'invalid_format':
      return 'shape.wrong-format';
    default:
      return 'shape.invalid';
  }
}

function valueRule(issue: z.core.$ZodIssueInvalidValue): ShapeRule {
  if (issue.input === undefined) return 'shape.missing-key';
  return issue.values.length === 1 ? 'shape.wrong-literal' : 'shape.not-in-set';
}

export function shapeFinding(rule: ShapeRule, path: JsonPath): Finding {
  return { rule, path: pointerOf(path), message: shapeStatements[rule] };
}
