import { existsSync, readFileSync } from 'node:fs';
import { type ContentSource, createContentOps, parsePublishingRules, shippedRecipes } from '@cux/content-ops';
import { randomIds, systemClock } from '@cux/kernel';
import type { Capability } from '@cux/kernel/capability';
import { type ActionPolicy, createBuiltInPolicy, readActionPolicy } from '@cux/policy';
import { createHost, currentProcessIdentity, type Host } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import type { OpenState } from './open-state.ts';
import { storedContent } from './stored-content.ts';

/** A host that can only recover: it has no provider, and no guard that would let anything pass. */
export async function createRecoveryHost(state: OpenState, workspace: string): Promise<Host> {
  return createHost({
    workspace,
    kernel: state.kernel,
    vault: state.vault,
    capabilities: capabilitiesOf(state, workspace),
    providers: [],
    policy: createBuiltInPolicy(policyOf(state)),
    clock: systemClock,
    ids: randomIds,
    processId: await currentProcessIdentity(randomIds.next('session')),
    operator: { kind: 'operator', id: 'cux-cli' },
    agent: { kind: 'agent', id: 'none' },
    workingDirectory: state.location.working,
    startGuard: () => Promise.reject(new CliFault('refused', 'Recovery starts no provider.')),
  });
}

/** Reducers need the rules that the work was done under; without them recovery goes as far as the kernel can. */
function capabilitiesOf(state: OpenState, workspace: string): readonly Capability[] {
  const { rules: path } = state.location;
  if (!existsSync(path)) return [];
  const rules = parsePublishingRules(readFileSync(path, 'utf8'));
  if (!rules.ok)
    throw new CliFault(
      'refused',
      'The publishing rules of this state folder cannot be read; restore rules.json.',
    );
  return [
    createContentOps({ rules: rules.rules, recipes: shippedRecipes, content: contentOf(state, workspace) }),
  ];
}

/** Part of every question that a reducer asks; without the file there are no approvals that it would have to equal. */
function policyOf({ location }: OpenState): ActionPolicy {
  if (!existsSync(location.policy))
    return { schema_version: 'cux_action_policy_v1', label: 'none', rules: [] };
  const reading = readActionPolicy(readFileSync(location.policy, 'utf8'));
  if (reading.ok) return reading.policy;
  throw new CliFault(
    'refused',
    'The action policy of this state folder cannot be read; restore policy.json.',
  );
}

function contentOf(state: OpenState, workspace: string): ContentSource {
  return {
    read: async (recordId) => {
      const content = await storedContent(state, workspace, recordId);
      if (content === null)
        throw new CliFault('not_found', 'The content of an item is gone from the vault; restore it.');
      return content;
    },
  };
}
