import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { placesOfRules, standingTables } from '../test/tables/places.ts';
import { ruleReference } from './rule-reference.ts';
import { schemaFiles } from './schemas.ts';
import { type Vocabularies, vocabularies, withAll } from './vocabularies.ts';

// Writes what is made from the code: the JSON Schemas, the rule reference, where each rule was found broken, and every
// value of a closed set that was ever published.
const schemas = new URL('../schemas/', import.meta.url);
const docs = new URL('../../../docs/', import.meta.url);
mkdirSync(schemas, { recursive: true });
mkdirSync(docs, { recursive: true });
for (const [name, text] of schemaFiles()) writeFileSync(new URL(name, schemas), text);
writeFileSync(new URL('rules.md', docs), ruleReference());
writeFileSync(
  new URL('../test/fixtures/places.json', import.meta.url),
  `${JSON.stringify(placesOfRules(standingTables), null, 2)}\n`,
);

const kept = new URL('../test/fixtures/vocabularies.json', import.meta.url);
const before = JSON.parse(readFileSync(kept, 'utf8')) as Vocabularies;
writeFileSync(kept, `${JSON.stringify(withAll(before, vocabularies()), null, 2)}\n`);
