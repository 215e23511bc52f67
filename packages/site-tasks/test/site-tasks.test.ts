import { judgePlan, judgeProposal, type Plan, type ProposedTransition, subjectDigest } from '@cux/contracts';
import type { CapabilityRecord, Gate, ReducerInput, SessionAttemptInput, Todo } from '@cux/kernel/capability';
import { records } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import { changeOfTask, createSiteTasks, type SiteTaskRules, siteTaskRulesSchema } from '../src/index.ts';

const origin = 'http://127.0.0.1:4600';
const publish = { role: 'button', name: 'Publish' } as const;
const permit = {
  id: 'publish',
  effect_class: 'external_write',
  describes: 'publish the article',
  method: 'POST',
  origin,
  path: '/publish',
  query: [],
  override_method: null,
  body: { kind: 'empty' },
} satisfies Plan['permit_rules'][number];

const rules: SiteTaskRules = {
  schema_version: 'cux_site_task_rules_v1',
  sites: [
    {
      id: 'desk',
      origin,
      account: 'editor',
      start_path: '/desk',
      final_action: publish,
      permit_rules: [permit],
      draft_rules: [],
      known_modals: [],
      sign_in_walls: [],
    },
  ],
  viewport: { width: 1280, height: 800 },
  deadline_ms: 60_000,
};

const capability = createSiteTasks({ rules });
const task = { site: 'desk', wanted: 'Publish the article' };
const record = {
  ...changeOfTask('task-1', task),
  revision: 1,
  version: 1,
  content_by: [],
} as unknown as CapabilityRecord;

function todoOf(action_unit: Todo['action_unit']): Todo {
  return {
    todo_id: 'todo-1',
    goal_id: 'goal-1',
    action_unit,
    record_id: 'task-1',
    capability: 'site-tasks',
  } as Todo;
}

const binding = {
  session_id: 'session_01hzxkq7v3m8n4p2r6s9t0w1ae',
  computer_id: 'computer_01hzxkq7v3m8n4p2r6s9t0w1aa',
  screen_id: 'screen_01hzxkq7v3m8n4p2r6s9t0w1ac',
  generation: 1,
  target: 't1',
  intent: { kind: 'click' },
  element: { ref: 'e1', role: 'button', name: 'Publish' },
  draft_digest: records.contentDigest('nothing'),
} satisfies NonNullable<SessionAttemptInput['action']>['binding'];

function inputOf(
  unit: Todo['action_unit'],
  action: SessionAttemptInput['action'] = null,
): SessionAttemptInput {
  const common = {
    record,
    gate: null,
    profile: records.profile,
    policy_version: 'policy-1',
    extractions: {},
  };
  return { ...common, todo: todoOf(unit), action };
}

describe('what an agent is let do at a task', () => {
  it('is a draft without steps, whose final action is named and not permitted', async () => {
    const draft = await capability.prepareSession?.(inputOf('draft_until_review_gate'));
    expect(draft).toMatchObject({
      request: { effect_class: 'draft', action_unit: 'draft_until_review_gate' },
      plan: { steps: [], final_action: publish, permit_rules: [], start_url: `${origin}/desk` },
      subject: null,
    });
  });

  it('is a look at what a person has left, with nothing that may be saved', async () => {
    const look = await capability.prepareSession?.(inputOf('inspect_screen'));
    expect(look).toMatchObject({
      request: { effect_class: 'read' },
      plan: { write_rules: [], permit_rules: [] },
    });
  });

  it('is for an approved action what the site’s own rules let leave, bound to that action', async () => {
    const action = { binding, final_action: publish, permit_rules: null };
    const write = await capability.prepareSession?.(inputOf('publish_after_approved_gate', action));
    expect(write?.plan.permit_rules).toEqual([permit]);
    expect(write?.subject?.action).toEqual({
      ...binding,
      leaves: [
        {
          describes: 'publish the article',
          method: 'POST',
          origin,
          path: '/publish',
          fields: [],
          open_fields: [],
          broad: false,
        },
      ],
    });
    const other = { ...action, binding: { ...binding, generation: 2 } };
    const moved = await capability.prepareSession?.(inputOf('publish_after_approved_gate', other));
    const digest = (each: typeof write) => (each?.subject ? subjectDigest(each.subject) : null);
    expect(digest(moved)).not.toBe(digest(write));
  });

  it('is nothing for an element that the site’s rules do not speak of, until something was blocked there', async () => {
    const other = { role: 'button', name: 'Delete' } as const;
    const action = { binding, final_action: other, permit_rules: null };
    expect(await capability.prepareSession?.(inputOf('publish_after_approved_gate', action))).toBeNull();
    const seeded = { ...action, permit_rules: [{ ...permit, id: 'blocked-1', path: '/delete' }] };
    const write = await capability.prepareSession?.(inputOf('publish_after_approved_gate', seeded));
    expect(write?.plan).toMatchObject({ final_action: other, permit_rules: [{ path: '/delete' }] });
  });

  it('is nothing without an agent, and nothing on a site that no rule names', async () => {
    await expect(capability.prepareAttempt(inputOf('draft_until_review_gate'))).rejects.toMatchObject({
      code: 'needs_agent',
    });
    const lost = { ...inputOf('draft_until_review_gate'), record: { ...record, facts: { site: 'another' } } };
    await expect(capability.prepareSession?.(lost)).rejects.toMatchObject({ code: 'site_unknown' });
  });
});

describe('a permit that waits for its item', () => {
  const [site] = rules.sites;
  const articles: SiteTaskRules = {
    ...rules,
    sites: [
      {
        ...(site as SiteTaskRules['sites'][number]),
        permit_rules: [{ ...permit, path: '/articles/{item}/publish' }],
        item_address: '/articles/{integer}/edit',
      },
    ],
  };
  const ofArticles = createSiteTasks({ rules: articles });
  const action = { binding, final_action: publish, permit_rules: null };
  const asked = (extractions: SessionAttemptInput['extractions'], head: Gate | null = null) =>
    ofArticles.prepareSession?.({
      ...inputOf('publish_after_approved_gate', action),
      extractions,
      gate: head,
    });

  it('is for the one item that the agent has before it, whose address each draft looks at', async () => {
    const draft = await ofArticles.prepareSession?.(inputOf('draft_until_review_gate'));
    expect(draft?.plan.extractions).toEqual([
      {
        name: 'item',
        type: { kind: 'integer' },
        required: false,
        source: { kind: 'address', template: '/articles/{integer}/edit' },
      },
    ]);
    const write = await asked({ item: 7 });
    expect(write?.plan.permit_rules).toMatchObject([{ path: '/articles/7/publish' }]);
    expect(write?.subject).toMatchObject({
      target: { item: '7' },
      action: { leaves: [{ path: '/articles/7/publish' }] },
    });
    expect(judgePlan(records.bytes(write?.plan)).findings).toEqual([]);
  });

  it.each([{}, { item: '../users' }, { item: '..' }, { item: 'a b' }, { item: '{integer}' }])(
    'is not asked about where no page has named one that fits an address: %j',
    async (extractions) => {
      expect(await asked(extractions as SessionAttemptInput['extractions'])).toBeNull();
    },
  );

  it('is for the item that was asked about, whatever page is shown by then', async () => {
    const first = await asked({ item: 7 });
    const head = { ...gate, status: 'open', subject: first?.subject } as Gate;
    const again = await asked({ item: 8 }, head);
    expect(again?.subject && subjectDigest(again.subject)).toBe(
      first?.subject && subjectDigest(first.subject),
    );
  });

  const unsound = [
    {
      because: 'it names no address',
      change: { permit_rules: [{ ...permit, path: '/articles/{integer}' }] },
    },
    { because: 'a part is any part', change: { permit_rules: [{ ...permit, path: '/{segment}/publish' }] } },
    { because: 'nobody says where the item is', change: { item_address: undefined } },
    { because: 'the address names none', change: { item_address: '/articles/7/edit' } },
    { because: 'the address names two', change: { item_address: '/{segment}/{integer}/edit' } },
  ];
  it.each(unsound)('is no rule where $because', ({ change }) => {
    const sites = articles.sites.map((each) => ({ ...each, ...change }));
    expect(siteTaskRulesSchema.safeParse({ ...articles, sites }).success).toBe(false);
  });
});

const attempt = {
  ...{ attempt_id: 'attempt_01hzxkq7v3m8n4p2r6s9t0w1af', goal_id: 'goal-1', todo_id: 'todo-1' },
  ...{
    provider_id: 'mock',
    idempotency_key: 'key',
    session_reference: 's',
    state: 'running',
    permit_id: null,
    draft_rules: ['save'],
  },
} as never;

function reported(
  ending: 'drafted' | 'published' | 'failed' | 'read',
  code: string | null = null,
): ReducerInput['report'] {
  const { receipt, annex } = records.reportFor(
    {
      ...(attempt as object),
      request: { action_unit: 'draft_until_review_gate', effect_class: 'draft' },
    } as never,
    ending,
  );
  const blocker = code === null ? null : { code: code as never, step: null, label: null };
  return { kind: 'receipt', attempt_id: 'attempt_1', receipt, annex: { ...annex, blocker } };
}

const gate = {
  ...{ gate_id: 'gate_1', todo_id: 'todo-1', status: 'pending' },
  subject: records.subjectFor({
    record_id: 'task-1',
    record_revision: 1,
    content_digest: record.content_digest,
  }),
  attention: records.attention('Press “Publish” on the desk, once?'),
} as unknown as Gate;

const unknown: ReducerInput['report'] = { kind: 'outcome_unknown', attempt_id: 'attempt_1' };
const nothing: ReducerInput['report'] = { kind: 'void', attempt_id: 'attempt_1' };

describe('what follows for a task', () => {
  const rows: readonly {
    readonly because: string;
    readonly state: ProposedTransition['todo']['state'];
    readonly report: ReducerInput['report'];
    readonly effect?: 'external_write' | 'read';
    readonly approval?: Gate;
    readonly following?: number;
  }[] = [
    { because: 'approval-asked', state: 'awaiting_gate', report: reported('drafted'), approval: gate },
    {
      because: 'approval-asked',
      state: 'awaiting_gate',
      report: reported('failed', 'gate_missing'),
      approval: gate,
    },
    { because: 'agent-goes-on', state: 'open', report: reported('drafted') },
    { because: 'agent-goes-on', state: 'open', report: reported('failed', 'cancelled') },
    { because: 'agent-goes-on', state: 'open', report: reported('failed', 'write_blocked') },
    { because: 'captcha', state: 'blocked', report: reported('failed', 'captcha') },
    { because: 'foreign-origin', state: 'blocked', report: reported('failed', 'foreign_origin') },
    {
      because: 'approved-action-done',
      state: 'done',
      report: reported('published'),
      effect: 'external_write',
      following: 1,
    },
    { because: 'page-was-seen', state: 'done', report: reported('read'), effect: 'read' },
    { because: 'outcome-unknown', state: 'blocked', report: unknown, effect: 'external_write' },
    { because: 'nothing-sent', state: 'blocked', report: nothing, effect: 'external_write' },
  ];
  it.each(rows)(
    '$because → $state',
    async ({ because, state, report, effect = 'draft', approval, following = 0 }) => {
      const proposal = await capability.propose({
        ...{
          todo: todoOf('draft_until_review_gate'),
          record,
          gate: null,
          provenance: [],
          policy_version: 'policy-1',
        },
        ...{ reported_at: 1, report, reconciles: null, approval: approval ?? null },
        request: { effect_class: effect, write_scope: { allowed_actions: ['press it once'] } } as never,
      });
      expect(proposal).toMatchObject({ because, todo: { state } });
      expect(proposal.following).toHaveLength(following);
      expect(judgeProposal(records.bytes(proposal)).findings).toEqual([]);
    },
  );
});
