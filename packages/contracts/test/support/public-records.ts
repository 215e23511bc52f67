import {
  type ActionApproval,
  type ActionAuthority,
  type AttentionItem,
  actionDigest,
  type Computer,
  type ComputerProfile,
  type EvidenceRecord,
  type GateRecord,
  type PlainRecord,
  type Problem,
  problemOf,
  type Screen,
  type ScreenObservation,
  type StructuralAction,
  subjectDigest,
  type TodoRecord,
  type Usage,
} from '../../src/index.ts';
import { subject } from './honest.ts';

const body = '01hzxkq7v3m8n4p2r6s9t0w1';
export const ids = {
  computer: `computer_${body}aa`,
  otherComputer: `computer_${body}zz`,
  profile: `profile_${body}ab`,
  screen: `screen_${body}ac`,
  observation: `observation_${body}ad`,
  session: `session_${body}ae`,
  attempt: `attempt_${body}af`,
  gate: `gate_${body}ag`,
  usage: `usage_${body}ah`,
};

const workspace = 'newsroom';
const at = 1_700_000_000_000;

export const attention: AttentionItem = {
  question: 'Publish “Q3 notes” to newsroom.example as drafted at 14:02?',
  attempted: ['fill the headline and the body', 'save the draft'],
  forbidden: ['publish without approval'],
  evidence: [{ evidence_class: 'screenshot', digest: `sha256:${'e'.repeat(64)}` }],
  next_step: 'human_review',
  takeover: 'Open the session in the console and press take over.',
};

export const computer: Computer = {
  schema_version: 'cux_computer_v1',
  computer_id: ids.computer,
  workspace_id: workspace,
  lifecycle: 'awake',
  generation: 2,
  profile: { profile_id: ids.profile, revision: 3 },
  recovery_grade: 'cold',
  sharing_scope: 'exclusive',
  resource_version: 5,
  created_at: at,
  updated_at: at + 1_000,
};

const profile: ComputerProfile = {
  schema_version: 'cux_computer_profile_v1',
  profile_id: ids.profile,
  workspace_id: workspace,
  revision: 3,
  active: true,
  host_kind: 'browser_runtime',
  needs: {
    screenshots: 'required',
    accessibility_tree: 'required',
    record_replay: 'not_needed',
    external_write: 'required',
    private_source_read: 'not_needed',
  },
  screen: { width: 1_280, height: 720, scale_percent: 100 },
  recovery_grade: 'cold',
  sharing_scope: 'exclusive',
  created_at: at,
};

export const screen: Screen = {
  schema_version: 'cux_screen_v1',
  screen_id: ids.screen,
  computer_id: ids.computer,
  workspace_id: workspace,
  width: 1_280,
  height: 720,
  scale_percent: 100,
  generation: 2,
  control: 'agent',
  control_epoch: 4,
  observation_generation: 9,
  attachment: 'attached',
  active_target: 't1',
  created_at: at,
  updated_at: at + 1_000,
  observed_at: at + 1_000,
};

const observation: ScreenObservation = {
  schema_version: 'cux_observation_v1',
  observation_id: ids.observation,
  workspace_id: workspace,
  computer_id: ids.computer,
  screen_id: ids.screen,
  generation: 2,
  control_epoch: 4,
  observation_generation: 9,
  target: 't1',
  targets: ['t1', 't2'],
  origin: 'https://newsroom.example',
  tree: 'heading "Articles"\nbutton "Reset your password" [ref=e12]',
  truncated: false,
  screenshot: { digest: `sha256:${'e'.repeat(64)}`, redacted: true },
  retention: 'standard',
  observed_at: at,
};

export const click: StructuralAction = {
  schema_version: 'cux_structural_action_v1',
  intent: {
    kind: 'click',
    ref: 'e12',
    source_observation: { observation_id: ids.observation, observation_generation: 9 },
  },
  deadline_ms: 5_000,
  idempotency_key: 'click-save-1',
};

export const actionAuthority: ActionAuthority = {
  addressed: { workspace_id: workspace, computer_id: ids.computer, screen_id: ids.screen },
  computer,
  screen,
  session_generation: 2,
};

const decision = {
  gate_id: ids.gate,
  workspace_id: workspace,
  revision: 1,
  attention,
  expires_at: at + 86_400_000,
  decided_by: null,
  decided_at: null,
  reason: null,
  consumed_by: null,
  decision: { status: 'pending' as const, closed_for: null },
};

const gate: GateRecord = {
  schema_version: 'cux_gate_v1',
  ...decision,
  subject_digest: subjectDigest(subject),
  goal_id: 'loopx-meta',
  todo_id: 'todo_example',
  about: { kind: 'item', subject },
};

const approval: ActionApproval = {
  schema_version: 'cux_action_approval_v1',
  ...decision,
  subject_digest: actionDigest(click),
  action: {
    session_id: ids.session,
    computer_id: ids.computer,
    screen_id: ids.screen,
    generation: 2,
    target: 't1',
    intent: { kind: 'click' },
    element: { ref: 'e12', role: 'button', name: 'Publish' },
    draft_digest: `sha256:${'d'.repeat(64)}`,
    leaves: [
      {
        describes: 'publish this article with exactly the approved text',
        method: 'POST',
        origin: 'https://newsroom.example',
        path: '/api/articles/12',
        fields: ['/status', '/headline', '/body'],
        open_fields: [],
        broad: false,
      },
    ],
  },
  policy_version: `sha256:${'a'.repeat(64)}`,
};

const usage: Usage = {
  schema_version: 'cux_usage_v1',
  usage_id: ids.usage,
  workspace_id: workspace,
  computer_id: ids.computer,
  generation: 2,
  session_id: ids.session,
  attempt_id: null,
  measure: 'awake_milliseconds',
  action: null,
  outcome: null,
  quantity: 60_000,
  from: at,
  until: at + 60_000,
};

const todo: TodoRecord = {
  schema_version: 'cux_todo_v1',
  todo_id: 'todo_example',
  workspace_id: workspace,
  goal_id: 'loopx-meta',
  revision: 7,
  capability: 'content-ops',
  action_unit: 'publish_after_approved_gate',
  state: 'awaiting_gate',
  record_id: 'article-12',
  requested_by: { kind: 'human', id: 'arno' },
  gate_id: ids.gate,
  fence: 1,
  attempt_id: null,
  reconciles_attempt_id: null,
  because: null,
  successor: null,
  not_before: null,
  attention: null,
};

const evidence: EvidenceRecord = {
  schema_version: 'cux_evidence_v1',
  workspace_id: workspace,
  attempt_id: ids.attempt,
  evidence_class: 'screenshot',
  digest: `sha256:${'e'.repeat(64)}`,
  size: 20_480,
  redacted: true,
};

const problem: Problem = problemOf('record-refused', {
  detail: 'The receipt was judged and refused; mend what the findings name.',
  instance: '/attempts/a-1/receipt',
  findings: [{ rule: 'gate.revision-ahead', path: '/receipt' }],
});

/** One honest record of each kind that cux gives out. */
export const honestRecords: Readonly<Record<PlainRecord, object>> = {
  cux_attention_item_v1: attention,
  cux_computer_v1: computer,
  cux_computer_profile_v1: profile,
  cux_screen_v1: screen,
  cux_observation_v1: observation,
  cux_action_approval_v1: approval,
  cux_usage_v1: usage,
  cux_todo_v1: todo,
  cux_gate_v1: gate,
  cux_evidence_v1: evidence,
  cux_problem_v1: problem,
};
