import type { ProposedTransition } from '@cux/contracts';
import type {
  Attempt,
  CapabilityRecord,
  CommandInput,
  CommandKind,
  Computer,
  Gate,
  Goal,
  Screen,
  Session,
  Todo,
} from '../../src/index.ts';
import { actions, computers, moves, people, records, type Story } from '../../src/store-suite/index.ts';
import { signInProposal, standingSubject } from '../support/enrolment.ts';

const { evidenceDigest, proposalFor } = records;
const todoId = 'todo-article-1';
const shown = records.attention('Look at the article on the site: what happened?');

/** What stands in a scene: the one article’s rows, and whatever else there is of each kind. */
export interface World {
  readonly story: Story;
  readonly goal: Goal;
  readonly record: CapabilityRecord;
  readonly todos: readonly Todo[];
  readonly attempts: readonly Attempt[];
  readonly gates: readonly Gate[];
  readonly sessions: readonly Session[];
  readonly computers: readonly Computer[];
  readonly screens: readonly Screen[];
}

export async function worldOf(story: Story): Promise<World> {
  const { kernel, workspace } = story;
  const goal = await kernel.goal(workspace, 'goal-1');
  const record = await kernel.record(workspace, records.capability, 'article-1');
  if (goal === null || record === null) throw new Error('every scene has its goal and its article');
  const all = await kernel.computers(workspace);
  const screens: Screen[] = [];
  for (const { computer_id, screen_id } of all) {
    const screen = await kernel.screen(workspace, computer_id, screen_id);
    if (screen !== null) screens.push(screen);
  }
  return {
    computers: all,
    screens,
    story,
    goal,
    record,
    todos: await kernel.todos(workspace),
    attempts: await kernel.attempts(workspace),
    gates: await kernel.gates(workspace),
    sessions: await kernel.sessions(workspace),
  };
}

export type Answered = { readonly kind: string; readonly rule?: string };

/** One command in one form, sent to one thing. Null where the scene has nothing that it could be sent to. */
export interface Play {
  readonly command: CommandKind;
  /** The row whose state it is about; null for a command that makes or changes something without states. */
  readonly addressed: {
    readonly kind: 'goal' | 'todo' | 'attempt' | 'gate' | 'session' | 'computer' | 'screen' | 'workspace';
    readonly id: string;
  } | null;
  send(): Promise<Answered>;
}

/** Every command, in every form that makes a difference, to everything in the scene, and to what is not there. */
export function playsIn(world: World): readonly Play[] {
  const [todo] = world.todos;
  const [attempt] = world.attempts;
  const [gate] = world.gates;
  const [session] = world.sessions;
  const [computer] = world.computers;
  const [screen] = world.screens;
  return [
    ...goalPlays(world, 'goal-none'),
    ...(todo === undefined ? [] : todoPlays(world, { ...todo, todo_id: 'todo-none' })),
    ...(attempt === undefined ? [] : attemptPlays(world, { ...attempt, attempt_id: 'attempt_none' })),
    ...(gate === undefined ? [] : gatePlays(world, { ...gate, gate_id: 'gate_none' })),
    ...(session === undefined ? [] : sessionPlays(world, { ...session, session_id: 'session_none' })),
    ...(computer === undefined ? [] : computerPlays(world, { ...computer, computer_id: 'computer_none' })),
    ...(screen === undefined ? [] : screenPlays(world, { ...screen, screen_id: 'screen_none' })),
    ...workspacePlays(world, 'nowhere'),
    ...playsOf(world),
  ];
}

/** The same, to what is there alone. */
export function playsOf(world: World): readonly Play[] {
  return [
    ...goalPlays(world, 'goal-1'),
    ...world.todos.flatMap((todo) => todoPlays(world, todo)),
    ...world.attempts.flatMap((attempt) => attemptPlays(world, attempt)),
    ...world.gates.flatMap((gate) => gatePlays(world, gate)),
    ...world.sessions.flatMap((session) => sessionPlays(world, session)),
    ...world.computers.flatMap((computer) => computerPlays(world, computer)),
    ...world.screens.flatMap((screen) => screenPlays(world, screen)),
    // Last: whoever sends all of them, one after the other, has the others decided before.
    ...workspacePlays(world, world.story.workspace),
  ];
}

/** In the story's own workspace, or in one where nothing is. */
function workspacePlays({ story }: World, workspace: string): readonly Play[] {
  const addressed = { kind: 'workspace', id: workspace === story.workspace ? 'workspace' : 'none' } as const;
  const play = <Kind extends CommandKind>(command: Kind, input: CommandInput<Kind>): Play => ({
    command,
    addressed,
    send: () =>
      story.kernel.execute(command, { workspace, principal: people.operator, key: story.key() }, input),
  });
  return [
    play('retire-workspace', moves.retirement()),
    play('retire-workspace', moves.retirement({ store_id: moves.storeId(1) })),
    ...[1, 2].flatMap((number) => [
      play('arrive-workspace', { move_id: moves.moveId(number) }),
      play('take-back-workspace', { move_id: moves.moveId(number) }),
    ]),
  ];
}

function goalPlays({ story, record }: World, goal_id: string): readonly Play[] {
  const addressed = { kind: 'goal', id: goal_id } as const;
  const play = (command: CommandKind, send: Play['send']): Play => ({ command, addressed, send });
  const beside = (command: CommandKind, send: Play['send']): Play => ({ command, addressed: null, send });
  const goal = { goal_id, mode: 'drafting', owner_id: people.owner.id, quota: {} } as const;
  const put = (text: string, ends_approvals: boolean) =>
    story.send(
      'put-record',
      {
        capability: records.capability,
        record_id: 'article-1',
        expected_version: record.version,
        state: record.state,
        content_digest: records.contentDigest(text),
        facts: {},
        ends_approvals,
      },
      people.capability,
    );
  return [
    play('create-goal', () => story.send('create-goal', goal)),
    play('pause-goal', () => story.send('pause-goal', { goal_id, paused: true })),
    play('pause-goal', () => story.send('pause-goal', { goal_id, paused: false })),
    play('close-goal', () => story.send('close-goal', { goal_id })),
    play('set-quota', () => story.send('set-quota', { of: { scope: 'goal', goal_id }, limits: {} })),
    beside('set-retention', () => story.send('set-retention', { retention: { kind: 'zdr' } })),
    play('create-todo', () =>
      story.send('create-todo', {
        goal_id,
        todo_id: 'todo-new',
        capability: records.capability,
        action_unit: 'draft_until_review_gate',
        record_id: 'article-1',
      }),
    ),
    beside('put-record', () => put('another text', false)),
    beside('put-record', () => put('first text', true)),
  ];
}

function todoPlays({ story, todos }: World, todo: Todo): readonly Play[] {
  const { todo_id } = todo;
  const addressed = { kind: 'todo', id: todo_id } as const;
  const play = (command: CommandKind, send: Play['send']): Play => ({ command, addressed, send });
  const admit = (effect: 'read' | 'draft' | 'external_write' | 'credential_use') =>
    play('admit-attempt', async () => {
      const input = await story.admission(todos[0]?.todo_id ?? '', effect);
      const own = todos.some((each) => each.todo_id === todo_id);
      return story.send(
        'admit-attempt',
        own ? await story.admission(todo_id, effect) : { ...input, todo_id },
      );
    });
  const effects = {
    draft_until_review_gate: 'draft',
    publish_after_approved_gate: 'external_write',
    inspect_screen: 'read',
    enrol_stored_session: 'credential_use',
  } as const;
  const effect = effects[todo.action_unit as keyof typeof effects];
  return [
    play('create-todo', () =>
      story.send('create-todo', {
        goal_id: todos[0]?.goal_id ?? '',
        todo_id,
        capability: records.capability,
        action_unit: 'inspect_screen',
        record_id: null,
      }),
    ),
    play('reopen-todo', () => story.send('reopen-todo', { todo_id }, people.owner)),
    play('cancel-todo', () => story.send('cancel-todo', { todo_id }, people.owner)),
    admit(effect),
    ...[people.operator, people.owner].map((principal) =>
      play('raise-standing-gate', () =>
        story.send(
          'raise-standing-gate',
          {
            todo_id,
            subject: standingSubject,
            attention: shown,
            provenance: [people.agent],
            expires_in_ms: 60_000,
          },
          principal,
        ),
      ),
    ),
    play('set-quota', () => story.send('set-quota', { of: { scope: 'todo', todo_id }, limits: {} })),
  ];
}

function attemptPlays(world: World, attempt: Attempt): readonly Play[] {
  const { story } = world;
  const { attempt_id, fence, process_id } = attempt;
  const held = { attempt_id, fence, process_id };
  const addressed = { kind: 'attempt', id: attempt_id } as const;
  const play = (command: CommandKind, send: Play['send']): Play => ({ command, addressed, send });
  const report = (ending: 'drafted' | 'published' | 'read' | 'failed' | 'press-unknown') =>
    play('report-attempt', async () => {
      // What a receipt rests on is kept first, where it may be.
      await story.send('add-evidence', evidenceOf(attempt));
      return story.send('report-attempt', story.reportInput(attempt, ending));
    });
  return [
    play('start-attempt', () => story.send('start-attempt', { ...held, session_reference: 'session-new' })),
    play('renew-lease', () => story.send('renew-lease', { ...held, lease_ms: 120_000 })),
    play('prepare-attempt', () =>
      story.send('prepare-attempt', { ...held, subject_digest: attempt.subject_digest ?? evidenceDigest }),
    ),
    play('commit-attempt', () => {
      const gate = attempt.request.gate_binding ?? { gate_id: 'none', revision: 1, status: 'open' };
      return story.send('commit-attempt', {
        ...held,
        gate,
        subject_digest: attempt.subject_digest ?? evidenceDigest,
      });
    }),
    play('abandon-attempt', () => story.send('abandon-attempt', { ...held, because: 'host-fault' })),
    play('take-over-attempt', () =>
      story.send('take-over-attempt', { attempt_id, fence, dead_processes: [process_id] }),
    ),
    play('take-over-attempt', () =>
      story.send('take-over-attempt', { attempt_id, fence, dead_processes: [] }),
    ),
    ...(['drafted', 'published', 'read', 'failed', 'press-unknown'] as const).map(report),
    play('add-evidence', () => story.send('add-evidence', evidenceOf(attempt))),
    ...settlings(world, attempt).map((proposal) =>
      play('settle-attempt', async () =>
        story.send('settle-attempt', { attempt_id, proposal: await proposal() }, people.capability),
      ),
    ),
    ...voidings(world, attempt).map((proposal) =>
      play('void-attempt', async () =>
        story.send(
          'void-attempt',
          { ...held, permit_id: attempt.permit_id ?? 'permit_none', proposal: await proposal() },
          people.capability,
        ),
      ),
    ),
    play('raise-approval', () => raiseApproval(world, attempt)),
    play('begin-action', () =>
      story.send('begin-action', { ...held, ...actions.asked('begun'), observation_generation: null }),
    ),
    ...(attempt.session_id === null ? [] : [settleAction(world, attempt, attempt.session_id)]),
    ...(['happened', 'not_happened'] as const).map((outcome) =>
      play('settle-outcome', async () =>
        story.send('settle-outcome', await story.look(attempt_id, outcome), people.owner),
      ),
    ),
  ];
}

/** The press of a button in the attempt's own session, asked about with all that a question needs. */
async function raiseApproval({ story, computers: all, screens }: World, attempt: Attempt) {
  const [awake] = all;
  const session_id = attempt.session_id ?? 'session_01hzxkq7v3m8n4p2r6s9t0w1ae';
  const work = { awake: { ...pairOf(awake, screens[0]), profile_id: '' }, session_id, attempt };
  await story.send('add-evidence', evidenceOf(attempt));
  return story.send('raise-approval', {
    ...actions.held(attempt),
    ...actions.asked('asked'),
    subject: { ...(await story.subject('article-1')), action: actions.binding(work) },
    attention: records.attention('Press “Publish” on the newsroom?'),
    expires_in_ms: 3_600_000,
  });
}

/** What came of the action of the scene. No command names the row of an action. */
function settleAction({ story }: World, { attempt_id, process_id }: Attempt, session_id: string): Play {
  const settled = { outcome: 'performed', rule: null } as const;
  const input = { session_id, key: actions.keyOfStory, attempt_id, process_id, ...settled };
  return { command: 'settle-action', addressed: null, send: () => story.send('settle-action', input) };
}

function pairOf(computer: Computer | undefined, screen: Screen | undefined) {
  const nothing = '01hzxkq7v3m8n4p2r6s9t0w1aa';
  return {
    computer_id: computer?.computer_id ?? `computer_${nothing}`,
    screen_id: screen?.screen_id ?? `screen_${nothing}`,
    generation: computer?.generation ?? 0,
    process_id: 'process-1',
  };
}

function evidenceOf({ attempt_id, fence }: Attempt) {
  return {
    attempt_id,
    fence,
    evidence_class: 'screenshot',
    digest: evidenceDigest,
    size: 10,
    redacted: true,
  } as const;
}

type MakeProposal = () => Promise<ProposedTransition> | ProposedTransition;

function settlings(world: World, attempt: Attempt): readonly MakeProposal[] {
  const { story, todos } = world;
  const todo = todos.find((each) => each.todo_id === attempt.todo_id);
  const reconciled = todo?.reconciles_attempt_id ?? null;
  const done = { evidence: [evidenceDigest] };
  const asking = () => story.asking(attempt.todo_id, 'article-1');
  const own: readonly MakeProposal[] = [
    () => proposalFor({ state: 'open' }),
    asking,
    () => proposalFor({ state: 'blocked', attention: shown }),
    () => proposalFor({ state: 'done' }, done),
    () => story.readingBack(attempt),
    () => proposalFor({ state: 'done' }, { ...done, unblocks: todoId }),
    () => signInProposal('todo-enrol-new', 'article-1'),
    () => proposalFor({ state: 'open' }, { following: [following('blocked')] }),
    () => proposalFor({ state: 'open' }, { following: [following('open')] }),
  ];
  if (reconciled === null) return own;
  const saying = async (
    outcome: 'happened' | 'not_happened',
    todo_state: 'done' | 'blocked' | 'awaiting_gate',
  ): Promise<ProposedTransition> => ({
    ...proposalFor({ state: 'done' }, done),
    gate: todo_state === 'awaiting_gate' ? (await story.asking(todoId, 'article-1')).gate : null,
    settles: {
      attempt_id: reconciled,
      outcome,
      todo_state,
      attention: todo_state === 'blocked' ? shown : null,
    },
  });
  return [
    ...own,
    () => saying('happened', 'done'),
    () => saying('not_happened', 'awaiting_gate'),
    () => saying('not_happened', 'blocked'),
  ];
}

function following(state: 'open' | 'blocked') {
  return {
    todo_id: 'todo-following',
    action_unit: 'inspect_screen',
    state,
    record_id: 'article-1',
    reconciles_attempt_id: null,
    attention: state === 'blocked' ? shown : null,
  } as const;
}

function voidings({ story }: World, attempt: Attempt): readonly MakeProposal[] {
  return [
    () => story.asking(attempt.todo_id, 'article-1'),
    () => proposalFor({ state: 'blocked', attention: shown }),
  ];
}

function gatePlays({ story, goal }: World, { gate_id, revision }: Gate): readonly Play[] {
  const addressed = { kind: 'gate', id: gate_id } as const;
  const play = (command: CommandKind, send: Play['send']): Play => ({ command, addressed, send });
  const head = { gate_id, revision };
  const beside = (command: CommandKind, send: Play['send']): Play => ({ command, addressed: null, send });
  return [
    ...(['approve', 'reject'] as const).map((decision) =>
      play('decide-gate', () =>
        story.send('decide-gate', { ...head, decision, reason: null }, people.reviewer),
      ),
    ),
    play('decide-gate', () =>
      story.send(
        'decide-gate',
        { ...head, decision: 'approve', reason: null, shown_by: story.processId },
        people.reviewer,
      ),
    ),
    // The second of several is another article’s, which is drafted for that.
    ...(goal.state === 'active' ? (['approve', 'reject'] as const) : []).map((decision) =>
      play('decide-gates', async () => {
        await story.begin('article-2');
        const other = await story.draft('article-2');
        const gates = [head, { gate_id: other.gate_id, revision: other.revision }];
        return story.send('decide-gates', { gates, decision, reason: null }, people.reviewer);
      }),
    ),
    play('supersede-approval', () => story.send('supersede-approval', head)),
    beside('join-approval', async () => {
      const [session] = await story.kernel.sessions(story.workspace);
      const session_id = session?.session_id ?? 'session_none';
      return story.send('join-approval', { ...actions.asked('joined'), session_id, gate_id });
    }),
    play('revoke-gate', () => story.send('revoke-gate', { ...head, reason: null }, people.owner)),
    play('expire-gate', () => story.send('expire-gate', head)),
    ...[story.processId, 'process-of-others'].map((process_id) =>
      play('drop-gate', () => story.send('drop-gate', { ...head, process_id, dead_processes: [] })),
    ),
  ];
}

function sessionPlays({ story, todos }: World, { session_id }: Session): readonly Play[] {
  const addressed = { kind: 'session', id: session_id } as const;
  const play = (command: CommandKind, send: Play['send']): Play => ({ command, addressed, send });
  const open = todos.find((todo) => todo.state === 'open');
  return [
    play('close-session', () => story.send('close-session', { session_id })),
    play('note-session', () =>
      story.send('note-session', {
        session_id,
        kind: 'control-changed',
        attempt_id: null,
        gate_id: null,
        rule: null,
      }),
    ),
    ...(open === undefined
      ? []
      : [
          play('admit-attempt', async () => {
            const input = await story.admission(open.todo_id, 'draft', { session_id });
            return story.send('admit-attempt', input);
          }),
        ]),
  ];
}

function computerPlays({ story }: World, computer: Computer): readonly Play[] {
  const { computer_id, generation, revision } = computer;
  const addressed = { kind: 'computer', id: computer_id } as const;
  const play = (command: CommandKind, send: Play['send']): Play => ({ command, addressed, send });
  const held = { computer_id, generation, process_id: story.processId };
  return [
    play('wake-computer', async () => {
      const input = await computers.waking(story, computer_id);
      return story.send('wake-computer', { ...input, resource_version: revision });
    }),
    play('attach-screen', () =>
      story.send('attach-screen', { ...held, geometry: computers.geometry, active_target: 't1' }),
    ),
    play('release-computer', () => story.send('release-computer', { ...held, dead_processes: [] })),
    play('archive-computer', () =>
      story.send('archive-computer', { computer_id, resource_version: revision }, people.owner),
    ),
    play('open-session', () => story.send('open-session', { computer_id, agent: people.agent })),
  ];
}

function screenPlays({ story, sessions }: World, screen: Screen): readonly Play[] {
  const { computer_id, screen_id, control_epoch, generation } = screen;
  const addressed = { kind: 'screen', id: screen_id } as const;
  const play = (command: CommandKind, send: Play['send']): Play => ({ command, addressed, send });
  const pair = { computer_id, screen_id, control_epoch };
  return [
    play('settle-observation', () =>
      story.send('settle-observation', {
        ...pair,
        session_id: sessions.find((each) => each.computer_id === computer_id)?.session_id ?? 'session-none',
        generation,
        process_id: story.processId,
        active_target: 't1',
      }),
    ),
    play('begin-takeover', () => story.send('begin-takeover', pair, people.reviewer)),
    play('finish-draining', () => story.send('finish-draining', pair)),
    play('hand-back', () => story.send('hand-back', pair, people.reviewer)),
  ];
}
