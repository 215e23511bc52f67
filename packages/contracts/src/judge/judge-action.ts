import { counterSchema } from '../records/common.ts';
import { type StructuralAction, structuralActionSchema } from '../records/structural-action.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import type { ActionAuthority } from './authority.ts';
import { authorityMissing, failingClosed } from './failing-closed.ts';
import { type Finding, refusedFor, type Verdict, verdictOf } from './finding.ts';
import { objectOrEmpty } from './readable-parts.ts';
import { actionRules } from './rules/action.ts';
import { runRules } from './run-rules.ts';
import { readShape } from './shape.ts';
import { textFindings } from './text-findings.ts';

/** What arrived, exactly as received, and what stands. */
export interface ActionInput {
  readonly action: Uint8Array;
  /** Null fails closed. */
  readonly authority: ActionAuthority | null;
}

/**
 * Judges a structural action as it arrived: strict reading, shape, and whether it is addressed to a pair that exists
 * and rests on the current observation. Policy, budget and approval are for the runtime to check afterwards.
 */
export function judgeAction(input: ActionInput): Verdict<StructuralAction> {
  return failingClosed(input, actionVerdict);
}

/**
 * Reads a structural action as it arrived, without a look at what stands: strict reading, shape, leaks. It is no
 * permission to do anything; whoever acts climbs the runtime's ladder with it.
 */
export function readAction(action: Uint8Array): Verdict<StructuralAction> {
  const { record, findings } = readBytes(action);
  return verdictOf(record, findings);
}

function readBytes(action: Uint8Array): {
  /** Undefined where the bytes are no JSON that is read. */
  readonly value?: Readonly<Record<string, unknown>> | undefined;
  readonly record?: StructuralAction | undefined;
  readonly findings: readonly Finding[];
} {
  const reading = readStrictJson(action);
  if (!reading.ok) return { findings: reading.findings };
  const shape = readShape(structuralActionSchema, reading.value);
  const findings = [...textFindings(reading.value), ...shape.findings];
  return { value: reading.value, record: shape.record, findings };
}

function actionVerdict({ action, authority }: ActionInput): Verdict<StructuralAction> {
  const missing = authority === null || authority === undefined;
  const { value, record, findings } = readBytes(action);
  if (missing) return refusedFor([authorityMissing(), ...findings]);
  if (value === undefined) return refusedFor(findings);
  const observationGeneration = generationIn(value);
  return verdictOf(record, [...findings, ...runRules(actionRules, { observationGeneration, authority })]);
}

/** Read by itself, so that an action with a broken shape still gets the findings of all rules. */
function generationIn({ intent }: Readonly<Record<string, unknown>>): number | undefined {
  const source = objectOrEmpty(objectOrEmpty(intent).source_observation);
  return counterSchema.safeParse(source.observation_generation).data;
}
