import { existsSync } from 'node:fs';
import { createContentOps } from '@cux/content-ops';
import type { Capability } from '@cux/kernel/capability';
import { createBuiltInPolicy, type PolicyDecider } from '@cux/policy';
import { createComputerHost, createHost, type Host, memoryFolderFor } from '@cux/runtime';
import { contentFromVault } from '../application/item-content.ts';
import { operator } from '../application/people.ts';
import { readPolicy, readRecipes, readRules } from '../application/read-rules.ts';
import { CliFault } from '../cli-fault.ts';
import type { OpenState } from './open-state.ts';

/** A host that can only recover: it has no provider, and no guard that would let anything pass. */
export async function createRecoveryHost(
  state: OpenState,
  workspace: string,
): Promise<Pick<Host, 'recover'>> {
  // What a killed command of a `zdr` workspace has left is there.
  const nothingKept = (await state.kernel.retention(workspace)).kind === 'zdr';
  const memoryDirectory = nothingKept ? await memoryFolderFor(state.location.folder) : null;
  const options = await state.hostOptions({
    workspace,
    capabilities: capabilitiesOf(state, workspace),
    providers: [],
    policy: await policyOf(state),
    operator,
    agent: { kind: 'agent', id: 'none' },
    workingDirectory: state.location.working,
    ...(memoryDirectory === null ? {} : { memoryDirectory }),
    startGuard: () => Promise.reject(new CliFault('refused', 'Recovery starts no provider.')),
  });
  const host = createHost(options);
  const computers = createComputerHost(options);
  return {
    // What was under way on a Computer is settled before what was allocated for it is.
    recover: async () => [...(await host.recover()), ...(await computers.recover())],
  };
}

/** Reducers need the rules that the work was done under; without them recovery goes as far as the kernel can. */
function capabilitiesOf({ location, vault }: OpenState, workspace: string): readonly Capability[] {
  if (!existsSync(location.rules)) return [];
  return [
    createContentOps({
      rules: readRules(location.rules),
      recipes: readRecipes(location.recipes),
      content: contentFromVault(vault, workspace),
    }),
  ];
}

/** Part of every question that a reducer asks; without the file there are no approvals that it would have to equal. */
async function policyOf({ location }: OpenState): Promise<PolicyDecider> {
  return existsSync(location.policy)
    ? readPolicy(location.policy)
    : createBuiltInPolicy({ schema_version: 'cux_action_policy_v1', label: 'none', rules: [] });
}
