import type { z } from 'zod';
import { screenJson } from '../leak/screen-json.ts';
import { publishedRecords } from '../records/published.ts';
import { proposalLimits } from '../strict-json/limits.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import { refusedFor, type Verdict, verdictOf } from './finding.ts';
import { readShape, shapeFinding } from './shape.ts';

/** Records that cux itself gives out: they are judged by their shape and what must not stand in any text. */
export const plainRecords = [
  'cux_attention_item_v1',
  'cux_computer_v1',
  'cux_computer_profile_v1',
  'cux_screen_v1',
  'cux_observation_v1',
  'cux_action_approval_v1',
  'cux_usage_v1',
  'cux_todo_v1',
  'cux_gate_v1',
  'cux_evidence_v1',
  'cux_problem_v1',
] as const;

export type PlainRecord = (typeof plainRecords)[number];

export type PlainRecordOf<Name extends PlainRecord> = z.infer<(typeof publishedRecords)[Name]>;

const schemas: { readonly [Name in PlainRecord]: z.ZodType<PlainRecordOf<Name>> } = publishedRecords;

/** Judges a record by strict reading, shape and leaks. It says nothing of whether the record is true. */
export function judgeRecord<Name extends PlainRecord>(
  name: Name,
  record: Uint8Array,
): Verdict<PlainRecordOf<Name>> {
  if (!plainRecords.includes(name)) return refusedFor([shapeFinding('shape.not-in-set', [])]);
  const reading = readStrictJson(record, proposalLimits);
  if (!reading.ok) return refusedFor(reading.findings);
  const shape = readShape<PlainRecordOf<Name>>(schemas[name], reading.value);
  return verdictOf(shape.record, [...screenJson(reading.value, [], new Set()), ...shape.findings]);
}
