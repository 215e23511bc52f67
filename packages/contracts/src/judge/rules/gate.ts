import type { GateHead } from '../authority.ts';
import {
  consumedByThisAttempt,
  expectedRevision,
  type GateCase,
  gateIsMissing,
  subjectDiffers,
} from '../gate-check.ts';
import type { CaseRule } from './statement.ts';

function gateRule(
  id: string,
  statement: string,
  broken: (subject: GateCase) => boolean,
  place = '',
): CaseRule<GateCase> {
  return {
    id,
    statement,
    violations: (subject) => (broken(subject) ? [`${subject.path}${subject.bindingAt ? place : ''}`] : []),
  };
}

/** A gate that is over is named by the reason why. */
function closedRule(reason: NonNullable<GateHead['closed_for']>, statement: string): CaseRule<GateCase> {
  return gateRule(
    `gate.${reason.replaceAll('_', '-')}`,
    statement,
    (subject) =>
      subject.binding !== undefined && subject.head?.closed_for === reason && !consumedByThisAttempt(subject),
  );
}

/** Current means equal to the head: another gate, revision, status or subject is a refusal. */
export const gateRules: readonly CaseRule<GateCase>[] = [
  gateRule(
    'gate.missing',
    'An effect of class external_write or credential_use must be bound to a gate that exists; ask for the decision first.',
    gateIsMissing,
  ),
  gateRule(
    'gate.other-id',
    'The binding must name the very gate that stands for this subject.',
    ({ binding, head }) => binding !== undefined && head !== null && binding.gate_id !== head.gate_id,
    '/gate_id',
  ),
  gateRule(
    'gate.revision-behind',
    'The revision of the binding must not lie behind the head of the gate; the gate has moved, ask again.',
    (subject) => {
      const expected = expectedRevision(subject);
      return subject.binding !== undefined && expected !== undefined && subject.binding.revision < expected;
    },
    '/revision',
  ),
  gateRule(
    'gate.revision-ahead',
    'The revision of the binding must not lie ahead of the head of the gate.',
    (subject) => {
      const expected = expectedRevision(subject);
      return subject.binding !== undefined && expected !== undefined && subject.binding.revision > expected;
    },
    '/revision',
  ),
  gateRule(
    'gate.binding-not-open',
    'The binding must say that the gate is open.',
    ({ binding }) => binding !== undefined && binding.status !== 'open',
    '/status',
  ),
  gateRule(
    'gate.not-open',
    'The gate must be open, as its head stands now.',
    (subject) =>
      subject.binding !== undefined &&
      subject.head !== null &&
      subject.head.status !== 'open' &&
      !consumedByThisAttempt(subject),
  ),
  gateRule(
    'gate.subject-differs',
    'The gate must be about exactly what the attempt does: the digests of their subjects must be equal.',
    subjectDiffers,
  ),
  closedRule(
    'consumed',
    'A gate must not have been consumed by another attempt; an approval holds for one effect.',
  ),
  closedRule('rejected', 'A gate must not have been rejected.'),
  closedRule('revoked', 'A gate must not have been revoked.'),
  closedRule('expired', 'A gate must not have expired; ask again.'),
  closedRule(
    'superseded',
    'A gate must not have been superseded by a newer revision of what it is about; ask again.',
  ),
  closedRule(
    'content_gone',
    'What a gate asks about must still be there to be shown; where it was in memory only and is gone, ask again.',
  ),
];
