import { makeIssuedId } from '@cux/contracts';
import type { CommandInput } from '../commands/command.ts';
import type { Workspace } from '../state/workspace.ts';

function issued(kind: 'store' | 'move', number: number): string {
  return makeIssuedId(kind, new Uint8Array(16).fill(number));
}

/** The identity of the n-th store (1 … 255). */
export function storeId(number: number): string {
  return issued('store', number);
}

/** The n-th move (1 … 255). */
export function moveId(number: number): string {
  return issued('move', number);
}

/** A workspace that is at work in the first store. */
export const atWork: Workspace = {
  workspace_id: 'workspace',
  revision: 1,
  state: 'at_work',
  salt: 'salt',
  store_id: storeId(1),
  move: null,
};

/** The first move, to the second store. */
export function retirement(
  changes: Partial<CommandInput<'retire-workspace'>> = {},
): CommandInput<'retire-workspace'> {
  return { move_id: moveId(1), store_id: storeId(2), place: 'postgres://db.example/cux', ...changes };
}
