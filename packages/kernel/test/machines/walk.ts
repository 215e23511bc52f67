import { allRules } from '@cux/contracts';
import type { CommandKind, RowKind, Store } from '../../src/index.ts';
import { Story } from '../../src/store-suite/index.ts';
import { memoryStore } from '../support/memory-store.ts';
import { everyRow } from '../support/refusal-row.ts';
import { tables } from '../tables/index.ts';
import { playsIn, playsOf, worldOf } from './plays.ts';
import { scenes } from './scenes.ts';

/** The kinds of row that have states. */
export const aggregates = [
  'goal',
  'todo',
  'attempt',
  'gate',
  'session',
  'action',
  'computer',
  'screen',
  'lock',
  'workspace',
] as const;

export type Aggregate = (typeof aggregates)[number];

/** One row went from a state to another by a command; `new` where it was not there. */
export interface Arrow {
  readonly aggregate: Aggregate;
  readonly from: string;
  readonly command: CommandKind;
  readonly to: string;
}

/** What a command did that named a row in a state. */
export interface Address {
  readonly aggregate: Aggregate;
  readonly state: string;
  readonly command: CommandKind;
  /** `moves` or `stays` where it was accepted, or the rule that refused it. */
  readonly answer: string;
}

export interface Walked {
  readonly arrows: readonly Arrow[];
  readonly addresses: readonly Address[];
  readonly sent: number;
}

/**
 * Sends every command, in every form, to everything in every scene, and writes down what moved.
 *
 * @param witness is told all rows after each command
 */
export async function walk(witness: ((text: string) => void) | null = null): Promise<Walked> {
  const arrows = new Map<string, Arrow>();
  const addresses = new Map<string, Address>();
  let sent = 0;
  for (const scene of scenes) {
    const store = memoryStore();
    // One process all the while, so that it has measured itself what has passed; only its store goes back.
    let copy = store;
    const story = new Story(new Proxy(store, { get: (_first, member: keyof typeof store) => copy[member] }));
    await story.begin();
    await scene.reach(story, store);
    const plays = scene.ghosts === true ? playsIn : playsOf;
    const count = plays(await worldOf(story)).length;
    for (let index = 0; index < count; index += 1) {
      copy = store.copy();
      const world = await worldOf(story);
      const play = plays(world)[index];
      if (play === undefined) continue;
      const before = await states(copy, story.workspace);
      const { command, addressed } = play;
      const answer = await play.send();
      sent += 1;
      const after = await states(copy, story.workspace);
      if (witness !== null) witness(await everyRow(copy, story.workspace));
      if (addressed !== null && !isElsewhere(addressed.kind, answer.rule)) {
        const state = before.get(`${addressed.kind} ${addressed.id}`)?.state ?? 'new';
        const stays = state === (after.get(`${addressed.kind} ${addressed.id}`)?.state ?? 'new');
        const accepted = stays ? 'stays' : 'moves';
        const said = answer.kind === 'accepted' ? accepted : ruleOf(command, answer.rule);
        const address = { aggregate: addressed.kind, state, command, answer: said };
        addresses.set(Object.values(address).join(' '), address);
      }
      if (answer.kind !== 'accepted') continue;
      for (const [key, { aggregate, state: to }] of after) {
        const from = before.get(key)?.state ?? 'new';
        // Several at once need a second article, which is made for that alone.
        if (from === to || (command === 'decide-gates' && from === 'new')) continue;
        const arrow = { aggregate, from, command, to };
        arrows.set(Object.values(arrow).join(' '), arrow);
      }
    }
  }
  return { arrows: [...arrows.values()], addresses: [...addresses.values()], sent };
}

/** What the rows of the tables of refusals name, in which state it is, and by which rule they are refused. */
export async function walkTables(): Promise<readonly Address[]> {
  const addresses = new Map<string, Address>();
  for (const row of Object.values(tables).flat()) {
    if (row.crafted === true || ofTheSender.includes(row.rule)) continue;
    if (!row.command.endsWith('-workspace') && ofThePlace.includes(row.rule)) continue;
    const store = memoryStore();
    const story = new Story(store, row.options);
    await story.begin();
    const send = await row.send(story, store);
    const addressed: { aggregate: Aggregate; id: string }[] = [];
    const { execute } = story.kernel;
    Object.assign(story.kernel, {
      execute: (...sent: Parameters<typeof execute>) => {
        const [command, { workspace }, input] = sent;
        addressed.push(...(workspace === story.workspace ? addressOf(command, input) : nowhere(command)));
        return execute(...sent);
      },
    });
    const before = await states(store, story.workspace);
    await send();
    for (const { aggregate, id } of addressed) {
      const state = before.get(`${aggregate} ${id}`)?.state ?? 'new';
      const address = { aggregate, state, command: row.command, answer: ruleOf(row.command, row.rule) };
      addresses.set(Object.values(address).join(' '), address);
    }
  }
  return [...addresses.values()];
}

const judged: readonly CommandKind[] = ['admit-attempt', 'report-attempt', 'settle-attempt', 'void-attempt'];
const contract = new Set(allRules().map((rule) => rule.id));

/** The rule of a refusal; `contract` for every one that the judge of the record makes. */
function ruleOf(command: CommandKind, rule = ''): string {
  const byJudge = contract.has(rule) || rule === 'request.refused' || rule === 'receipt.refused';
  return judged.includes(command) && byJudge ? 'contract' : rule;
}

/** Refusals that look at who sends, and in which form, before anything that stands. */
const ofTheSender = ['command.malformed', 'principal.not-allowed', 'gate.not-human', 'capability.not-owner'];

/** What refuses every command alike where the workspace is at work elsewhere, before it looks at anything else. */
const ofThePlace = ['workspace.retired', 'workspace.copy'];

function isElsewhere(aggregate: Aggregate, rule = ''): boolean {
  return aggregate !== 'workspace' && ofThePlace.includes(rule);
}

const computerCommands: readonly CommandKind[] = [
  'wake-computer',
  'attach-screen',
  'release-computer',
  'archive-computer',
  'open-session',
];

/** Sent to where nothing is. */
function nowhere(command: CommandKind): { aggregate: Aggregate; id: string }[] {
  return command.endsWith('-workspace') ? [{ aggregate: 'workspace', id: 'none' }] : [];
}

function addressOf(command: CommandKind, input: object): { aggregate: Aggregate; id: string }[] {
  const named = { ...('of' in input ? (input.of as object) : {}), ...input } as Record<string, unknown>;
  const one = (aggregate: Aggregate, id: unknown) => (typeof id === 'string' ? [{ aggregate, id }] : []);
  if (command === 'decide-gates' || command === 'put-record') return [];
  if (computerCommands.includes(command)) return one('computer', named.computer_id);
  if (named.screen_id !== undefined) return one('screen', named.screen_id);
  if (command === 'admit-attempt')
    return [...one('todo', named.todo_id), ...one('session', named.session_id)];
  if (command === 'settle-action' || command === 'join-approval') return [];
  if (command === 'supersede-approval') return one('gate', named.gate_id);
  if (command.endsWith('-workspace')) return one('workspace', 'workspace');
  if (command.endsWith('-session')) return one('session', named.session_id);
  if (command.includes('gate') && command !== 'raise-standing-gate') return one('gate', named.gate_id);
  if (command === 'create-todo') return [...one('todo', named.todo_id), ...one('goal', named.goal_id)];
  return [...one('attempt', named.attempt_id), ...one('todo', named.todo_id), ...one('goal', named.goal_id)];
}

async function states(
  store: Store,
  workspace: string,
): Promise<ReadonlyMap<string, { readonly aggregate: Aggregate; readonly state: string }>> {
  const found = new Map<string, { readonly aggregate: Aggregate; readonly state: string }>();
  for (const aggregate of aggregates) {
    for (const row of await store.list(workspace, aggregate satisfies RowKind)) {
      found.set(`${aggregate} ${row.id}`, { aggregate, state: row.state });
    }
  }
  return found;
}
