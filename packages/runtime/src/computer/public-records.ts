import type { Computer, Screen, Usage } from '@cux/contracts';
import type { Computer as KeptComputer, Screen as KeptScreen, UsageLine } from '@cux/kernel';

/** `cux_computer_v1`: what the public may know of a Computer. Its placement has no place in it. */
export function computerRecord(workspace: string, computer: KeptComputer): Computer {
  const { computer_id, lifecycle, generation, recovery_grade, sharing_scope } = computer;
  return {
    schema_version: 'cux_computer_v1',
    computer_id,
    workspace_id: workspace,
    lifecycle,
    generation,
    profile: { profile_id: computer.profile_id, revision: computer.profile_revision },
    recovery_grade,
    sharing_scope,
    resource_version: computer.revision,
    created_at: computer.created_at,
    updated_at: computer.updated_at,
  };
}

/** `cux_screen_v1`: the observation head. */
export function screenRecord(workspace: string, screen: KeptScreen): Screen {
  const { revision: _, readback_due: __, todos: ___, ...head } = screen;
  return { schema_version: 'cux_screen_v1', workspace_id: workspace, ...head };
}

/** `cux_usage_v1`: one line of the usage ledger. */
export function usageRecord(workspace: string, line: UsageLine): Usage {
  return { schema_version: 'cux_usage_v1', workspace_id: workspace, ...line };
}
