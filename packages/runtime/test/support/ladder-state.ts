import type { ActionState, Approval } from '../../src/action/action-state.ts';

/** A state in which every rung lets the action pass: what the ladder looks at, and nothing else. */
export function passingState(): ActionState {
  const source_observation = { observation_id: 'observation_1', observation_generation: 3 };
  const element = { ref: 'e1', role: 'button', name: 'Save' };
  const observation = {
    observation_id: 'observation_1',
    elements: new Map([['e1', element]]),
  };
  return {
    request: {
      principal: { kind: 'agent', id: 'agent' },
      computer_id: 'computer',
      screen_id: 'screen',
      session_id: 'session',
      action: new Uint8Array(),
    },
    action: {
      schema_version: 'cux_structural_action_v1',
      intent: { kind: 'click', ref: 'e1', source_observation },
      deadline_ms: 1_000,
      idempotency_key: 'key',
    },
    digest: 'digest',
    processId: 'process',
    now: 1_000,
    known: null,
    session: {
      session_id: 'session',
      computer_id: 'computer',
      state: 'open',
      attempt_id: 'attempt',
      agent: { kind: 'agent', id: 'agent' },
    },
    computer: {
      computer_id: 'computer',
      lifecycle: 'awake',
      generation: 1,
      placement: { process_id: 'process' },
    },
    screen: {
      attachment: 'attached',
      generation: 1,
      control: 'agent',
      control_epoch: 2,
      observation_generation: 3,
    },
    held: { generation: 1, work: { observation, targets: ['t1'], running: { begun: 0, budget: 10 } } },
    approval: null,
    consumedBy: null,
    attempt: {
      attempt_id: 'attempt',
      state: 'running',
      lease_until: 9_000,
      deadline: 9_000,
      control_epoch: 2,
    },
    todo: null,
    element,
    effect: 'draft',
    policy: { effect: 'permit', policy_version: 'p', rules: [], reasons: [] },
    policyVersion: 'v1',
  } as unknown as ActionState;
}

/** The same, beyond its attempt: a person has approved it, and its own attempt is still to be admitted. */
export function approvedState(status: Approval['status'] = 'open'): ActionState {
  const state = passingState();
  return changed(state, {
    session: { attempt_id: null },
    attempt: null,
    element: null,
    policy: { effect: 'require_approval' },
    approval: {
      gate_id: 'gate',
      status,
      closed_for: null,
      expires_at: 9_000,
      subject: { policy_version: 'v1', action: { generation: 1 } },
    },
  });
}

type Change = Readonly<Record<string, unknown>>;

/** Parts of a state replaced; a part that is an object keeps what is not named. */
export function changed(state: ActionState, changes: Change): ActionState {
  const whole: Record<string, unknown> = { ...state };
  for (const [part, change] of Object.entries(changes)) {
    const before = whole[part];
    const merges = isPlain(before) && isPlain(change);
    whole[part] = merges ? changed(before as never, change) : change;
  }
  return whole as unknown as ActionState;
}

function isPlain(value: unknown): value is Change {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
}
