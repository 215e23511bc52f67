import { type FieldPredicate, matchesTemplate } from '@cux/contracts';
import type { ReadField } from './body/fields.ts';

/** How names are compared: exactly for a match, folded to find what a lax server would take for the same. */
export interface FieldNaming {
  readonly fold: (name: string) => string;
  /** Whether `/a` contains `/a/b`: true for JSON Pointers. */
  readonly nested: boolean;
  /** Whether a line break is sent as CRLF whatever a person typed: true for forms, as HTML has them submitted. */
  readonly lines: boolean;
}

type Found = { readonly kind: 'absent' | 'ambiguous' } | { readonly kind: 'one'; readonly field: ReadField };

interface FieldIndex {
  readonly fields: readonly ReadField[];
  readonly byFolded: ReadonlyMap<string, readonly ReadField[]>;
}

function indexOf(fields: readonly ReadField[], naming: FieldNaming): FieldIndex {
  const byFolded = new Map<string, ReadField[]>();
  for (const field of fields) {
    const folded = naming.fold(field.name);
    const known = byFolded.get(folded);
    if (known === undefined) byFolded.set(folded, [field]);
    else known.push(field);
  }
  return { fields, byFolded };
}

/** The containers of a pointer, outermost first: `/a/b/c` is in `/a` and `/a/b`. */
function containersOf(pointer: string): readonly string[] {
  const tokens = pointer.split('/');
  return tokens.slice(2).map((_, index) => tokens.slice(0, index + 2).join('/'));
}

function find(name: string, index: FieldIndex, naming: FieldNaming): Found {
  const containers = naming.nested ? containersOf(name) : [];
  if (containers.some((container) => (index.byFolded.get(naming.fold(container))?.length ?? 0) > 1)) {
    return { kind: 'ambiguous' };
  }
  const [first, ...others] = index.byFolded.get(naming.fold(name)) ?? [];
  if (first === undefined) return { kind: 'absent' };
  return others.length === 0 && first.name === name ? { kind: 'one', field: first } : { kind: 'ambiguous' };
}

function textOf(field: ReadField): string | null {
  if (field.kind === 'string') return String(field.value);
  return field.kind === 'number' && Number.isSafeInteger(field.value) ? String(field.value) : null;
}

function equals(field: ReadField, value: string | number | boolean | null, { lines }: FieldNaming): boolean {
  if (value === null) return field.kind === 'null';
  if (lines && typeof field.value === 'string') return field.value.replaceAll('\r\n', '\n') === value;
  return field.value === value;
}

function holdsFor(field: ReadField, predicate: FieldPredicate, naming: FieldNaming): boolean {
  switch (predicate.operator) {
    case 'equals':
    case 'equals_if_present':
      return equals(field, predicate.value, naming);
    case 'one_of':
      return field.kind === 'string' && predicate.values.includes(String(field.value));
    case 'matches': {
      const text = textOf(field);
      return text !== null && matchesTemplate(predicate.template, text);
    }
    case 'file':
      return field.file?.name === predicate.name && field.file.digest === predicate.digest;
    case 'present':
      return true;
    case 'absent':
      return false;
  }
}

function holds(predicate: FieldPredicate, index: FieldIndex, naming: FieldNaming): boolean {
  const found = find(predicate.field, index, naming);
  if (found.kind === 'ambiguous') return false;
  if (found.kind === 'one') return holdsFor(found.field, predicate, naming);
  return predicate.operator === 'absent' || predicate.operator === 'equals_if_present';
}

function isNamed(field: ReadField, predicates: readonly FieldPredicate[], naming: FieldNaming): boolean {
  return predicates.some((predicate) => {
    if (predicate.field === field.name) return true;
    if (!naming.nested) return false;
    // A container is there because of a named member; a member of a container that need only be present is in it.
    const container = field.kind === 'object' || field.kind === 'array';
    if (container && predicate.field.startsWith(`${field.name}/`)) return true;
    return predicate.operator === 'present' && field.name.startsWith(`${predicate.field}/`);
  });
}

/**
 * Whether all predicates hold and, with `others: deny`, no field is left that none of them names. A field that
 * a lax server could take for a named one (another case, a repeated name, PHP's brackets) fails it.
 */
export function fieldsHold(
  fields: readonly ReadField[],
  predicates: readonly FieldPredicate[],
  others: 'allow' | 'deny',
  naming: FieldNaming,
): boolean {
  const index = indexOf(fields, naming);
  if (!predicates.every((predicate) => holds(predicate, index, naming))) return false;
  return others === 'allow' || fields.every((field) => isNamed(field, predicates, naming));
}
