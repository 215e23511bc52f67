import type { ReceiptCase } from '../receipt-case.ts';
import type { CaseRule } from './statement.ts';

/** A field of the receipt must be this very string, code unit by code unit. */
function equals(
  id: string,
  statement: string,
  field: string,
  expected: (subject: ReceiptCase) => string,
): CaseRule<ReceiptCase> {
  return {
    id,
    statement,
    violations: (subject) => (subject.raw[field] === expected(subject) ? [] : [`/receipt/${field}`]),
  };
}

/** Whether the receipt answers this request, through this channel. Nothing is normalised to match. */
export const identityRules: readonly CaseRule<ReceiptCase>[] = [
  equals(
    'identity.goal',
    'goal_id must equal the goal_id of the request, code unit by code unit.',
    'goal_id',
    ({ authority }) => authority.request.goal_id,
  ),
  equals(
    'identity.todo',
    'todo_id must equal the todo_id of the request, code unit by code unit.',
    'todo_id',
    ({ authority }) => authority.request.todo_id,
  ),
  equals(
    'identity.action-unit',
    'attempted_action_unit must equal the action_unit of the request, code unit by code unit.',
    'attempted_action_unit',
    ({ authority }) => authority.request.action_unit,
  ),
  equals(
    'identity.provider',
    'provider_id must equal the provider_id of the request, code unit by code unit.',
    'provider_id',
    ({ authority }) => authority.request.provider_id,
  ),
  {
    id: 'identity.channel',
    statement: 'The channel that carries the receipt must belong to the provider of the request.',
    violations: ({ authority }) =>
      authority.channel_provider_id === authority.request.provider_id ? [] : ['/receipt/provider_id'],
  },
  equals(
    'identity.idempotency-key',
    'idempotency_key must be the one issued for this attempt.',
    'idempotency_key',
    ({ authority }) => authority.issued.idempotency_key,
  ),
  equals(
    'identity.session-reference',
    'session_reference must be the one registered when the session was opened.',
    'session_reference',
    ({ authority }) => authority.issued.session_reference,
  ),
];
