import type { EffectClass, OperatingMode } from '@cux/contracts';
import { operatingModeSchema } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { modeRules } from '../src/index.ts';
import { people, records, type Story } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

interface Cell {
  readonly mode: OperatingMode;
  /** `default`, or what the specification names as needing a gate before it. */
  readonly cell: string;
  /** What an attempt at it may cause, and so what its request has to say. */
  readonly effect: EffectClass;
  /** Without a person's approval. */
  readonly without: 'admitted' | string;
  /** With an approved standing gate for the account, and no decision on the item. */
  readonly standing: 'admitted' | string;
  readonly because: string;
}

const needs = 'mode.needs-gate';
const never = 'mode.class-not-allowed';
/** A request of that class is none without a gate that it is bound to. */
const unbound = 'gate.missing';
/** An approval of the account is none of the item. */
const noItem = 'gate.missing';

function cell(
  mode: OperatingMode,
  name: string,
  effect: EffectClass,
  without: Cell['without'],
  standing: Cell['standing'],
  because: string,
): Cell {
  return { mode, cell: name, effect, without, standing, because };
}

/** Every cell of `spec/computer-use-runtime-v0`, Operating Modes: the default, and each thing that needs a gate before it. */
const cells: readonly Cell[] = [
  cell(
    'public_web_metadata',
    'default: compact observation',
    'read',
    'admitted',
    'admitted',
    'looking at what is public needs nobody',
  ),
  cell(
    'public_web_metadata',
    'quoting body text',
    'external_write',
    unbound,
    noItem,
    'a quotation leaves the machine',
  ),
  cell(
    'public_web_metadata',
    'outreach',
    'external_write',
    unbound,
    noItem,
    'a message to somebody leaves the machine',
  ),
  cell('public_web_metadata', 'posting', 'external_write', unbound, noItem, 'a post leaves the machine'),
  cell(
    'public_web_metadata',
    'posting, its first half',
    'draft',
    needs,
    'admitted',
    'a draft is saved at the other side',
  ),
  cell(
    'public_web_metadata',
    'trend claims',
    'external_write',
    unbound,
    noItem,
    'a claim is published in somebody’s name',
  ),
  cell(
    'private_enterprise_tool',
    'default: owner gate and profile only',
    'read',
    needs,
    'admitted',
    'nothing is opened before its owner has said so',
  ),
  cell(
    'private_enterprise_tool',
    'reading private records',
    'read',
    needs,
    'admitted',
    'a record is somebody’s',
  ),
  cell(
    'private_enterprise_tool',
    'changing status',
    'external_write',
    unbound,
    noItem,
    'others see the change',
  ),
  cell(
    'private_enterprise_tool',
    'assigning users',
    'external_write',
    unbound,
    noItem,
    'somebody is told to work',
  ),
  cell(
    'private_enterprise_tool',
    'exporting content',
    'external_write',
    unbound,
    noItem,
    'the content is elsewhere afterwards',
  ),
  cell(
    'local_session',
    'default: readiness and synthetic runs',
    'read',
    'admitted',
    'admitted',
    'whether it works may be looked at',
  ),
  cell(
    'local_session',
    'using signed-in accounts',
    'credential_use',
    unbound,
    noItem,
    'the account is a person’s',
  ),
  cell(
    'local_session',
    'downloading private files',
    'draft',
    needs,
    'admitted',
    'the machine has something afterwards that it had not',
  ),
  cell('local_session', 'destructive local actions', 'external_write', unbound, noItem, 'nobody undoes them'),
  cell(
    'drafting',
    'default: draft preparation',
    'draft',
    'admitted',
    'admitted',
    'approved inputs may be put into a draft',
  ),
  ...['send', 'publish', 'submit', 'purchase', 'delete', 'production mutation'].map((act) =>
    cell('drafting', act, 'external_write', unbound, noItem, 'it has an effect that no draft has'),
  ),
  cell(
    'replay_capture',
    'default: handle class and safety flags',
    'read',
    'admitted',
    'admitted',
    'a path may be walked by reading',
  ),
  cell(
    'replay_capture',
    'copying credentials',
    'credential_use',
    unbound,
    never,
    'no approval makes a recording hold one',
  ),
  cell(
    'replay_capture',
    'writing on the way',
    'draft',
    never,
    never,
    'a path is captured, and nothing changed',
  ),
  cell(
    'replay_capture',
    'sending on the way',
    'external_write',
    unbound,
    never,
    'a path is captured, and nothing sent',
  ),
  cell(
    'sandbox',
    'default: bounded sandbox receipts',
    'draft',
    'admitted',
    'admitted',
    'what happens there stays there',
  ),
  ...['raw task text', 'trajectories', 'verifier output', 'uploads', 'leaderboard submissions'].map((act) =>
    cell('sandbox', act, 'external_write', unbound, noItem, 'it leaves the sandbox'),
  ),
  cell('sandbox', 'signing in', 'credential_use', unbound, never, 'a sandbox has no account'),
];

/** Whether such an attempt is admitted; with the standing gate, its request is bound to that where its class asks for one. */
async function admitted(
  story: Story,
  { mode, effect }: Cell,
  standingGateId: string | null,
): Promise<string> {
  const goal_id = `goal-${mode}-${effect}-${standingGateId === null ? 'without' : 'with'}`;
  const todo_id = `todo-${goal_id}`;
  const action_unit = units[effect];
  await story.must('create-goal', { goal_id, mode, owner_id: 'olga', quota: {} });
  const { capability } = records;
  await story.must('create-todo', { goal_id, todo_id, capability, action_unit, record_id: 'article-1' });
  const bound = standingGateId !== null && (effect === 'external_write' || effect === 'credential_use');
  const gate = bound ? await story.gate(standingGateId) : null;
  const request = records.requestFor({
    goal_id,
    todo_id,
    action_unit,
    effect_class: effect,
    gate: gate === null ? null : { gate_id: gate.gate_id, revision: gate.revision, status: 'open' },
  });
  const input = await story.admission(todo_id, 'draft', {
    request: records.bytes(request),
    subject: effect === 'external_write' ? subject : null,
    standing_gate_id: standingGateId,
  });
  const answer = await story.send('admit-attempt', input);
  return answer.kind === 'refused' ? answer.rule : 'admitted';
}

const units = {
  read: 'inspect_screen',
  draft: 'draft_until_review_gate',
  external_write: 'publish_after_approved_gate',
  credential_use: 'enrol_stored_session',
} as const;

const subject = records.subjectFor({
  record_id: 'article-1',
  record_revision: 1,
  content_digest: records.contentDigest('first text'),
});

/** A standing gate for the account of the stories, approved by the goal's owner. */
async function standingGate(story: Story): Promise<string> {
  await story.must('create-goal', {
    goal_id: 'goal-accounts',
    mode: 'local_session',
    owner_id: people.owner.id,
    quota: {},
  });
  await story.must('create-todo', {
    goal_id: 'goal-accounts',
    todo_id: 'todo-account',
    capability: records.capability,
    action_unit: 'enrol_stored_session',
    record_id: null,
  });
  const { gate_id } = await story.must('raise-standing-gate', {
    todo_id: 'todo-account',
    subject: { principal_id: people.agent.id, account: 'desk', origin: records.site, window_ms: 3_600_000 },
    attention: records.attention('Let the agent use the account desk for an hour?'),
    provenance: [people.agent],
    expires_in_ms: 3_600_000,
  });
  const { revision } = await story.gate(gate_id);
  await story.must('decide-gate', { gate_id, revision, decision: 'approve', reason: null }, people.owner);
  return gate_id;
}

describe('the cells of the table of operating modes', () => {
  it('are of every mode: its default, and at least one thing that needs more', () => {
    for (const mode of operatingModeSchema.options) {
      const own = cells.filter((each) => each.mode === mode);
      expect(
        own.filter(({ cell: name }) => name.startsWith('default')),
        mode,
      ).toHaveLength(1);
      expect(own.length, mode).toBeGreaterThan(1);
    }
  });

  it.each(cells.map((each) => [each.mode, each.cell, each] as const))('%s, %s', async (_, __, row) => {
    const { story } = newStory();
    await story.begin('article-1', 'goal-of-the-record', 'drafting');
    expect(await admitted(story, row, null), `without: ${row.because}`).toBe(row.without);
    const withStanding = await admitted(story, row, await standingGate(story));
    if (row.standing === never && row.effect !== 'draft') {
      // Not even one that is raised for the todo itself would do: the mode has no such effect.
      expect(modeRules[row.mode][row.effect]).toBe('never');
      expect(withStanding).not.toBe('admitted');
      return;
    }
    expect(withStanding, `standing: ${row.because}`).toBe(row.standing);
  });
});
