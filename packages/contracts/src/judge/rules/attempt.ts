import type { ReceiptAuthority } from '../authority.ts';
import type { ReceiptCase } from '../receipt-case.ts';
import type { CaseRule } from './statement.ts';

/** States in which an attempt has been answered, given up, or left to a read-back. */
const statesThatAreOver: ReadonlySet<string> = new Set([
  'reported',
  'settled',
  'abandoned',
  'void',
  'outcome_unknown',
]);

function attemptRule(
  id: string,
  statement: string,
  broken: (attempt: ReceiptAuthority['attempt']) => boolean,
): CaseRule<ReceiptCase> {
  return { id, statement, violations: ({ authority }) => (broken(authority.attempt) ? ['/receipt'] : []) };
}

/** Whether the attempt may still be answered. A refused receipt is kept as evidence, and moves nothing. */
export const attemptRules: readonly CaseRule<ReceiptCase>[] = [
  attemptRule(
    'attempt.not-dispatched',
    'A receipt must not arrive before its attempt was dispatched.',
    (attempt) => !attempt.dispatched,
  ),
  attemptRule(
    'attempt.cancelled',
    'A receipt must not arrive after its attempt was cancelled.',
    (attempt) => attempt.cancelled,
  ),
  attemptRule(
    'attempt.lease-over',
    'A receipt must arrive while the lease of its attempt is held.',
    (attempt) => !attempt.lease_held,
  ),
  attemptRule(
    'attempt.deadline-passed',
    'A receipt must arrive before the deadline of its attempt.',
    (attempt) => attempt.deadline_passed,
  ),
  attemptRule(
    'attempt.fence-behind',
    'The fence of the channel must equal the fence of the todo; a lower one never wins.',
    (attempt) => !attempt.fence_current,
  ),
  attemptRule(
    'attempt.over',
    'An attempt must be answered once; one that was reported, settled, abandoned or left unknown takes no receipt.',
    (attempt) => statesThatAreOver.has(attempt.state),
  ),
];
