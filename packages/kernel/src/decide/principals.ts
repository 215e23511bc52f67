import { type Principal, samePrincipal } from '@cux/contracts';
import type { CommandKind } from '../commands/command.ts';
import { senders } from '../commands/senders.ts';
import type { Goal } from '../state/goal.ts';
import type { Todo } from '../state/todo.ts';
import { type Context, type RefusedDecision, refuseForGood } from './deciding.ts';

/** Refuses a principal of another kind. The kind of a principal never changes, so the refusal stands. */
export function maySend(kind: CommandKind, principal: Principal): RefusedDecision | null {
  const kinds = senders[kind];
  if (kinds.includes(principal.kind)) return null;
  if (kind === 'decide-gate' || kind === 'decide-gates') {
    return refuseForGood('gate.not-human', 'Only a person decides a gate; ask one.');
  }
  return refuseForGood(
    'principal.not-allowed',
    `This command is for ${kinds.join(' or ')} principals; send it as one of these.`,
  );
}

/** A capability touches only what is its own. */
export function onlyOwner(context: Context, capability: string): RefusedDecision | null {
  const { principal } = context;
  if (principal.kind === 'capability' && principal.id !== capability) {
    return refuseForGood(
      'capability.not-owner',
      'The todo belongs to another capability; leave it to that one.',
    );
  }
  return null;
}

/**
 * Whether a principal takes part in an action, by its id alone: nobody approves an action of their own under another
 * kind of principal (as the operator of the host, as an agent, or as the holder of an agent's token).
 */
export function takesPart(principal: Principal, provenance: readonly Principal[]): boolean {
  return provenance.some((each) => each.id === principal.id);
}

export function withPrincipals(
  provenance: readonly Principal[],
  others: readonly Principal[],
): readonly Principal[] {
  return others.reduce(withPrincipal, provenance);
}

export function withPrincipal(provenance: readonly Principal[], principal: Principal): readonly Principal[] {
  return provenance.some((each) => samePrincipal(each, principal)) ? provenance : [...provenance, principal];
}

/** Who asked for a todo, and who has put it back to work since. */
export function askersFor({ requested_by, reopened_by }: Pick<Todo, 'requested_by' | 'reopened_by'>) {
  return [requested_by, ...reopened_by];
}

/**
 * Adds those who asked for an action, or wrote what it puts out, to whom the host names: that somebody takes part is not
 * for the host to leave out. The goal's owner may ask and decide, and is not added.
 */
export function withAskers(
  provenance: readonly Principal[],
  askers: readonly Principal[],
  goal: Pick<Goal, 'owner_id'> | null,
): readonly Principal[] {
  return withPrincipals(
    provenance,
    askers.filter(({ kind, id }) => kind !== 'human' || id !== goal?.owner_id),
  );
}
