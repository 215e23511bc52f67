import { type ActionRequest, actionRequestSchema } from '../records/action-request.ts';
import { gateBindingSchema } from '../records/gate-binding.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import type { RequestAuthority } from './authority.ts';
import { requestAuthorityFindings } from './contradictions.ts';
import { authorityMissing, failingClosed } from './failing-closed.ts';
import { refusedFor, type Verdict, verdictOf } from './finding.ts';
import { gateRules } from './rules/gate.ts';
import { type RequestCase, requestCase, requestRules } from './rules/request.ts';
import { runRules } from './run-rules.ts';
import { readShape } from './shape.ts';
import { textFindings } from './text-findings.ts';

/** What arrived, exactly as received, and what stands. */
export interface RequestInput {
  readonly request: Uint8Array;
  /** Null fails closed. */
  readonly authority: RequestAuthority | null;
}

/** Judges an action request as it arrived. Total, all findings at once, fails closed without an authority. */
export function judgeRequest(input: RequestInput): Verdict<ActionRequest> {
  return failingClosed(input, requestVerdict);
}

function requestVerdict({ request, authority }: RequestInput): Verdict<ActionRequest> {
  const reading = readStrictJson(request);
  const missing = authority === null || authority === undefined;
  if (!reading.ok) return refusedFor(missing ? [authorityMissing(), ...reading.findings] : reading.findings);
  const shape = readShape(actionRequestSchema, reading.value);
  const findings = [...textFindings(reading.value), ...shape.findings];
  if (missing) return refusedFor([authorityMissing(), ...findings]);
  const subject = requestCase(reading.value, authority);
  return verdictOf(shape.record, [
    ...requestAuthorityFindings(authority),
    ...findings,
    ...runRules(requestRules, subject),
    ...gateFindings(subject),
  ]);
}

function gateFindings(subject: RequestCase): ReturnType<typeof runRules> {
  const { effectClass, raw, authority } = subject;
  if (effectClass === undefined) return [];
  const binding = gateBindingSchema.safeParse(raw.gate_binding).data;
  return runRules(gateRules, {
    effectClass,
    binding,
    head: authority.gate,
    subjectDigest: authority.subject_digest,
    attemptId: null,
    path: binding === undefined ? '' : '/gate_binding',
    bindingAt: binding !== undefined,
  });
}
