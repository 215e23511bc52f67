import type { Principal } from '@cux/contracts';
import type { CommandInput, CommandKind } from '@cux/kernel';
import { people, records } from '@cux/kernel/store-suite';
import type { PlainGate, PlainRecord } from '../oracle/entities.ts';
import { newLife } from './scheduler.ts';
import { sendCommand } from './transport.ts';
import type { World } from './world.ts';

const deciders: readonly Principal[] = [people.reviewer, people.owner];
const participants: readonly Principal[] = [people.author, people.agent, people.operator];

/** A record that is written anew, and who says so. */
export interface Revision {
  readonly input: CommandInput<'put-record'>;
  readonly principal: Principal;
}

function anotherArticle({ record_id, version, state }: PlainRecord, text: string): Revision {
  const content_digest = records.contentDigest(text);
  const { capability } = records;
  return {
    input: { capability, record_id, expected_version: version, state, content_digest, facts: {} },
    principal: people.capability,
  };
}

/**
 * The people: they look at what is stored, decide, change their minds, come late, and now and then somebody decides who
 * may not. What they say is written down when they say it.
 */
export class Persons {
  readonly #world: World;
  readonly #revised: (record: PlainRecord, text: string) => Revision;
  readonly #life = newLife('people');
  /** When they were told of each silent attempt. */
  readonly #toldAt = new Map<string, number>();
  #keys = 0;

  /** @param revised how somebody writes the record anew */
  constructor(world: World, revised: (record: PlainRecord, text: string) => Revision = anotherArticle) {
    this.#world = world;
    this.#revised = revised;
  }

  async live(): Promise<void> {
    for (;;) {
      const { scheduler, chance, healed } = this.#world;
      await scheduler.turn(this.#life, 'look', healed ? 1_000 : chance.below(6_000));
      await this.#oneThing();
    }
  }

  async #oneThing(): Promise<void> {
    const { mirror } = this.#world.judge;
    const { chance, healed } = this.#world;
    const pending = chance.pick(mirror.all('gate').filter((gate) => gate.status === 'pending'));
    const open = chance.pick(mirror.all('gate').filter((gate) => gate.status === 'open'));
    if (pending !== undefined && (healed || chance.happens(0.7))) return this.#decide(pending);
    if (open !== undefined && this.#world.goesWrong(0.06)) return this.#revoke(open);
    if (this.#world.goesWrong(0.04)) return this.#rewrite();
    if (chance.happens(healed ? 0.5 : 0.3)) return this.#settleUnknown();
    return this.#reopen();
  }

  async #decide(gate: PlainGate): Promise<void> {
    const { chance, faults, scheduler } = this.#world;
    if (this.#world.goesWrong(0.05)) {
      faults.add('decision by who may not', gate.gate_id);
      const who = chance.pick(participants) ?? people.author;
      return this.#say(gate, 'approve', who);
    }
    if (this.#world.goesWrong(0.1)) {
      faults.add('decision late', gate.gate_id);
      void scheduler
        .turn(this.#life, 'decides late', chance.below(900_000))
        .then(() => this.#say(gate, 'approve'));
      return;
    }
    return this.#say(gate, this.#world.goesWrong(0.12) ? 'reject' : 'approve');
  }

  async #say(gate: PlainGate, decision: 'approve' | 'reject', who?: Principal): Promise<void> {
    const { gate_id, revision, subject_digest } = gate;
    const principal = who ?? this.#world.chance.pick(deciders) ?? people.reviewer;
    this.#world.judge.decisions.push({
      person: principal.id,
      gate_id,
      revision,
      subject_digest,
      decision,
    });
    await this.#send('decide-gate', { gate_id, revision, decision, reason: null }, principal);
  }

  async #revoke({ gate_id, revision }: PlainGate): Promise<void> {
    await this.#send('revoke-gate', { gate_id, revision, reason: null }, people.owner);
  }

  /** Somebody writes the article anew. */
  async #rewrite(): Promise<void> {
    const record = this.#world.chance.pick(this.#world.judge.mirror.all('record'));
    if (record === undefined) return;
    const { input, principal } = this.#revised(record, `text ${this.#world.chance.below(1_000)}`);
    await this.#send('put-record', input, principal);
  }

  /**
   * Somebody says what came of a silent attempt. They look at the site a good while after they were told of it: what
   * was on its way has arrived by then. When they looked, the kernel cannot know.
   */
  async #settleUnknown(): Promise<void> {
    const { now } = this.#world.scheduler;
    const silent = this.#world.judge.mirror
      .all('attempt')
      .filter((attempt) => attempt.state === 'outcome_unknown' && attempt.outcome === null);
    for (const { attempt_id } of silent) this.#toldAt.set(attempt_id, this.#toldAt.get(attempt_id) ?? now);
    const waited = silent.filter(({ attempt_id }) => now - (this.#toldAt.get(attempt_id) ?? now) >= 10_000);
    const attempt = this.#world.chance.pick(waited);
    if (attempt === undefined) return;
    const { attempt_id } = attempt;
    const outcome = this.#world.site.has(attempt_id) ? 'happened' : 'not_happened';
    await this.#send('settle-outcome', { attempt_id, outcome, reason: null }, people.owner);
  }

  async #reopen(): Promise<void> {
    const blocked = this.#world.judge.mirror.all('todo').filter((todo) => todo.state === 'blocked');
    const todo = this.#world.chance.pick(blocked);
    if (todo !== undefined) await this.#send('reopen-todo', { todo_id: todo.todo_id }, people.owner);
  }

  async #send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal: Principal,
  ): Promise<void> {
    this.#keys += 1;
    await sendCommand(this.#world, {
      life: this.#life,
      kind,
      principal,
      key: `people-${this.#keys}`,
      input,
      kernel: () => this.#world.livingHost()?.kernel,
    });
  }
}
