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
  return {
    schema_version: 'cux_screen_v1',
    screen_id: screen.screen_id,
    computer_id: screen.computer_id,
    workspace_id: workspace,
    width: screen.width,
    height: screen.height,
    scale_percent: screen.scale_percent,
    generation: screen.generation,
    control: screen.control,
    control_epoch: screen.control_epoch,
    observation_generation: screen.observation_generation,
    attachment: screen.attachment,
    active_target: screen.active_target,
    created_at: screen.created_at,
    updated_at: screen.updated_at,
    observed_at: screen.observed_at,
  };
}

/** `cux_usage_v1`: one line of the usage ledger. */
export function usageRecord(workspace: string, line: UsageLine): Usage {
  return {
    schema_version: 'cux_usage_v1',
    usage_id: line.usage_id,
    workspace_id: workspace,
    computer_id: line.computer_id,
    generation: line.generation,
    session_id: line.session_id,
    attempt_id: line.attempt_id,
    measure: line.measure,
    action: line.action,
    outcome: line.outcome,
    quantity: line.quantity,
    from: line.from,
    until: line.until,
  };
}
