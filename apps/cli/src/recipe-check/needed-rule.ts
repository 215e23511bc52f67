import type { FieldPredicate } from '@cux/contracts';
import type { SketchedField, WriteSketch } from '@cux/provider-sdk';
import type { SeenWrite } from './watched-writes.ts';

/**
 * A rule that would let such a write pass, to be copied into the recipe and read once more: what was recognised is
 * demanded as it is, everything else has to be there.
 */
export function neededRule({ sketch, during }: SeenWrite): Readonly<Record<string, unknown>> {
  const { method, bodyKind, override, query, fields } = sketch;
  const final = during === 'the final action';
  return {
    id: final ? 'publish' : 'save-draft',
    effect_class: final ? 'external_write' : 'draft',
    describes: 'Say in one line what this write does, for the person who approves it',
    method,
    path: pathOf(sketch),
    query: query.map(predicateOf),
    override_method: override,
    body:
      bodyKind === 'empty'
        ? { kind: 'empty' }
        : {
            kind: bodyKind,
            fields: fields.slice(0, 40).map(predicateOf),
            other_fields: fields.length > 40 ? 'allow' : 'deny',
          },
  };
}

/** Whether rules can look into such a body at all. */
export function isReadable({ bodyKind }: WriteSketch): boolean {
  return bodyKind === 'empty' || bodyKind === 'json' || bodyKind === 'form' || bodyKind === 'multipart';
}

function pathOf({ path }: WriteSketch): string {
  return numbersAsItem(path).replaceAll('{redacted}', '{segment}');
}

function numbersAsItem(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^\d+$|^\{item\}$/.test(segment) ? '{item_or_integer}' : segment))
    .join('/');
}

function predicateOf({ name: field, kind, holds, word }: SketchedField): FieldPredicate {
  if (holds !== null) {
    return {
      field,
      operator: 'equals',
      value: kind === 'number' ? holds.replace('{item}', '{item.number}') : holds,
    };
  }
  if (word === null) return { field, operator: 'present' };
  const template = word.startsWith('/') ? numbersAsItem(word) : word;
  if (template !== word) return { field, operator: 'matches', template };
  return { field, operator: 'equals', value: kind === 'number' ? Number(word) : word };
}
