import type { RowKind } from '../ports/store.ts';
import type { Entities } from './entities.ts';

type Base<Value> = [Value] extends [string]
  ? 'text'
  : [Value] extends [number]
    ? 'number'
    : [Value] extends [boolean]
      ? 'flag'
      : [Value] extends [readonly unknown[]]
        ? 'list'
        : 'map';

/** What a field holds, as a word; a question mark where it may be null. */
type Word<Value> = null extends Value ? `${Base<NonNullable<Value>>}?` : Base<Value>;

type Shape<Entity> = { readonly [Field in keyof Entity]-?: Word<Entity[Field]> };

/**
 * The fields of every stored entity: no other one is understood, and none may be missing. The compiler keeps the words equal
 * to the types.
 */
const shapes: { readonly [Kind in RowKind]: Shape<Entities[Kind]> } = {
  workspace: {
    workspace_id: 'text',
    revision: 'number',
    state: 'text',
    salt: 'text',
    store_id: 'text',
    move: 'map?',
  },
  goal: { goal_id: 'text', revision: 'number', state: 'text', mode: 'text', owner_id: 'text' },
  quota: {
    scope: 'text',
    scope_id: 'text',
    revision: 'number',
    limits: 'map',
    reserved: 'map',
    used: 'map',
  },
  todo: {
    todo_id: 'text',
    goal_id: 'text',
    revision: 'number',
    capability: 'text',
    action_unit: 'text',
    record_id: 'text?',
    requested_by: 'map',
    reopened_by: 'list',
    reconciles_attempt_id: 'text?',
    state: 'text',
    gate_id: 'text?',
    fence: 'number',
    attempt_id: 'text?',
    attention: 'map?',
    because: 'text?',
    successor: 'text?',
    not_before: 'number?',
  },
  attempt: {
    attempt_id: 'text',
    goal_id: 'text',
    todo_id: 'text',
    revision: 'number',
    state: 'text',
    fence: 'number',
    admitted_at: 'number',
    lease_until: 'number',
    deadline: 'number',
    request: 'map',
    request_digest: 'text',
    plan_digest: 'text',
    subject: 'map?',
    subject_digest: 'text?',
    standing_gate_id: 'text?',
    provider_id: 'text',
    idempotency_key: 'text',
    session_reference: 'text?',
    process_id: 'text',
    session_id: 'text?',
    control_epoch: 'number?',
    provenance: 'list',
    extractions: 'list',
    draft_rules: 'list',
    permit_rules: 'number',
    policy_version: 'text',
    permit_id: 'text?',
    permit_spent: 'number?',
    ended_at: 'number?',
    settle_after: 'number?',
    receipt: 'map?',
    annex: 'map?',
    receipt_digest: 'text?',
    outcome: 'text?',
  },
  gate: {
    gate_id: 'text',
    goal_id: 'text',
    todo_id: 'text',
    revision: 'number',
    kind: 'text',
    status: 'text',
    closed_for: 'text?',
    subject: 'map',
    subject_digest: 'text',
    attention: 'map',
    held_by: 'text?',
    expires_at: 'number',
    provenance: 'list',
    decided_by: 'map?',
    decided_at: 'number?',
    reason: 'text?',
    consumed_by: 'text?',
  },
  record: {
    capability: 'text',
    record_id: 'text',
    revision: 'number',
    version: 'number',
    state: 'text',
    content_digest: 'text',
    content_by: 'list',
    facts: 'map',
  },
  evidence: {
    evidence_id: 'text',
    digest: 'text',
    attempt_id: 'text',
    evidence_class: 'text',
    size: 'number',
    redacted: 'flag',
  },
  lock: { lock_id: 'text', revision: 'number', unsettled: 'list', live_gates: 'list', rejected: 'list' },
  usage: {
    usage_id: 'text',
    goal_id: 'text',
    todo_id: 'text',
    holder_id: 'text?',
    session_id: 'text?',
    amounts: 'map',
    at: 'number',
  },
  session: {
    session_id: 'text',
    computer_id: 'text',
    agent: 'map',
    revision: 'number',
    state: 'text',
    attempt_id: 'text?',
    events: 'number',
    opened_at: 'number',
    closed_at: 'number?',
  },
  'session-event': {
    session_id: 'text',
    sequence: 'number',
    kind: 'text',
    attempt_id: 'text?',
    gate_id: 'text?',
    rule: 'text?',
    at: 'number',
  },
  action: {
    action_id: 'text',
    session_id: 'text',
    revision: 'number',
    state: 'text',
    kind: 'text',
    action_digest: 'text',
    attempt_id: 'text?',
    gate_id: 'text?',
    outcome: 'text?',
    rule: 'text?',
    at: 'number',
  },
  profile: { profile_id: 'text', revision: 'number', latest: 'number', active: 'number?' },
  'profile-revision': { profile_id: 'text', number: 'number', terms: 'map', created_at: 'number' },
  computer: {
    computer_id: 'text',
    revision: 'number',
    lifecycle: 'text',
    generation: 'number',
    profile_id: 'text',
    profile_revision: 'number',
    recovery_grade: 'text',
    sharing_scope: 'text',
    screen_id: 'text',
    placement: 'map?',
    sessions: 'list',
    created_at: 'number',
    updated_at: 'number',
  },
  waking: {
    computer_id: 'text',
    generation: 'number',
    revision: 'number',
    provider_id: 'text',
    process_id: 'text',
    woken_at: 'number',
    attached_at: 'number?',
    taken_over_at: 'list',
    ended_at: 'number?',
    ended: 'text?',
  },
  screen: {
    screen_id: 'text',
    computer_id: 'text',
    revision: 'number',
    generation: 'number',
    control: 'text',
    control_epoch: 'number',
    observation_generation: 'number',
    attachment: 'text',
    active_target: 'text?',
    readback_due: 'flag',
    todos: 'list',
    width: 'number',
    height: 'number',
    scale_percent: 'number',
    created_at: 'number',
    updated_at: 'number',
    observed_at: 'number?',
  },
  retention: { retention_id: 'text', revision: 'number', kind: 'text', days: 'number?' },
};

const fieldsOf = new Map<string, readonly (readonly [field: string, word: string])[]>(
  Object.entries(shapes).map(([kind, shape]) => [kind, Object.entries(shape)]),
);

/** Whether a stored body has exactly the fields of its kind, each with what belongs into it. */
export function hasShape(kind: RowKind, body: object): boolean {
  const fields = fieldsOf.get(kind) ?? [];
  const values = body as Readonly<Record<string, unknown>>;
  return (
    Object.keys(body).length === fields.length && fields.every(([field, word]) => holds(values[field], word))
  );
}

function holds(value: unknown, word: string): boolean {
  switch (word) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'map':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return value === null || (word.endsWith('?') && holds(value, word.slice(0, -1)));
  }
}
