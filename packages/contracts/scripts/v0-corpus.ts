import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { arbitraryRecord } from '../test/wire/arbitrary-records.ts';
import { shapeChecksOf, v0Kinds, v0SchemaFolder } from '../test/wire/v0-schemas.ts';

// Adds generated records, with the verdicts of the public v0 schemas on their shape, to the corpus that every clone
// tests. Takes the folder of those schemas from CUX_V0_SCHEMAS, or finds it beside the project.
const perVerdict = 150;
const file = new URL('../test/fixtures/v0-shapes.jsonl', import.meta.url);

const folder = v0SchemaFolder();
if (folder === null)
  throw new Error('The public v0 schemas are not at hand; name their folder in CUX_V0_SCHEMAS.');
const checks = shapeChecksOf(folder);

const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '');
for (const line of lines) {
  const { schema, valid, record } = JSON.parse(line) as {
    schema: (typeof v0Kinds)[number];
    valid: boolean;
    record: unknown;
  };
  if (checks[schema](record) !== valid)
    throw new Error('A verdict of the corpus is not that of the schemas.');
}

const known = new Set(lines);
for (const kind of v0Kinds) {
  const counts = { true: 0, false: 0 };
  for (const record of fc.sample(arbitraryRecord(kind), { numRuns: 6_000, seed: 7 })) {
    const valid = checks[kind](record);
    const line = JSON.stringify({ schema: kind, valid, record });
    if (counts[`${valid}`] >= perVerdict || known.has(line)) continue;
    counts[`${valid}`] += 1;
    known.add(line);
  }
}
writeFileSync(file, `${[...known].join('\n')}\n`);
console.log(`${known.size} records, ${known.size - lines.length} of them new`);
