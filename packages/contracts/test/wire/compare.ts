import {
  allRules,
  type Finding,
  judge,
  type ReceiptAuthority,
  type RequestAuthority,
  type Verdict,
} from '../../src/index.ts';
import { draftAuthority, publishRequestAuthority, requestAuthority } from '../support/honest.ts';
import { type V0Kind, v0Records } from './v0-schemas.ts';

/**
 * Where these records are stricter than the public v0 schemas, by rule and place: ids are printable ASCII, action units
 * and handle kinds are closed sets, revisions are safe integers.
 */
const stricter: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^shape\.wrong-format$/,
    /\/(?:goal_id|todo_id|provider_id|attempted_action_unit|idempotency_key|session_reference|gate_id)$/,
  ],
  [/^shape\.not-in-set$/, /\/(?:action_unit|handle_kind)$/],
  [/^shape\.too-long$/, /\/revision$/],
];

const knownRules: ReadonlySet<string> = new Set(allRules().map(({ id }) => id));

/** Records that are shaped by v0 and refused here for their shape, and why that is meant. */
export function isMeant({ rule, path }: Finding): boolean {
  return stricter.some(([rules, paths]) => rules.test(rule) && paths.test(path));
}

/** What judge finds in a text of a record whose authority stands for it; shape alone for a profile. */
export function verdictOn(kind: V0Kind, text: string): Verdict<unknown> {
  const bytes = new TextEncoder().encode(text);
  switch (kind) {
    case 'receipt': {
      const authority: ReceiptAuthority = draftAuthority;
      return judge({ kind: 'receipt_alone', receipt: bytes, authority });
    }
    case 'request': {
      const authority: RequestAuthority = text.includes('gate_binding')
        ? publishRequestAuthority
        : requestAuthority;
      return judge({ kind: 'request', request: bytes, authority });
    }
    case 'profile':
      return judge({ kind: 'profile', profile: bytes });
  }
}

/**
 * Compares the verdicts on one record.
 *
 * @param valid what the public v0 schema says of its shape
 * @returns what disagrees, in words; null when nothing does
 */
export function disagreement(kind: V0Kind, record: unknown, valid: boolean): string | null {
  const here = v0Records[kind].schema.safeParse(record).success;
  const { findings } = verdictOn(kind, JSON.stringify(record));
  const shape = findings.filter(({ rule }) => /^shape\.|^gate\.missing$|^parse\./.test(rule));
  const nameless = findings.filter(({ rule }) => !knownRules.has(rule));
  if (nameless.length > 0) return 'a finding names a rule that does not exist';
  if (!valid && here) return 'v0 refuses the shape, and it is accepted here';
  if (!valid && shape.length === 0) return 'v0 refuses the shape, and judge names no rule for it';
  if (valid && !here) {
    const unmeant = shape.filter((finding) => finding.rule.startsWith('shape.') && !isMeant(finding));
    if (unmeant.length > 0)
      return `v0 accepts the shape, and ${unmeant.map(({ rule, path }) => `${rule} at ${path}`).join(', ')}`;
    if (shape.length === 0) return 'v0 accepts the shape, it is refused here, and no rule says why';
  }
  return null;
}
