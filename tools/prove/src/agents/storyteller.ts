import type { CommandInput, CommandKind } from '@cux/kernel';
import { people } from '@cux/kernel/store-suite';
import type { ActionAnswer } from '@cux/runtime';
import { changeOfTask } from '@cux/site-tasks';
import { newLife } from '../simulation/scheduler.ts';
import { workspace } from '../simulation/world.ts';
import type { AgentPlace } from './agent.ts';
import type { AgentsWorld } from './agents-world.ts';
import { deskOrigin, draftPath } from './desk.ts';
import { engineId } from './engine.ts';
import { ask, type HostProcess } from './host-process.ts';

const waiting: readonly string[] = ['pending', 'open'];

interface Sent {
  readonly key: string;
  readonly intent: unknown;
}

/**
 * One agent that publishes one article, whatever happens to its host: it wakes its Computer, types, saves, asks, waits for a person,
 * and asks again under its key; where that is over it begins anew. In the middle a person has the Screen once.
 */
export class Storyteller {
  readonly #world: AgentsWorld;
  readonly #at: AgentPlace;
  readonly #life = newLife('storyteller');
  #asked: (Sent & { readonly gate_id: string }) | null = null;
  #unanswered: Sent | null = null;
  #takenOver = false;
  #tree = '';
  #source = { observation_id: '', observation_generation: 0 };
  #count = 0;

  constructor(world: AgentsWorld, at: AgentPlace) {
    this.#world = world;
    this.#at = at;
  }

  /** Whether the desk has the article, the task is done and nothing is left half-way. */
  get isOver(): boolean {
    const published = this.#world.oracle.arrivals.some(({ path }) => path !== draftPath);
    return published && this.#todo(this.#at.task)?.state === 'done' && this.#world.unfinished() === null;
  }

  async live(): Promise<void> {
    while (!this.isOver) {
      await this.#world.scheduler.turn(this.#life, 'goes on', 500);
      await this.#oneThing();
    }
  }

  async #oneThing(): Promise<void> {
    const { mirror } = this.#world.judge;
    const { computer_id, screen_id, session_id, task } = this.#at;
    const computer = mirror.one('computer', computer_id);
    if (computer?.lifecycle === 'sleeping') return this.#wake(computer.revision);
    const host = this.#world.holderOf(computer_id);
    if (host === undefined) return;
    // What nobody has answered is asked again, under its key.
    if (this.#unanswered !== null) return this.#act(host, this.#unanswered);
    const gate = mirror.one('gate', this.#asked?.gate_id ?? '');
    if (this.#asked !== null && gate !== null && waiting.includes(gate.status)) {
      if (gate.status === 'open') await this.#act(host, this.#asked);
      return;
    }
    if (mirror.one('session', session_id)?.attempt_id !== null) {
      await this.#ask('end', host, () => host.computers.end(session_id));
      return;
    }
    const screen = mirror.one('screen', screen_id);
    if (screen?.control !== 'agent') return this.#takeOver(host);
    if (screen.readback_due) return this.#look(host);
    const todo = this.#todo(task);
    if (todo?.state === 'open' && todo.action_unit === 'draft_until_review_gate') await this.#draft(host);
  }

  async #wake(resource_version: number): Promise<void> {
    const host = this.#world.livingProcess();
    const { computer_id } = this.#at;
    const request = { computer_id, resource_version, provider_id: engineId, stored_session: null };
    if (host !== undefined) await this.#ask('wake', host, () => host.computers.wake(request));
  }

  async #draft(host: HostProcess): Promise<void> {
    await this.#begin(host, this.#at.task);
    await this.#observe(host);
    const ref = this.#ref('Title');
    await this.#send(host, { kind: 'type_text', ref, text: this.#at.task, source_observation: this.#source });
    await this.#observe(host);
    await this.#send(host, this.#click('Save draft'));
    if (!this.#takenOver) return this.#takeOver(host);
    await this.#observe(host);
    await this.#send(host, this.#click('Publish'));
  }

  /** A person wants the Screen, and gives it back as it was. */
  async #takeOver(host: HostProcess): Promise<void> {
    const { computer_id, screen_id } = this.#at;
    const control_epoch = this.#world.judge.mirror.one('screen', screen_id)?.control_epoch ?? 0;
    const wanted = { computer_id, screen_id, control_epoch, person: people.owner, start_url: null };
    const request = { ...wanted, allowed_origins: [deskOrigin], human_rules: [] };
    const taken = await this.#ask('take over', host, () => host.computers.takeOver(request));
    if (taken?.kind !== 'settled') return;
    this.#takenOver = true;
    await this.#ask('hand back', host, () => taken.value.handBack());
  }

  /** What a person has left is read before anything is written. */
  async #look(host: HostProcess): Promise<void> {
    const open = this.#world.judge.mirror
      .all('todo')
      .find(({ state, action_unit }) => state === 'open' && action_unit === 'inspect_screen');
    const record_id = open?.record_id ?? `look-${this.#count}`;
    if (open === undefined) {
      this.#count += 1;
      await this.#command(host, 'put-record', changeOfTask(record_id, { site: 'desk', wanted: record_id }));
      await this.#command(host, 'create-todo', {
        goal_id: 'goal-1',
        todo_id: `todo-${record_id}`,
        capability: 'site-tasks',
        action_unit: 'inspect_screen',
        record_id,
      });
    }
    await this.#begin(host, record_id);
    await this.#observe(host);
    await this.#ask('end', host, () => host.computers.end(this.#at.session_id));
  }

  #todo(record: string) {
    return this.#world.judge.mirror.one('todo', `todo-${record}`);
  }

  async #begin(host: HostProcess, record: string): Promise<void> {
    const { session_id } = this.#at;
    await this.#ask('begin', host, () => host.computers.begin({ session_id, todo_id: `todo-${record}` }));
  }

  async #observe(host: HostProcess): Promise<void> {
    const { computer_id, screen_id, session_id } = this.#at;
    const modes = ['accessibility_tree'] as const;
    const request = { computer_id, screen_id, session_id, modes, nodes: 100, bytes: 4_096 };
    const seen = await this.#ask('observe', host, () => host.computers.observe(request));
    if (seen?.kind !== 'settled') return;
    const { tree, observation_id, observation_generation } = seen.value;
    this.#tree = tree;
    this.#source = { observation_id, observation_generation };
  }

  #ref(name: string): string {
    const line = this.#tree.split('\n').find((each) => each.includes(` "${name}" `));
    return /\[ref=(e\d+)\]$/.exec(line ?? '')?.[1] ?? 'e1';
  }

  #click(name: string) {
    return { kind: 'click', ref: this.#ref(name), source_observation: this.#source };
  }

  #send(host: HostProcess, intent: unknown): Promise<void> {
    this.#count += 1;
    return this.#act(host, { key: `story-${this.#count}`, intent });
  }

  async #act(host: HostProcess, { key, intent }: Sent): Promise<void> {
    const { principal, computer_id, screen_id, session_id } = this.#at;
    const body = {
      schema_version: 'cux_structural_action_v1',
      intent,
      deadline_ms: 60_000,
      idempotency_key: key,
    };
    const action = new TextEncoder().encode(JSON.stringify(body));
    const request = { principal, computer_id, screen_id, session_id, action };
    const answer: ActionAnswer | null = await this.#ask('act', host, () => host.computers.act(request));
    this.#world.trace(
      `  ${key}: ${answer === null ? 'nobody answers' : 'rule' in answer ? answer.rule : answer.kind}`,
    );
    this.#unanswered = answer === null ? { key, intent } : null;
    if (answer?.kind === 'pending') this.#asked = { key, intent, gate_id: answer.approval.gate_id };
  }

  #command<Kind extends CommandKind>(host: HostProcess, kind: Kind, input: CommandInput<Kind>) {
    const principal = kind === 'put-record' ? people.author : people.operator;
    const envelope = { workspace, principal, key: `${kind}-${this.#count}` };
    return this.#ask(kind, host, () => host.kernel.execute(kind, envelope, input));
  }

  async #ask<Value extends { readonly kind: string } | null>(
    name: string,
    host: HostProcess,
    work: () => Promise<Value>,
  ): Promise<Value | null> {
    const { computer_id } = this.#at;
    const answer = await ask(this.#world, host, { name, computer_id }, work, this.#life);
    if (answer?.value != null) this.#world.oracle.answered(answer.call, answer.value);
    return answer?.value ?? null;
  }
}
