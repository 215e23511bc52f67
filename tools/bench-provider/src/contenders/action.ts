import { type ActionAuthority, makeIssuedId, type StructuralAction } from '@cux/contracts';

const issued = (kind: Parameters<typeof makeIssuedId>[0]) => makeIssuedId(kind, new Uint8Array(16).fill(7));
const [computer_id, screen_id] = [issued('computer'), issued('screen')];
const workspace_id = 'newsdesk';
const at = 1_760_000_000_000;

/** What stands while the bench runs: one Computer that is awake, with its Screen in the agent's hands. */
export const authority: ActionAuthority = {
  addressed: { workspace_id, computer_id, screen_id },
  computer: {
    schema_version: 'cux_computer_v1',
    computer_id,
    workspace_id,
    lifecycle: 'awake',
    generation: 1,
    profile: { profile_id: issued('profile'), revision: 1 },
    recovery_grade: 'none',
    sharing_scope: 'exclusive',
    resource_version: 1,
    created_at: at,
    updated_at: at,
  },
  screen: {
    schema_version: 'cux_screen_v1',
    screen_id,
    computer_id,
    workspace_id,
    width: 1_280,
    height: 800,
    scale_percent: 100,
    generation: 1,
    control: 'agent',
    control_epoch: 1,
    observation_generation: 1,
    attachment: 'attached',
    active_target: 't1',
    created_at: at,
    updated_at: at,
    observed_at: at,
  },
  session_generation: 1,
};

/** A click as it arrives from an agent. */
export function clickBytes(ref: string, key: string): Uint8Array {
  const action: StructuralAction = {
    schema_version: 'cux_structural_action_v1',
    intent: {
      kind: 'click',
      ref,
      source_observation: { observation_id: issued('observation'), observation_generation: 1 },
    },
    deadline_ms: 30_000,
    idempotency_key: key,
  };
  return new TextEncoder().encode(JSON.stringify(action));
}
