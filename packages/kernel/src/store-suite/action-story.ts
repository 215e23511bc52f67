import { type ActionBinding, digestOfBytes, unkeptQuestion, unkeptSubject } from '@cux/contracts';
import type { CommandInput } from '../commands/command.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Gate } from '../state/gate.ts';
import * as computers from './computer-story.ts';
import { people } from './kernel-story.ts';
import { attention, contentDigest, proposalFor, site } from './records.ts';
import type { Story } from './story.ts';

/** An agent at work in its session: a Computer that is awake, and a running draft attempt. */
export interface AtWork {
  readonly awake: computers.AwakeComputer;
  readonly session_id: string;
  readonly attempt: Attempt;
}

/** The key under which a story's agent asks, where nobody names another one. */
export const keyOfStory = 'a-1';

export async function openOn(story: Story, { computer_id }: computers.MadeComputer): Promise<string> {
  return (await story.must('open-session', { computer_id, agent: people.agent })).session_id;
}

/** Admits and starts an attempt of a session. */
export async function runIn(
  story: Story,
  session_id: string,
  effect: 'draft' | 'external_write',
  changes: Partial<CommandInput<'admit-attempt'>> = {},
  todoId = 'todo-article-1',
): Promise<Attempt> {
  const input = await story.admission(todoId, effect, { session_id, ...changes });
  const { attempt_id, fence } = await story.must('admit-attempt', input);
  const held = { attempt_id, fence, process_id: story.processId };
  await story.must('start-attempt', { ...held, session_reference: `session-${attempt_id}` });
  return story.attempt(attempt_id);
}

export async function atWork(story: Story, todoId = 'todo-article-1'): Promise<AtWork> {
  const awake = await computers.awakeComputer(story);
  const session_id = await openOn(story, awake);
  return { awake, session_id, attempt: await runIn(story, session_id, 'draft', {}, todoId) };
}

export function asked(key: string, what = 'press publish') {
  return { key, kind: 'click', action_digest: contentDigest(what) } as const;
}

export function held({ attempt_id, fence, process_id }: Attempt) {
  return { attempt_id, fence, process_id };
}

/** The head of the Screen that is acted on, as an observer would know it. */
export async function observed(story: Story, { awake }: AtWork): Promise<number> {
  const screen = await story.kernel.screen(story.workspace, awake.computer_id, awake.screen_id);
  return screen?.observation_generation ?? 0;
}

export async function beginning(
  story: Story,
  work: AtWork,
  key = keyOfStory,
): Promise<CommandInput<'begin-action'>> {
  return { ...held(work.attempt), ...asked(key), observation_generation: await observed(story, work) };
}

export function settling(
  { session_id, attempt: { attempt_id, process_id } }: AtWork,
  key = keyOfStory,
): CommandInput<'settle-action'> {
  return { session_id, key, attempt_id, process_id, outcome: 'performed', rule: null };
}

/** The press of one button, as an approval of it would be bound. */
export function binding({ awake, session_id }: AtWork, name = 'Publish'): ActionBinding {
  return {
    session_id,
    computer_id: awake.computer_id,
    screen_id: awake.screen_id,
    generation: awake.generation,
    target: 't1',
    intent: { kind: 'click' },
    element: { ref: 'e12', role: 'button', name },
    draft_digest: contentDigest('what was typed'),
    leaves: [
      {
        describes: 'publish this article',
        method: 'POST',
        origin: site,
        path: '/api/articles/12',
        fields: ['/status'],
        open_fields: [],
        broad: false,
      },
    ],
  };
}

/** What asks about the press, with its evidence kept. */
export async function raising(
  story: Story,
  work: AtWork,
  key = keyOfStory,
  name = 'Publish',
): Promise<CommandInput<'raise-approval'>> {
  await story.addEvidence(work.attempt);
  const article = (await story.todo(work.attempt.todo_id)).record_id ?? '';
  return {
    ...held(work.attempt),
    ...asked(key, name),
    subject: { ...(await story.subject(article)), action: binding(work, name) },
    attention: attention(`Press “${name}” on the newsroom?`),
    expires_in_ms: 3_600_000,
  };
}

/** The same where nothing of it may be kept: what stands for it is sent, and the names stay with the caller. */
export async function raisingUnkept(
  story: Story,
  work: AtWork,
  key = keyOfStory,
  name = 'Publish',
): Promise<CommandInput<'raise-approval'>> {
  const whole = await raising(story, work, key, name);
  const subject = unkeptSubject(whole.subject, standIn);
  const { action, target } = subject;
  if (action === undefined) throw new Error('an approval of an action is about one');
  return { ...whole, subject, attention: unkeptQuestion(action, target.site, whole.attention.evidence) };
}

/** Not keyed: a story has no secret. */
function standIn(text: string): string {
  const digest = digestOfBytes(new TextEncoder().encode(text)).slice('sha256:'.length);
  return Buffer.from(digest, 'hex').toString('base64url');
}

/** The approval stands, its draft attempt is settled, and the todo waits for a person. */
export async function askedFor(story: Story, work: AtWork, key = keyOfStory): Promise<Gate> {
  const input = await (story.retention === 'zdr' ? raisingUnkept : raising)(story, work, key);
  const { gate_id } = await story.must('raise-approval', input);
  await story.must('report-attempt', story.reportInput(work.attempt, 'drafted'));
  const { subject, expires_in_ms } = input;
  const gate = { kind: 'item', todo_id: work.attempt.todo_id, subject, attention: input.attention } as const;
  await story.settle(
    work.attempt,
    proposalFor({ state: 'awaiting_gate' }, { gate: { ...gate, expires_in_ms } }),
  );
  return story.gate(gate_id);
}

/** The approved press in its own attempt, past its commit. */
export async function committed(story: Story, work: AtWork, { subject }: Gate): Promise<AtWork> {
  if (!('record_id' in subject)) throw new Error('an approval of an action is about an item');
  const attempt = await runIn(story, work.session_id, 'external_write', { subject }, work.attempt.todo_id);
  return pressed(story, { ...work, attempt });
}

/** An approved press that runs, past its commit. */
export async function pressed(story: Story, work: AtWork): Promise<AtWork> {
  const { attempt } = work;
  const subject_digest = attempt.subject_digest ?? '';
  await story.must('prepare-attempt', { ...held(attempt), subject_digest });
  await story.must('commit-attempt', story.commitInput(attempt));
  return { ...work, attempt: await story.attempt(attempt.attempt_id) };
}
