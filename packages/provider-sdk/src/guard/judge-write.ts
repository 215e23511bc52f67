import { foldedFormName, isOverrideField, matchesTemplate, type WriteRule } from '@cux/contracts';
import { foldedPointer, type ReadField } from './body/fields.ts';
import type { ReadBody } from './body/read-body.ts';
import { fieldsHold } from './field-predicates.ts';
import type { ActiveRule, BlockRule } from './guard-state.ts';

/** A write in the one form that rules look at. */
export interface ReadWrite {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: readonly ReadField[];
  /** The method asked for by a header or field; null when none is. */
  readonly override: string | null | 'conflict';
  readonly body: ReadBody;
}

type Miss = Extract<
  BlockRule,
  | 'guard.no-rule'
  | 'guard.query-mismatch'
  | 'guard.override-mismatch'
  | 'guard.body-unreadable'
  | 'guard.body-mismatch'
  | 'guard.permit-spent'
  | 'guard.permit-expired'
>;

const queryNaming = { fold: foldedFormName, nested: false, lines: false };
const formNaming = { ...queryNaming, lines: true };
const jsonNaming = { fold: foldedPointer, nested: true, lines: false };

/** An override that the rule demands may stand in the query or the body without being named there. */
function withoutOverride(fields: readonly ReadField[], rule: WriteRule): readonly ReadField[] {
  return rule.override_method === null ? fields : fields.filter(({ name }) => !isOverrideField(name));
}

function queryHolds(write: ReadWrite, rule: WriteRule): boolean {
  return fieldsHold(withoutOverride(write.query, rule), rule.query, 'deny', queryNaming);
}

function bodyHolds(body: ReadBody, rule: WriteRule): boolean {
  if (rule.body.kind === 'empty' || !('fields' in body)) return rule.body.kind === body.kind;
  if (rule.body.kind !== body.kind) return false;
  const naming = body.kind === 'json' ? jsonNaming : formNaming;
  return fieldsHold(withoutOverride(body.fields, rule), rule.body.fields, rule.body.other_fields, naming);
}

/** Why the rule does not match, or null when it does. */
function missOf(write: ReadWrite, { rule, spent, expired }: ActiveRule): Miss | null {
  const sameAddress = rule.method === write.method && rule.origin === write.origin;
  if (!sameAddress || !matchesTemplate(rule.path, write.path)) return 'guard.no-rule';
  if (!queryHolds(write, rule)) return 'guard.query-mismatch';
  if (write.override !== rule.override_method) return 'guard.override-mismatch';
  if (write.body.kind === 'unreadable') return 'guard.body-unreadable';
  if (!bodyHolds(write.body, rule)) return 'guard.body-mismatch';
  if (expired) return 'guard.permit-expired';
  return spent ? 'guard.permit-spent' : null;
}

const closeness: readonly Miss[] = [
  'guard.no-rule',
  'guard.query-mismatch',
  'guard.override-mismatch',
  'guard.body-unreadable',
  'guard.body-mismatch',
  'guard.permit-spent',
  'guard.permit-expired',
];

function firstMatch(write: ReadWrite, rules: readonly ActiveRule[]): ActiveRule | Miss {
  let closest: Miss = 'guard.no-rule';
  for (const active of rules) {
    const miss = missOf(write, active);
    if (miss === null) return active;
    if (closeness.indexOf(miss) > closeness.indexOf(closest)) closest = miss;
  }
  return closest;
}

/** Misses of a write that a person had approved, and that may not leave a second time or too late. */
const usedUp: ReadonlySet<unknown> = new Set<Miss>(['guard.permit-spent', 'guard.permit-expired']);

/**
 * The first rule that matches, or the reason of the one that came closest. A permit's rules are asked first,
 * whatever their place: what a permit is for never leaves as a draft, not even once the permit is used up.
 */
export function judgeWrite(write: ReadWrite, rules: readonly ActiveRule[]): ActiveRule | Miss {
  const permitted = firstMatch(
    write,
    rules.filter(({ permit }) => permit),
  );
  if (typeof permitted !== 'string' || usedUp.has(permitted)) return permitted;
  const drafted = firstMatch(
    write,
    rules.filter(({ permit }) => !permit),
  );
  if (typeof drafted !== 'string') return drafted;
  return closeness.indexOf(drafted) > closeness.indexOf(permitted) ? drafted : permitted;
}
