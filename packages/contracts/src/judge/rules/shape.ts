import type { Statements } from './statement.ts';

/** The schema of a record. Enums are exact: nothing is trimmed, folded or normalised. */
export const shapeStatements = {
  'shape.unknown-key': 'A record must hold no key that its schema does not name.',
  'shape.missing-key': 'A record must hold every key that its schema requires, as its own.',
  'shape.wrong-type': 'A value must have the type that the schema gives it.',
  'shape.not-in-set': 'A value must be exactly one of the closed set that the schema gives.',
  'shape.wrong-literal': 'A literal must be exactly the one that the schema gives.',
  'shape.too-long': 'A value must not be longer, larger or more numerous than the schema allows.',
  'shape.too-short': 'A value must not be shorter, smaller or fewer than the schema allows.',
  'shape.wrong-format':
    'Text must follow the grammar that the schema gives; ids are printable ASCII without spaces.',
  'shape.invalid': 'A value must satisfy the schema.',
} as const satisfies Statements;
