import { type Principal, samePrincipal } from '@cux/contracts';
import { type Context, type Refused, refuseForGood } from './deciding.ts';

/** Refuses a principal of another kind. The kind of a principal never changes, so the refusal stands. */
export function onlyKinds(context: Context, kinds: readonly Principal['kind'][]): Refused | null {
  if (kinds.includes(context.principal.kind)) return null;
  return refuseForGood(
    'principal.not-allowed',
    `This command is for ${kinds.join(' or ')} principals; send it as one of these.`,
  );
}

/** Everyone but a provider runs work; a capability only its own. */
export function onlyRunnerOf(context: Context, capability: string): Refused | null {
  const { principal } = context;
  if (principal.kind === 'provider') {
    return refuseForGood('principal.not-allowed', 'A provider reports facts; it runs and decides nothing.');
  }
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
