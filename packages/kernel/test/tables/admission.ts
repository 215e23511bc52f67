import { digestOf, type OperatingMode } from '@cux/contracts';
import { people, records, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const { bytes, requestFor } = records;
const todoId = 'todo-article-1';

type Changes = Parameters<Story['admission']>[2];

/** Admits a draft with some part changed. */
function draft(changes: (story: Story) => Promise<Changes> | Changes): RefusalRow['send'] {
  return async (story) => {
    const input = await story.admission(todoId, 'draft', await changes(story));
    return () => story.send('admit-attempt', input);
  };
}

/** Admits a publication on an approved gate with some part changed. */
function write(changes: (story: Story) => Promise<Changes> | Changes): RefusalRow['send'] {
  return async (story) => {
    await story.decide(await story.draft());
    const input = await story.admission(todoId, 'external_write', await changes(story));
    return () => story.send('admit-attempt', input);
  };
}

function request(changes: Partial<Parameters<typeof requestFor>[0]>): { request: Uint8Array } {
  return {
    request: bytes(
      requestFor({
        goal_id: 'goal-1',
        todo_id: todoId,
        action_unit: 'draft_until_review_gate',
        effect_class: 'draft',
        gate: null,
        ...changes,
      }),
    ),
  };
}

async function publication(
  story: Story,
  gate: { revision?: number; gate_id?: string; status?: 'open' | 'pending' | 'closed' },
): Promise<Changes> {
  const head = await story.gateOf(todoId);
  return request({
    action_unit: 'publish_after_approved_gate',
    effect_class: 'external_write',
    gate: { gate_id: head.gate_id, revision: head.revision, status: 'open', ...gate },
  });
}

const { profile } = records;

const rows: readonly RefusalRow[] = [
  {
    command: 'admit-attempt',
    rule: 'todo.unknown',
    terminal: false,
    because: 'there is no such todo',
    send: draft(() => ({ todo_id: 'none' })),
  },
  {
    command: 'admit-attempt',
    rule: 'todo.not-open',
    terminal: false,
    because: 'an attempt holds it',
    send: async (story) => {
      await story.run(todoId, 'draft');
      const input = await story.admission(todoId, 'draft');
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'todo.not-open',
    terminal: false,
    because: 'it waits for a decision, and may be open after it',
    send: async (story) => {
      await story.draft();
      const input = await story.admission(todoId, 'external_write');
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'todo.not-open',
    terminal: true,
    because: 'it is cancelled for good',
    send: async (story) => {
      await story.must('cancel-todo', { todo_id: todoId });
      const input = await story.admission(todoId, 'draft');
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'goal.not-active',
    terminal: false,
    because: 'the goal is paused',
    send: draft(async (story) => {
      await story.must('pause-goal', { goal_id: 'goal-1', paused: true });
      return {};
    }),
  },
  {
    command: 'admit-attempt',
    rule: 'capability.not-owner',
    terminal: true,
    because: 'the provenance lacks the owning capability',
    send: draft(() => ({ provenance: [people.agent] })),
  },
  {
    command: 'admit-attempt',
    rule: 'policy.needs-gate',
    terminal: false,
    because: 'the action policy asks for an approval of a mere draft, and nobody was asked',
    send: draft(() => ({ policy: { effect: 'require_approval', version: 'policy-2' } })),
  },
  {
    command: 'admit-attempt',
    rule: 'policy.needs-gate',
    terminal: false,
    because: 'or of reading',
    send: async (story) => {
      await story.addTodo('todo-read', 'inspect_screen');
      const policy = { effect: 'require_approval', version: 'policy-2' } as const;
      const input = await story.admission('todo-read', 'read', { policy });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'principal.not-allowed',
    terminal: true,
    because: 'a provider admits nothing',
    send: async (story) => {
      const input = await story.admission(todoId, 'draft');
      return () => story.send('admit-attempt', input, people.provider);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'request.provider-not-ready',
    terminal: false,
    because: 'its doctor says no',
    send: draft(() => ({ provider: { profile, ready: false } })),
  },
  {
    command: 'admit-attempt',
    rule: 'request.primitive-unsupported',
    terminal: false,
    because: 'the provider cannot write',
    send: write(() => ({
      provider: {
        profile: {
          ...profile,
          provider_primitives: { ...profile.provider_primitives, external_write: 'unsupported' },
        },
        ready: true,
      },
    })),
  },
  {
    command: 'admit-attempt',
    rule: 'request.other-identity',
    terminal: true,
    because: 'the request is for another goal',
    send: draft(() => request({ goal_id: 'goal-2' })),
  },
  {
    command: 'admit-attempt',
    rule: 'request.other-identity',
    terminal: true,
    because: 'the request is for another todo',
    send: draft(() => request({ todo_id: 'todo-other' })),
  },
  {
    command: 'admit-attempt',
    rule: 'request.other-action-unit',
    terminal: false,
    because: 'the todo does something else next',
    send: draft(() => request({ action_unit: 'fill_until_submit_gate' })),
  },
  {
    command: 'admit-attempt',
    rule: 'parse.duplicate-key',
    terminal: false,
    because: 'bytes that do not read are judged, not thrown',
    send: draft(() => ({ request: new TextEncoder().encode('{"a":1,"a":2}') })),
  },
  {
    command: 'admit-attempt',
    rule: 'attempt.subject-unexpected',
    terminal: true,
    because: 'a draft is about no gate',
    send: draft(async (story) => ({
      subject: { ...(await story.subject('article-1')), action_unit: 'draft_until_review_gate' },
    })),
  },
  {
    command: 'admit-attempt',
    rule: 'standing.unknown',
    terminal: false,
    because: 'there is no such standing gate',
    send: draft(() => ({ standing_gate_id: 'gate_none' })),
  },
  {
    command: 'admit-attempt',
    rule: 'command.malformed',
    terminal: false,
    because: 'a lease of an hour is no lease',
    send: draft(() => ({ lease_ms: 3_600_000 })),
  },
  {
    command: 'admit-attempt',
    rule: 'attempt.subject-missing',
    terminal: true,
    because: 'an external write says what it is about',
    send: write(() => ({ subject: null })),
  },
  {
    command: 'admit-attempt',
    rule: 'attempt.subject-of-other-todo',
    terminal: false,
    because: "another article's subject",
    send: write(async (story) => ({
      subject: { ...(await story.subject('article-1')), record_id: 'article-2' },
    })),
  },
  {
    command: 'admit-attempt',
    rule: 'gate.subject-differs',
    terminal: false,
    because: 'one changed field is another subject (K02)',
    send: write(async (story) => ({
      subject: { ...(await story.subject('article-1')), final_action: { role: 'button', name: 'Publish' } },
    })),
  },
  {
    command: 'admit-attempt',
    rule: 'gate.revision-behind',
    terminal: false,
    because: 'the revision lies behind the head (K16)',
    send: write((story) => publication(story, { revision: 1 })),
  },
  {
    command: 'admit-attempt',
    rule: 'gate.revision-ahead',
    terminal: false,
    because: 'the revision lies ahead of the head',
    send: write((story) => publication(story, { revision: 9 })),
  },
  {
    command: 'admit-attempt',
    rule: 'gate.other-id',
    terminal: false,
    because: 'another gate is no gate',
    send: write((story) => publication(story, { gate_id: 'gate_01k00000000000000000000000' })),
  },
  {
    command: 'admit-attempt',
    rule: 'gate.binding-not-open',
    terminal: false,
    because: 'the binding itself says pending',
    send: write((story) => publication(story, { status: 'pending' })),
  },
  {
    command: 'admit-attempt',
    rule: 'request.refused',
    terminal: false,
    because: 'the time of the approval is over (not open, and expired)',
    send: async (story) => {
      await story.decide(await story.draft());
      const input = await story.admission(todoId, 'external_write');
      story.clock.advance(3_600_000);
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'record.outcome-unknown',
    terminal: false,
    because: 'an unknown outcome on the same place locks every todo (K06)',
    send: async (story) => {
      await story.decide(await story.draft());
      // A second todo on the same article, asked for and approved before the first one commits.
      await story.addTodo('todo-twin', 'draft_until_review_gate', 'article-1');
      const twin = await story.run('todo-twin', 'draft');
      await story.report(twin, 'drafted');
      const asking = await story.asking('todo-twin', 'article-1');
      const gate = asking.gate?.kind === 'item' ? asking.gate : null;
      if (gate === null) throw new Error('no gate');
      const subject = { ...gate.subject, policy_version: 'policy-2' };
      await story.settle(twin, { ...asking, gate: { ...gate, subject } });
      await story.decide(await story.gateOf('todo-twin'));
      await story.commit();
      const input = await story.admission('todo-twin', 'external_write', { subject });
      return () => story.send('admit-attempt', input);
    },
  },
];

const quotaRow: RefusalRow = {
  command: 'admit-attempt',
  rule: 'quota.spent',
  terminal: false,
  because: 'two attempts are all that the goal has',
  send: async (story) => {
    await story.must('create-goal', {
      goal_id: 'goal-small',
      mode: 'drafting',
      owner_id: 'olga',
      quota: { attempts: 1 },
    });
    await story.must('create-todo', {
      goal_id: 'goal-small',
      todo_id: 'todo-small',
      capability: records.capability,
      action_unit: 'draft_until_review_gate',
      record_id: 'article-1',
    });
    const first = await story.run('todo-small', 'draft');
    const { attempt_id, fence } = first;
    await story.must('abandon-attempt', {
      attempt_id,
      fence,
      process_id: 'process-1',
      because: 'engine-start-failed',
    });
    const input = await story.admission('todo-small', 'draft');
    return () => story.send('admit-attempt', input);
  },
};

/** Modes: each with the one effect that it does not simply allow. */
const modes: readonly (readonly [OperatingMode, 'read' | 'draft', string, string])[] = [
  ['public_web_metadata', 'draft', 'mode.needs-gate', 'a draft there is the first half of a post'],
  ['private_enterprise_tool', 'read', 'mode.needs-gate', 'reading private records needs a person'],
  ['local_session', 'draft', 'mode.needs-gate', 'a signed-in desktop is not a scratch pad'],
  ['replay_capture', 'draft', 'mode.class-not-allowed', 'capturing a path writes nothing'],
];

const modeRows: readonly RefusalRow[] = modes.map(([mode, effect, rule, because]) => ({
  command: 'admit-attempt',
  rule,
  terminal: false,
  because,
  send: async (story) => {
    const goal_id = `goal-${mode}`;
    await story.must('create-goal', { goal_id, mode, owner_id: 'olga', quota: {} });
    await story.must('create-todo', {
      goal_id,
      todo_id: 'todo-mode',
      capability: records.capability,
      action_unit: effect === 'read' ? 'inspect_screen' : 'draft_until_review_gate',
      record_id: null,
    });
    const input = await story.admission('todo-mode', effect, { plan_digest: digestOf('cux/plan', mode) });
    return () => story.send('admit-attempt', input);
  },
}));

export const admissionRows: readonly RefusalRow[] = [...rows, quotaRow, ...modeRows];
