import { describeAttention } from '@cux/content-ops';
import { type ActionApproval, breadthOf } from '@cux/contracts';
import type { Gate } from '@cux/kernel';
import { changeOfTask } from '@cux/site-tasks';
import { readTextIfPresent, writeFileDurably } from '../disk/durable-files.ts';
import { DemoFault } from '../story/demo-fault.ts';
import { showEvidence } from '../story/evidence.ts';
import type { DemoOptions } from '../story/options.ts';
import { agent, editor, editorByFlag, workspace } from '../story/people.ts';
import type { Terminal } from '../story/terminal.ts';
import type { StoryVerdict } from '../story/verdict.ts';
import { counted, siteHasEnded } from '../story/words.ts';
import { screen } from './agent-rules.ts';
import { type AgentStory, composeAgent } from './compose-agent.ts';
import { type Desk, ScriptedAgent } from './scripted-agent.ts';

/**
 * The other story: an agent drives the newsroom by single actions, a person takes the Screen in the middle and gives it
 * back, the press that would publish is asked about, and the identical retry publishes once.
 */
export async function runDemo(
  options: DemoOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<StoryVerdict> {
  const story = await composeAgent(options, terminal, signal);
  try {
    return await tellStory(story);
  } finally {
    await story.close();
  }
}

async function tellStory(story: AgentStory): Promise<StoryVerdict> {
  const { narrator, site, number } = story;
  for (const sentence of [...(await story.host.recover()), ...(await story.computers.recover())]) {
    narrator.line(sentence);
  }
  const before = await site.countPublications();
  const name = `agent-story-${number}`;
  narrator.step('The work');
  narrator.line(
    `An agent is to publish “${story.article.title}” on ${site.name} at ${site.origin}, step by step.`,
  );
  await beginTask(story, name);
  const desk = await beginDesk(story);
  const scripted = new ScriptedAgent(story.computers, desk, name, (line) => narrator.line(line));

  narrator.step('The agent acts, one action at a time');
  await begin(story, desk, name);
  await scripted.type('Headline', story.article.title ?? '');
  await interrupt(story, desk, name, scripted);

  narrator.step('The agent goes on');
  await begin(story, desk, name);
  await scripted.type('Headline', story.article.title ?? '');
  await scripted.type('Body', story.article.body ?? '');
  await scripted.choose('Section', story.article.section ?? '');
  await scripted.press('Save draft');
  await scripted.press('Publish', 'the confirmation');
  const confirm = await scripted.pressLater('Confirm publish');
  const asked = await confirm();
  if (asked.kind !== 'pending')
    throw new DemoFault('story_off_course', `The press came to ${JSON.stringify(asked)}.`);
  narrator.step('The press that would publish is not made: a person is asked');
  const decided = await decide(story, asked.approval, (await site.countPublications()) - before);

  if (decided.decision !== null) {
    narrator.step('The agent asks for exactly the same again, twice');
    for (const time of ['first', 'second']) {
      const earlier = await site.countPublications();
      const answer = await confirm();
      const nothing =
        (await site.countPublications()) === earlier ? '; it was done already, nothing was sent' : '';
      const said = answer.kind === 'refused' ? `refused (${answer.rule})` : `${answer.kind}${nothing}`;
      narrator.line(`The ${time} identical retry: ${said}.`);
    }
  }
  await story.must('close-session', { session_id: desk.session_id });
  return conclude(story, name, { before, writesBefore: decided.writesBefore, gate: asked.approval.gate_id });
}

async function beginTask(story: AgentStory, name: string): Promise<void> {
  const goal_id = name;
  await story.must('create-goal', { goal_id, mode: 'drafting', owner_id: editor.id, quota: {} });
  const wanted = `Publish “${story.article.title}” in the section ${story.article.section}, exactly as given.`;
  await story.must('put-record', changeOfTask(name, { site: 'newsroom', wanted }), editor);
  for (const [todo_id, action_unit] of [
    [name, 'draft_until_review_gate'],
    [`${name}-look`, 'inspect_screen'],
  ] as const) {
    await story.must('create-todo', {
      goal_id,
      todo_id,
      capability: 'site-tasks',
      action_unit,
      record_id: name,
    });
  }
}

async function beginDesk(story: AgentStory): Promise<Desk> {
  const { narrator, computers } = story;
  const { profile_id } = await story.must('put-profile', {
    profile_id: null,
    expected_latest: 0,
    terms: {
      host_kind: 'browser_runtime',
      needs: {
        screenshots: 'required',
        accessibility_tree: 'required',
        record_replay: 'not_needed',
        external_write: 'required',
        private_source_read: 'not_needed',
      },
      screen,
      recovery_grade: 'none',
      sharing_scope: 'exclusive',
    },
    activate: true,
  });
  const pair = await story.must('create-computer', { profile_id });
  narrator.good('a Computer was made: it sleeps, and nobody was contacted');
  const { computer_id } = pair;
  const woken = await computers.wake({
    ...{ computer_id, resource_version: 1, provider_id: story.providerId, stored_session: null },
  });
  if (woken.kind === 'refused') throw new DemoFault('story_off_course', woken.message);
  narrator.good('it is awake, behind a guard that denies every write');
  return { ...pair, session_id: (await story.must('open-session', { computer_id, agent })).session_id };
}

async function begin(
  { computers, narrator }: AgentStory,
  { session_id }: Desk,
  todo_id: string,
  from: 'start' | 'here' = 'start',
): Promise<void> {
  const begun = await computers.begin({ session_id, todo_id, from });
  if (begun.kind === 'refused') throw new DemoFault('story_off_course', begun.message);
  narrator.good(`an attempt of ${todo_id} was admitted`);
}

/** A person takes the Screen while the agent is at it, looks, and gives it back; the agent reads first what was left. */
async function interrupt(
  story: AgentStory,
  desk: Desk,
  name: string,
  scripted: ScriptedAgent,
): Promise<void> {
  const { computers, narrator, decider, site } = story;
  narrator.step('A person takes the Screen over');
  const pair = await computers.pair(desk.computer_id, desk.screen_id);
  const taken = await computers.takeOver({
    ...{ computer_id: desk.computer_id, screen_id: desk.screen_id, person: decider },
    ...{
      control_epoch: pair?.screen.control_epoch ?? 0,
      start_url: null,
      allowed_origins: [site.origin],
      human_rules: [],
    },
  });
  if (taken.kind === 'refused') throw new DemoFault('story_off_course', taken.message);
  narrator.line('The agent’s attempt has ended with what it had done; its session lives on.');
  const late = await scripted.tryObserve();
  narrator.line(`Meanwhile the agent sees nothing: ${late}.`);
  await taken.value.handBack();
  narrator.line('The person gives it back. Nothing may be written before what they left has been read.');
  const tooEarly = await computers.begin({ session_id: desk.session_id, todo_id: name });
  narrator.line(
    `The agent wants to go on: ${tooEarly.kind === 'refused' ? `refused (${tooEarly.rule})` : 'begun'}.`,
  );
  await begin(story, desk, `${name}-look`, 'here');
  await scripted.observe();
  await computers.end(desk.session_id);
}

interface Decided {
  readonly decision: 'approve' | 'reject' | null;
  readonly writesBefore: number;
}

async function decide(story: AgentStory, approval: ActionApproval, writesBefore: number): Promise<Decided> {
  const { kernel, narrator, decider } = story;
  const gate = (await kernel.gate(workspace, approval.gate_id)) as Gate;
  const paths = await showEvidence(story, gate);
  for (const { name, text } of describeAttention(approval.attention, (digest) => paths.get(digest) ?? null)) {
    narrator.fact(name, text);
  }
  narrator.fact('element', `${approval.action.element.role} “${approval.action.element.name}”`);
  for (const write of approval.action.leaves) {
    const extent = breadthOf(write) ?? 'with exactly the approved values';
    narrator.fact('may leave', `${write.method} ${write.path}, once, ${extent}`);
  }
  narrator.fact('stands until', new Date(approval.expires_at).toISOString());
  const decision = await story.answer(gate);
  story.signal.throwIfAborted();
  if (decision === null) {
    narrator.step('The person leaves it for later');
    return { decision, writesBefore };
  }
  const byFlag = decider === editorByFlag;
  narrator.step(
    `${byFlag ? 'The flag --decide answers in a person’s place' : 'The person decides'}: ${decision}`,
  );
  const { gate_id, revision } = gate;
  await story.must('decide-gate', { gate_id, revision, decision, reason: null }, decider);
  if (decision === 'reject')
    narrator.line('Nothing was published, and nothing will be: exactly this is not asked again.');
  return { decision, writesBefore };
}

async function conclude(
  story: AgentStory,
  name: string,
  {
    before,
    writesBefore,
    gate,
  }: { readonly before: number; readonly writesBefore: number; readonly gate: string },
): Promise<StoryVerdict> {
  const { kernel, site, narrator, state } = story;
  const audit = await kernel.verifyAudit(workspace, readTextIfPresent(state.auditHead)?.trim());
  const asked = await kernel.gate(workspace, gate);
  const todo = await kernel.todo(workspace, name);
  const attempts = await kernel.attempts(workspace, { todo_id: name });
  const drafts = attempts.filter(({ request }) => request.effect_class === 'draft');
  const last = drafts.toSorted((left, right) => left.fence - right.fence).at(-1);
  const writes = (await site.countPublications()) - before;
  narrator.step('The end');
  narrator.fact('todo', `${name} is ${todo?.state}`);
  narrator.fact(
    'publications',
    `${writesBefore} before a person decided, ${writes} in all, counted by the site`,
  );
  if (audit.ok) {
    narrator.good(`audit log verified: ${counted(audit.events, 'event')} in ${counted(audit.links, 'link')}`);
    writeFileDurably(state.auditHead, `${audit.head}\n`);
  } else {
    narrator.warn(`audit log NOT verified (${audit.rule}): ${audit.message}`);
  }
  narrator.line(siteHasEnded(site));
  narrator.step('What you can do next');
  narrator.command('what was asked', story.commands.cux('gate', 'list', '--all'));
  narrator.command('what was tried', story.commands.cux('attempt', 'list'));
  narrator.command('prove the log', story.commands.cux('audit', 'verify'));
  narrator.command('once more', story.commands.again());
  return {
    stop_reason: last?.receipt?.stop_reason ?? null,
    gate: asked === null ? null : { revision: asked.revision, status: asked.status },
    decisions: asked?.decided_by == null ? 0 : 1,
    writes_before_decision: writesBefore,
    writes_total: writes,
    todo: todo?.state ?? 'unknown',
    audit: audit.ok ? 'verified' : 'failed',
  };
}
