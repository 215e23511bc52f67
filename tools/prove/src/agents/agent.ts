import type { ActionIntent, Principal, ScreenObservation } from '@cux/contracts';
import type { ActionAnswer } from '@cux/runtime';
import { type Life, newLife } from '../simulation/scheduler.ts';
import type { AgentsWorld } from './agents-world.ts';
import { ask, type HostProcess } from './host-process.ts';

/** An agent in its session. */
export interface AgentPlace {
  readonly principal: Principal;
  readonly session_id: string;
  readonly computer_id: string;
  readonly screen_id: string;
  /** What begins the names of its tasks. */
  readonly task: string;
}

/** Under which key something was asked, and what the agent knows of it. */
interface Asked {
  readonly key: string;
  readonly intent: ActionIntent;
  gate_id: string | null;
  performed: boolean;
}

const waiting: readonly string[] = ['pending', 'open'];

/**
 * An agent: it looks, types, saves, asks to publish, asks again, and now and then does what none should: another body under a
 * key, another key for the same action, two things at once, what it has not seen.
 */
export class Agent {
  readonly at: AgentPlace;
  readonly #world: AgentsWorld;
  readonly #life: Life;
  readonly #asked: Asked[] = [];
  #seen: ScreenObservation | null = null;
  #count = 0;
  /** Whether it has typed something since it opened the page. */
  #hasTyped = false;
  /** The generation whose page it has opened. */
  #opened = 0;
  /** How often it has asked a host for anything. */
  #calls = 0;
  /** Whether the latest answer was none, or a refusal. */
  #refused = false;

  constructor(world: AgentsWorld, at: AgentPlace) {
    this.at = at;
    this.#world = world;
    this.#life = newLife(at.principal.id);
  }

  async live(): Promise<void> {
    let rest = false;
    for (;;) {
      const { scheduler, chance } = this.#world;
      await scheduler.turn(this.#life, 'thinks', chance.below(rest ? 10_000 : 1_500));
      const before = this.#calls;
      await this.#oneThing();
      rest = this.#calls === before || this.#refused;
    }
  }

  async #oneThing(): Promise<void> {
    const { chance, healed, judge } = this.#world;
    const { mirror } = judge;
    const host = this.#host();
    const session = mirror.one('session', this.at.session_id);
    if (host === undefined || session?.state !== 'open') return;
    const earlier = chance.pick(this.#asked.slice(-6));
    if (earlier !== undefined && !healed) {
      if (chance.happens(0.04)) return this.#again(host, earlier);
      const kept = earlier.performed || earlier.gate_id !== null;
      if (kept && chance.happens(0.05)) return this.#otherBody(host, earlier);
    }
    if (session.attempt_id !== null) return healed ? this.#end(host) : this.#work(host);
    const asked = this.#asked.find(({ gate_id }) =>
      waiting.includes(mirror.one('gate', gate_id ?? '')?.status ?? ''),
    );
    if (asked === undefined) return healed ? undefined : this.#begin(host);
    const decided = mirror.one('gate', asked.gate_id ?? '')?.status === 'open';
    if (healed || chance.happens(decided ? 0.8 : 0.2)) return this.#again(host, asked);
    if (chance.happens(0.1)) return this.#begin(host);
  }

  /** Whoever has the Computer; sometimes another one, who has to say so. */
  #host(): HostProcess | undefined {
    const holder = this.#world.holderOf(this.at.computer_id);
    return holder === undefined || this.#world.goesWrong(0.03) ? this.#world.livingProcess() : holder;
  }

  async #begin(host: HostProcess): Promise<void> {
    const { chance, judge } = this.#world;
    const computer = judge.mirror.one('computer', this.at.computer_id);
    const screen = judge.mirror.one('screen', computer?.screen_id ?? '');
    const ready = screen?.attachment === 'attached' && screen.control === 'agent';
    if (computer === null || (!ready && !chance.happens(0.1))) return;
    const due = screen?.readback_due === true;
    const open = judge.mirror.all('todo').filter(({ state, record_id, action_unit }) => {
      const mine = record_id?.startsWith(this.at.task) === true;
      return mine && state === 'open' && action_unit === (due ? 'inspect_screen' : 'draft_until_review_gate');
    });
    const todo = chance.pick(open);
    if (todo === undefined) return;
    const { session_id } = this.at;
    // What a person has left is looked at where it is; a page that nobody has opened cannot be gone on with.
    const shown = this.#opened === computer.generation && chance.happens(0.5);
    const from = due || shown ? 'here' : 'start';
    const begun = await this.#ask(host, 'begin', () =>
      host.computers.begin({ session_id, todo_id: todo.todo_id, from }),
    );
    if (from === 'start') this.#world.oracle.typedIn(this.at.computer_id, null);
    this.#world.trace(
      `  ${this.at.task} begins ${from}: ${begun === null ? 'nobody answers' : begun.kind === 'refused' ? begun.rule : begun.kind}`,
    );
    if (begun?.kind !== 'begun') return;
    this.#opened = computer.generation;
    this.#hasTyped &&= from === 'here';
    await this.#observe(host);
    if (due) await this.#end(host);
  }

  async #work(host: HostProcess): Promise<void> {
    const { chance } = this.#world;
    if (this.#seen === null || chance.happens(0.05)) return this.#observe(host);
    if (!this.#hasTyped && chance.happens(0.8)) return this.#type(host);
    const roll = chance.next();
    if (roll < 0.1) return this.#type(host);
    if (roll < 0.25) return this.#click(host, 'Save draft');
    if (roll < 0.72) return this.#click(host, 'Publish');
    if (roll < 0.77) return this.#click(host, 'Publish slowly');
    if (roll < 0.82) return this.#click(host, 'Delete');
    if (roll < 0.9)
      return this.#click(
        host,
        chance.pick(['Rename', 'Overwrite', 'Overwrite', 'Reload', 'Ask']) ?? 'Rename',
      );
    if (roll < 0.94) return this.#two(host);
    return this.#end(host);
  }

  async #observe(host: HostProcess): Promise<void> {
    const { computer_id, screen_id, session_id } = this.at;
    const request = {
      computer_id,
      screen_id,
      session_id,
      modes: ['accessibility_tree'] as const,
      nodes: 100,
      bytes: 4_096,
    };
    const seen = await this.#ask(host, 'observe', () => host.computers.observe(request));
    this.#seen = seen?.kind === 'settled' ? seen.value : null;
  }

  async #type(host: HostProcess): Promise<void> {
    const ref = this.#ref('Title');
    if (ref === null) return this.#observe(host);
    this.#count += 1;
    const text = `${this.at.task} ${this.#count}`;
    // Until it is answered, nobody can say what the field holds.
    this.#world.oracle.typedIn(this.at.computer_id, null);
    const answer = await this.#send(host, { kind: 'type_text', ref, text, source_observation: this.#source });
    if (answer?.kind !== 'performed') return;
    this.#hasTyped = true;
    this.#world.oracle.typedIn(this.at.computer_id, text);
  }

  async #click(host: HostProcess, name: string): Promise<void> {
    const intent = this.#press(name);
    if (intent === null) return this.#observe(host);
    if (name === 'Reload') this.#world.oracle.typedIn(this.at.computer_id, null);
    await this.#send(host, intent);
  }

  async #two(host: HostProcess): Promise<void> {
    const [one, other] = [this.#press('Publish'), this.#press('Delete')];
    if (one === null || other === null) return;
    await Promise.all([this.#send(host, one), this.#send(host, other)]);
  }

  async #end(host: HostProcess): Promise<void> {
    await this.#ask(host, 'end', () => host.computers.end(this.at.session_id));
  }

  async #again(host: HostProcess, asked: Asked): Promise<void> {
    const { chance, healed } = this.#world;
    if (chance.happens(0.15)) await this.#observe(host);
    // The same action under another key waits for the same decision, or is another question.
    const otherKey = !healed && chance.happens(0.1);
    const answers = otherKey
      ? [await this.#send(host, asked.intent)]
      : await Promise.all(
          Array.from({ length: chance.happens(0.2) ? 2 : 1 }, () =>
            this.#send(host, asked.intent, asked.key),
          ),
        );
    for (const answer of answers) this.#expectStill(asked, otherKey ? null : answer);
  }

  #expectStill({ key, performed }: Asked, answer: ActionAnswer | null): void {
    if (!performed || answer === null || answer.kind === 'performed' || answer.kind === 'outcome_unknown')
      return;
    this.#world.judge.wrong(`answer.performed-stays: ${key} was performed and is ${answer.kind} now`);
  }

  async #otherBody(host: HostProcess, { key, intent }: Asked): Promise<void> {
    const other = this.#press(intent.kind === 'click' ? 'Save draft' : 'Delete');
    if (other === null || JSON.stringify(other) === JSON.stringify(intent)) return;
    const answer = await this.#ask(host, `act ${key}`, () => host.computers.act(this.#request(other, key)));
    if (answer === null || (answer.kind === 'refused' && answer.rule === 'action.key-conflict')) return;
    if (answer.kind === 'outcome_unknown') return;
    this.#world.judge.wrong(
      `answer.other-body: another action under ${key} was ${wordOf(answer as ActionAnswer)}`,
    );
  }

  async #send(host: HostProcess, intent: ActionIntent, key?: string): Promise<ActionAnswer | null> {
    this.#count += 1;
    const own = key ?? `${this.at.task}-${this.#count}`;
    const known = this.#asked.find((each) => each.key === own);
    const asked: Asked = known ?? { key: own, intent, gate_id: null, performed: false };
    const answer = await this.#ask(host, `act ${own}`, () => host.computers.act(this.#request(intent, own)));
    this.#world.trace(`  ${own} ${intent.kind}: ${answer === null ? 'nobody answers' : wordOf(answer)}`);
    if (intent.kind !== 'scroll') this.#seen = null;
    // A key that was refused is free, and asked for again now and then all the same.
    const kept = answer !== null && answer.kind !== 'refused';
    if (known === undefined && (kept || this.#world.goesWrong(0.1))) this.#asked.push(asked);
    if (answer?.kind === 'pending') asked.gate_id = answer.approval.gate_id;
    if (answer?.kind === 'performed') {
      asked.performed = true;
      if (asked.gate_id !== null) this.#world.oracle.performed(asked.gate_id);
    }
    return answer;
  }

  #request(intent: ActionIntent, idempotency_key: string) {
    const { principal, computer_id, screen_id, session_id } = this.at;
    const deadline_ms = this.#world.chance.pick([500, 5_000, 60_000]) ?? 5_000;
    const action = { schema_version: 'cux_structural_action_v1', intent, deadline_ms, idempotency_key };
    const bytes = new TextEncoder().encode(JSON.stringify(action));
    return { principal, computer_id, screen_id, session_id, action: bytes };
  }

  async #ask<Value extends { readonly kind: string } | null>(
    host: HostProcess,
    name: string,
    work: () => Promise<Value>,
  ): Promise<Value | null> {
    const { computer_id } = this.at;
    this.#calls += 1;
    const answer = await ask(this.#world, host, { name, computer_id }, work, this.#life);
    if (answer?.value != null) this.#world.oracle.answered(answer.call, answer.value);
    this.#refused = answer?.value == null || answer.value.kind === 'refused';
    return answer?.value ?? null;
  }

  get #source() {
    const { observation_id = '', observation_generation = 0 } = this.#seen ?? {};
    return { observation_id, observation_generation };
  }

  #ref(name: string): string | null {
    const line = this.#seen?.tree.split('\n').find((each) => each.includes(` "${name}" `));
    return /\[ref=(e\d+)\]$/.exec(line ?? '')?.[1] ?? null;
  }

  #press(name: string): ActionIntent | null {
    const ref = this.#ref(name);
    return ref === null ? null : { kind: 'click', ref, source_observation: this.#source };
  }
}

function wordOf(answer: ActionAnswer): string {
  return 'rule' in answer ? `${answer.kind} ${answer.rule}` : answer.kind;
}
