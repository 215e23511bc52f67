import type { FieldPredicate, WriteRule } from '../records/write-rule.ts';
import { isOverrideField } from './field-names.ts';
import { matchesTemplate, templatesMeet } from './template.ts';

type Value = string | number | boolean | null;

/** The values that a predicate lists one by one; null when there is no end to them. */
function listedBy(predicate: FieldPredicate): readonly Value[] | null {
  switch (predicate.operator) {
    case 'equals':
    case 'equals_if_present':
      return [predicate.value];
    case 'one_of':
      return predicate.values;
    case 'absent':
      return [];
    default:
      return null;
  }
}

function takes(predicate: FieldPredicate, value: Value): boolean {
  const listed = listedBy(predicate);
  if (listed !== null) return listed.includes(value);
  if (predicate.operator === 'file') return false;
  if (predicate.operator !== 'matches') return true;
  const isText = typeof value === 'string' || Number.isSafeInteger(value);
  return isText && matchesTemplate(predicate.template, String(value));
}

function allowsAbsence({ operator }: FieldPredicate): boolean {
  return operator === 'absent' || operator === 'equals_if_present';
}

/** Whether no field, there or not, satisfies both. Proved, or not claimed. */
function contradict(left: FieldPredicate, right: FieldPredicate): boolean {
  if (allowsAbsence(left) && allowsAbsence(right)) return false;
  const [ofLeft, ofRight] = [listedBy(left), listedBy(right)];
  if (ofLeft !== null) return !ofLeft.some((value) => takes(right, value));
  if (ofRight !== null) return !ofRight.some((value) => takes(left, value));
  if (left.operator === 'file' && right.operator === 'file') {
    return left.name !== right.name || left.digest !== right.digest;
  }
  const templates = left.operator === 'matches' && right.operator === 'matches';
  return templates && !templatesMeet(left.template, right.template);
}

/** Whether a field of this name could be one that the predicate is about: itself, its container, its member. */
function mayName(predicate: FieldPredicate, field: string): boolean {
  const { field: named } = predicate;
  return named === field || named.startsWith(`${field}/`) || field.startsWith(`${named}/`);
}

/** Whether one of `wanting` demands a field that a rule with these predicates and no others refuses. */
function demandsUnnamed(named: readonly FieldPredicate[], wanting: readonly FieldPredicate[]): boolean {
  return wanting.some(
    (wanted) =>
      !allowsAbsence(wanted) &&
      !isOverrideField(wanted.field.replace(/^\//, '')) &&
      !named.some((predicate) => mayName(predicate, wanted.field)),
  );
}

interface Fields {
  readonly fields: readonly FieldPredicate[];
  readonly other_fields: 'allow' | 'deny';
}

function fieldsExclude(left: Fields, right: Fields): boolean {
  const contradiction = left.fields.some((one) =>
    right.fields.some((other) => one.field === other.field && contradict(one, other)),
  );
  return (
    contradiction ||
    (left.other_fields === 'deny' && demandsUnnamed(left.fields, right.fields)) ||
    (right.other_fields === 'deny' && demandsUnnamed(right.fields, left.fields))
  );
}

function queryOf({ query }: WriteRule): Fields {
  return { fields: query, other_fields: 'deny' };
}

/**
 * Whether no write at all can match both rules: another method, origin or override, paths without a common
 * instance, another kind of body, or a field of query or body that contradicts. Judged by the rules alone, so a
 * person can follow it; where it cannot be proved the answer is no.
 */
export function ruleExcludes(left: WriteRule, right: WriteRule): boolean {
  if (left.method !== right.method || left.origin !== right.origin) return true;
  if (left.override_method !== right.override_method) return true;
  if (!templatesMeet(left.path, right.path)) return true;
  if (left.body.kind !== right.body.kind) return true;
  if (fieldsExclude(queryOf(left), queryOf(right))) return true;
  return left.body.kind !== 'empty' && right.body.kind !== 'empty' && fieldsExclude(left.body, right.body);
}
