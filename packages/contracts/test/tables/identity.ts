import { draft } from './receipt.ts';
import { accepts, type RuleRow, refuses } from './row.ts';

const other = 'key_01hzxkq7v3m8n4p2r6s9t0w1zz';

export const identityRows: readonly RuleRow[] = [
  accepts('every name is the one of the request, and the issued ones are as issued', draft()),
  refuses('identity.goal', 'another goal', draft({ receipt: { goal_id: 'loopx-mets' } })),
  refuses('identity.goal', 'case is not folded', draft({ receipt: { goal_id: 'Loopx-meta' } })),
  refuses('identity.goal', 'nothing is trimmed', draft({ receipt: { goal_id: 'loopx-meta ' } })),
  refuses('identity.todo', 'another todo', draft({ receipt: { todo_id: 'todo_example_2' } })),
  refuses(
    'identity.todo',
    'full-width letters are not folded',
    draft({ receipt: { todo_id: 'ｔodo_example' } }),
  ),
  refuses(
    'identity.todo',
    'a todo of the wrong type is another todo too',
    draft({ receipt: { todo_id: 7 } }),
  ),
  refuses(
    'identity.action-unit',
    'a unit that was not asked for',
    draft({ receipt: { attempted_action_unit: 'inspect_screen' } }),
  ),
  refuses(
    'identity.provider',
    'the body names another provider',
    draft({ receipt: { provider_id: 'other' } }),
  ),
  refuses(
    'identity.channel',
    'the body is right, but the channel belongs to another provider',
    draft({ authority: { channel_provider_id: 'other' } }),
  ),
  refuses(
    'identity.idempotency-key',
    'a key that was never issued',
    draft({ receipt: { idempotency_key: other } }),
  ),
  refuses(
    'identity.session-reference',
    'a session that was never registered',
    draft({ receipt: { session_reference: other } }),
  ),
];

export const attemptRows: readonly RuleRow[] = [
  accepts('the attempt runs, its lease is held and its fence is the head', draft()),
  refuses(
    'attempt.not-dispatched',
    'nobody was asked yet',
    draft({ authority: { 'attempt/dispatched': false } }),
  ),
  refuses(
    'attempt.cancelled',
    'the attempt was called off',
    draft({ authority: { 'attempt/cancelled': true } }),
  ),
  refuses(
    'attempt.lease-over',
    'another may run by now',
    draft({ authority: { 'attempt/lease_held': false } }),
  ),
  refuses(
    'attempt.deadline-passed',
    'too late is kept as evidence and moves nothing',
    draft({ authority: { 'attempt/deadline_passed': true } }),
  ),
  refuses(
    'attempt.fence-behind',
    'a newer attempt holds the todo',
    draft({ authority: { 'attempt/fence_current': false } }),
  ),
  ...['reported', 'settled', 'abandoned', 'void', 'outcome_unknown'].map((state) =>
    refuses(
      'attempt.over',
      `an attempt in state ${state} takes no receipt`,
      draft({ authority: { 'attempt/state': state } }),
    ),
  ),
  accepts('a prepared attempt may report', draft({ authority: { 'attempt/state': 'prepared' } })),
];
