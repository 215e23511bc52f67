import { digestOf } from '../ids/digest.ts';
import type { GateHead, ReceiptAuthority, RequestAuthority } from './authority.ts';
import type { Finding } from './finding.ts';
import { authorityStatements } from './rules/authority.ts';
import { unitHasClass } from './unit-class.ts';

/** States that an attempt has before its commit; `abandoned` is the end of one that never got there. */
const statesBeforeCommit: ReadonlySet<string> = new Set(['admitted', 'running', 'prepared', 'abandoned']);

/** States that only a commit leads to. */
const statesAfterCommit: ReadonlySet<string> = new Set(['committed', 'void', 'outcome_unknown']);

/** A gate is closed for a reason, and consumed by somebody, or neither. */
function headContradicts(head: GateHead | null): boolean {
  if (head === null) return false;
  const { status, closed_for: reason, consumed_by: consumer } = head;
  return (status === 'closed') !== (reason !== null) || (reason === 'consumed') !== (consumer !== null);
}

/** A commit, the state of the attempt and the gate that it consumed are one and the same event. */
function commitContradicts({ attempt, gate, request }: ReceiptAuthority): boolean {
  if (!attempt.committed) {
    return statesAfterCommit.has(attempt.state) || gate?.consumed_by === attempt.attempt_id;
  }
  return (
    statesBeforeCommit.has(attempt.state) ||
    request.effect_class !== 'external_write' ||
    (gate !== null && gate.consumed_by !== attempt.attempt_id)
  );
}

/** Nothing is admitted that forbids itself, or whose unit is of another class; and its digest is its own. */
function requestContradicts({ request, request_digest: digest }: ReceiptAuthority): boolean {
  const { action_unit: unit, effect_class: effectClass, write_scope: scope } = request;
  return (
    scope.forbidden_effect_classes.includes(effectClass) ||
    !unitHasClass(unit, effectClass) ||
    digestOf('cux/request', request) !== digest
  );
}

const contradictory: Finding = {
  rule: 'authority.contradictory',
  path: '',
  message: authorityStatements['authority.contradictory'],
};

/** What a snapshot for a receipt says against itself. */
export function receiptAuthorityFindings(authority: ReceiptAuthority): readonly Finding[] {
  const { attempt, gate } = authority;
  const broken =
    headContradicts(gate) ||
    commitContradicts(authority) ||
    requestContradicts(authority) ||
    (attempt.state === 'admitted' && attempt.dispatched);
  return broken ? [contradictory] : [];
}

/** What a snapshot for a request says against itself. */
export function requestAuthorityFindings({ gate }: RequestAuthority): readonly Finding[] {
  return headContradicts(gate) ? [contradictory] : [];
}
