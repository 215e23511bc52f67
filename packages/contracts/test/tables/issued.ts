import { draft } from './receipt.ts';
import { type RuleRow, refuses, spares } from './row.ts';

// Put together here, so that no file holds a secret.
const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
const command = 'create_user_gate:complete_todo';
const flag = { name: 'complete_todo', type: { kind: 'boolean' }, required: false };

/** The same text in the receipt and in what stands; an idempotency key stands in the annex too. */
const issued = (text: string) =>
  ({
    goal_id: draft({ receipt: { goal_id: text }, authority: { 'request/goal_id': text } }),
    todo_id: draft({ receipt: { todo_id: text }, authority: { 'request/todo_id': text } }),
    provider_id: draft({
      receipt: { provider_id: text },
      authority: { 'request/provider_id': text, channel_provider_id: text },
    }),
    idempotency_key: draft({
      receipt: { idempotency_key: text },
      annex: { idempotency_key: text },
      authority: { 'issued/idempotency_key': text },
    }),
    session_reference: draft({
      receipt: { session_reference: text },
      authority: { 'issued/session_reference': text },
    }),
  }) as const;

/** What was issued or admitted is not the sender's choice: equal to it, a text is neither a secret nor a command. */
export const issuedRows: readonly RuleRow[] = [
  ...Object.entries(issued(token)).map(([field, judge]) =>
    spares(['leak.token'], `the ${field} that was issued looks like a key`, judge),
  ),
  ...Object.entries(issued(command)).map(([field, judge]) =>
    spares(['writeback.command'], `the ${field} that was issued reads like a command`, judge),
  ),
  ...Object.keys(issued(token)).flatMap((field) => [
    refuses(
      'leak.token',
      `a key for the ${field}, which was never issued`,
      draft({ receipt: { [field]: token } }),
    ),
    refuses(
      'writeback.command',
      `a command for the ${field}, which was never issued`,
      draft({ receipt: { [field]: command } }),
    ),
  ]),
  spares(
    ['writeback.key', 'annex.extraction-unknown'],
    'a fact that the plan named like a decision',
    draft({
      annex: { extractions: { complete_todo: true } },
      authority: { extractions: [flag] },
    }),
  ),
  refuses(
    'writeback.key',
    'the same fact, which no plan named',
    draft({ annex: { extractions: { complete_todo: true } }, authority: { extractions: [] } }),
  ),
];
