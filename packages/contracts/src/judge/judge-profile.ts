import { type RuntimeProfile, runtimeProfileSchema } from '../records/runtime-profile.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import { refusedFor, type Verdict, verdictOf } from './finding.ts';
import { readShape } from './shape.ts';
import { textFindings } from './text-findings.ts';

/** Judges a runtime profile as it arrived. A profile says what can be done, so no authority is needed. */
export function judgeProfile(profile: Uint8Array): Verdict<RuntimeProfile> {
  const reading = readStrictJson(profile);
  if (!reading.ok) return refusedFor(reading.findings);
  const shape = readShape(runtimeProfileSchema, reading.value);
  return verdictOf(shape.record, [...textFindings(reading.value), ...shape.findings]);
}
