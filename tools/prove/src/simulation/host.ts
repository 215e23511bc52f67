import { type EffectClass, type Principal, type ProposedTransition, subjectDigest } from '@cux/contracts';
import type { Answer, Attempt, CommandInput, CommandKind, CommandResult, Store, Todo } from '@cux/kernel';
import { people, records, Story } from '@cux/kernel/store-suite';
import type { HostClock } from './host-clock.ts';
import { reduce } from './reducer.ts';
import type { Life } from './scheduler.ts';
import { sendCommand } from './transport.ts';
import { type World, workspace } from './world.ts';

/** The host leaves off here: a command was refused, or nobody answered. Somebody goes on from what is stored. */
class LeftOff extends Error {}

/**
 * One life of an honest host process: the real kernel over the faulty store, and the protocol of an attempt as the
 * runtime carries it. It presses only within its permit's time, and never when its commit is a repeat.
 */
export class Host extends Story {
  readonly life: Life;
  readonly #world: World;
  readonly #clock: HostClock;

  constructor(world: World, life: Life, clock: HostClock, store: Store) {
    super(store, {
      workspace,
      processId: life.name,
      series: 100 + world.series(),
      wrap: (options) => ({
        ...options,
        clock: clock.wall,
        monotonic: clock.steady,
        ids: options.ids,
        ...(world.plants.quietMs === undefined ? {} : { quietMs: world.plants.quietMs }),
      }),
    });
    this.life = life;
    this.#world = world;
    this.#clock = clock;
  }

  override async send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal: Principal = people.operator,
    key: string = this.key(),
  ): Promise<Answer<CommandResult<Kind>>> {
    const { life, kernel } = this;
    const answer = await sendCommand(this.#world, {
      life,
      kind,
      principal,
      key,
      input,
      kernel: () => kernel,
    });
    if (answer === null) throw new LeftOff(`${kind} was not answered`);
    return answer;
  }

  override async must<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal?: Principal,
    key?: string,
  ): Promise<CommandResult<Kind>> {
    const answer = await this.send(kind, input, principal, key);
    if (answer.kind === 'refused') throw new LeftOff(`${kind}: ${answer.rule}`);
    return answer.result;
  }

  /** Recovers, and then works until the process ends. */
  async live(): Promise<void> {
    for (let round = 0; ; round += 1) {
      const rest = await this.#unlessLeftOff(() => this.#oneThing(round));
      await this.#world.scheduler.turn(
        this.life,
        'looks for work',
        rest ? this.#world.chance.below(8_000) : 0,
      );
    }
  }

  /** Does one thing that is to be done; answers whether there was nothing. */
  async #oneThing(round: number): Promise<boolean> {
    const { chance, dead } = this.#world;
    if (round === 0 || chance.happens(0.25)) {
      const report = await this.kernel.recover(workspace, this.processId, { deadProcesses: [...dead] });
      for (const attemptId of report.awaiting_reducer) await this.#settle(await this.attempt(attemptId));
    }
    const todos = await this.kernel.todos(workspace, { states: ['open'] });
    const todo = chance.pick(todos);
    if (todo === undefined) return true;
    await this.#carry(todo);
    return false;
  }

  /** Whatever stops a piece of work, the process goes on with the next one. */
  async #unlessLeftOff(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TypeError || error instanceof ReferenceError) throw error;
      this.#world.trace(`  ${this.life.name} leaves off: ${error instanceof Error ? error.message : ''}`);
      return true;
    }
  }

  async #carry(todo: Todo): Promise<void> {
    const effect = effectOf(todo);
    const lease_ms = 20_000 + this.#world.chance.below(40_000);
    const admission = await this.admission(todo.todo_id, effect, { lease_ms });
    const { attempt_id, fence } = await this.must('admit-attempt', admission);
    const process_id = this.processId;
    await this.must('start-attempt', {
      attempt_id,
      fence,
      process_id,
      session_reference: `session-${fence}`,
    });
    const attempt = await this.attempt(attempt_id);
    if (effect === 'external_write') await this.#write(attempt, todo);
    else await this.#observe(attempt, todo);
  }

  async #observe(attempt: Attempt, todo: Todo): Promise<void> {
    await this.#works();
    const { reconciles_attempt_id: about } = todo;
    if (about !== null) this.#world.readings.set(attempt.attempt_id, this.#world.site.has(about));
    const drafted = this.#world.goesWrong(0.1) ? 'failed' : 'drafted';
    await this.report(attempt, todo.action_unit === 'inspect_screen' ? 'read' : drafted);
    await this.#settle(await this.attempt(attempt.attempt_id));
  }

  async #write(attempt: Attempt, todo: Todo): Promise<void> {
    const { attempt_id, fence, process_id } = attempt;
    const subject_digest = subjectDigest(await this.subject(todo.record_id ?? ''));
    await this.must('prepare-attempt', { attempt_id, fence, process_id, subject_digest });
    await this.#works();
    const asked = this.#clock.steady.now();
    const committed = await this.send('commit-attempt', this.commitInput(attempt));
    if (committed.kind === 'refused') {
      await this.must('abandon-attempt', { attempt_id, fence, process_id, because: 'commit-refused' });
      return;
    }
    // A repeated answer hands out no permit: what an earlier one was used for is not known here.
    if (committed.replayed) {
      await this.must('abandon-attempt', { attempt_id, fence, process_id, because: 'commit-replayed' });
    } else {
      await this.#press(attempt, committed.result.permit, asked, todo.record_id ?? '');
    }
    await this.#settle(await this.attempt(attempt_id));
  }

  async #press(
    attempt: Attempt,
    permit: CommandResult<'commit-attempt'>['permit'],
    asked: number,
    record_id: string,
  ): Promise<void> {
    const { attempt_id, fence, process_id } = attempt;
    if (this.#world.goesWrong(0.3)) {
      // The worst moment: the permit is in the hand of a process that stands still.
      this.#world.faults.add('process stopped', `${this.life.name} before its press`);
      this.life.stoppedUntil = this.#world.scheduler.now + 20_000 + this.#world.chance.below(160_000);
    }
    await this.#works();
    const over = this.#clock.steady.now() >= asked + permit.valid_for_ms;
    if (over && this.#world.plants.pressesLate !== true) {
      const { permit_id } = permit;
      const proposal = await this.asking(attempt.todo_id, record_id);
      const input = { attempt_id, fence, permit_id, process_id, proposal };
      await this.must('void-attempt', input, people.capability);
      return;
    }
    const { permit_id, gate_id, subject_digest } = permit;
    const heard = this.#world.site.send({ attempt_id, permit_id, gate_id, subject_digest, record_id });
    await this.#works();
    await this.report(attempt, heard ? 'published' : 'press-unknown');
  }

  /** Runs the reducer on what is stored, and hands its proposal in under a name that a second run uses again. */
  async #settle(attempt: Attempt): Promise<void> {
    if (attempt.state !== 'reported' && attempt.state !== 'outcome_unknown') return;
    const proposal: ProposedTransition | null = await reduce(this, this.#world, attempt);
    if (proposal === null) return;
    const key = `settle/${attempt.attempt_id}/${attempt.revision}/${records.contentDigest(JSON.stringify(proposal))}`;
    await this.send('settle-attempt', { attempt_id: attempt.attempt_id, proposal }, people.capability, key);
  }

  /** The provider takes its time. */
  async #works(): Promise<void> {
    await this.#world.scheduler.turn(this.life, 'works', this.#world.chance.below(3_000));
  }
}

function effectOf(todo: Todo): EffectClass {
  if (todo.action_unit === 'publish_after_approved_gate') return 'external_write';
  return todo.action_unit === 'inspect_screen' ? 'read' : 'draft';
}
