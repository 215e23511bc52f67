import { z } from 'zod';
import {
  actionAuthoritySchema,
  publishedRecords,
  receiptAuthoritySchema,
  requestAuthoritySchema,
} from '../src/index.ts';

/** What has a published JSON Schema, by file name: the records, and the snapshots that they are judged against. */
const published: Readonly<Record<string, z.ZodType>> = {
  ...publishedRecords,
  'receipt-authority': receiptAuthoritySchema,
  'request-authority': requestAuthoritySchema,
  'action-authority': actionAuthoritySchema,
};

/** The one cross-field rule that zod keeps in code: a class that needs a gate names one. */
const gateForClass = Object.fromEntries([
  [
    'if',
    {
      required: ['effect_class'],
      properties: { effect_class: { enum: ['external_write', 'credential_use'] } },
    },
  ],
  ['then', { required: ['gate_binding'] }],
]);

/** File name and text of each published JSON Schema (draft 2020-12), made from the zod schemas. */
export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(published).map(([name, schema]) => [`${name}.schema.json`, schemaText(name, schema)]),
  );
}

function schemaText(name: string, schema: z.ZodType): string {
  const { $schema, ...body } = z.toJSONSchema(schema, { reused: 'ref' }) as Record<string, unknown>;
  const rules = name === 'computer_use_action_request_v0' ? { allOf: [gateForClass] } : {};
  return `${JSON.stringify({ $schema, $id: name, title: name, ...body, ...rules }, null, 2)}\n`;
}
