import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { actionRequestSchema, receiptSchema, runtimeProfileSchema } from '../../src/index.ts';

/** The three records of the first contract, by the names of their schemas. */
export const v0Records = {
  receipt: { name: 'computer_use_receipt_v0', schema: receiptSchema },
  request: { name: 'computer_use_action_request_v0', schema: actionRequestSchema },
  profile: { name: 'computer_use_runtime_profile_v0', schema: runtimeProfileSchema },
} as const;

export type V0Kind = keyof typeof v0Records;

export const v0Kinds = Object.keys(v0Records) as readonly V0Kind[];

/** Whether a JSON value has the shape of a record. */
export type ShapeCheck = (value: unknown) => boolean;

/**
 * The folder of the public v0 schemas, where somebody has them: named by `CUX_V0_SCHEMAS`, or a folder
 * `spec/v0-schemas` in one that lies beside this project or an ancestor of it.
 */
export function v0SchemaFolder(): string | null {
  const named = process.env.CUX_V0_SCHEMAS;
  if (named !== undefined) return named;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (folder !== dirname(folder)) {
    folder = dirname(folder);
    for (const entry of directoriesOf(folder)) {
      const candidate = join(folder, entry, 'spec', 'v0-schemas');
      if (existsSync(candidate)) return candidate;
    }
  }
  return null;
}

function directoriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The schemas of a folder, compiled by ajv (draft 2020-12). */
export function shapeChecksOf(folder: string): Readonly<Record<V0Kind, ShapeCheck>> {
  const check = (kind: V0Kind): ShapeCheck => {
    const text = readFileSync(join(folder, `${v0Records[kind].name}.schema.json`), 'utf8');
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(text));
    return (value) => validate(value) === true;
  };
  return { receipt: check('receipt'), request: check('request'), profile: check('profile') };
}

/** Our own schemas, as they are published. */
export const publishedFolder = fileURLToPath(new URL('../../schemas/', import.meta.url));
