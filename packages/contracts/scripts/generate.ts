import { mkdirSync, writeFileSync } from 'node:fs';
import { ruleReference } from './rule-reference.ts';
import { schemaFiles } from './schemas.ts';

// Writes what is made from the code: the JSON Schemas and the rule reference.
const schemas = new URL('../schemas/', import.meta.url);
const docs = new URL('../../../docs/', import.meta.url);
mkdirSync(schemas, { recursive: true });
mkdirSync(docs, { recursive: true });
for (const [name, text] of schemaFiles()) writeFileSync(new URL(name, schemas), text);
writeFileSync(new URL('rules.md', docs), ruleReference());
