import type { AgentsWorld } from './agents-world.ts';
import { type DeskWrite, draftPath } from './desk.ts';
import type { Call, Place } from './place.ts';

/** What a surface is asked for: to be looked at, acted on, opened somewhere, or given to a person. */
export type ContactKind = 'looks' | 'acts' | 'opens' | 'gives away';

/** One engine session, as it was allocated. */
export interface Allocation {
  readonly process_id: string;
  readonly computer_id: string;
  readonly generation: number;
}

/**
 * What is known of agents' work outside of kernel and runtime: what the desk counts, what people approved, which contact
 * came when. It reads the raw rows alone, and collects what is wrong.
 */
export class AgentsOracle {
  readonly #world: AgentsWorld;
  readonly arrivals: DeskWrite[] = [];
  readonly #holds = new Map<string, string | null>();
  /** What the page held when it was asked about, by the approval. */
  readonly #typed = new Map<string, string | null>();
  contacts = 0;

  constructor(world: AgentsWorld) {
    this.#world = world;
  }

  get #mirror() {
    return this.#world.judge.mirror;
  }

  readonly #wrong = (what: string): void => this.#world.judge.wrong(what);

  /** What a Computer's page holds by now, as far as anybody outside can say; null where nobody can. */
  typedIn(computerId: string, text: string | null): void {
    this.#holds.set(computerId, text);
  }

  /** Looks at what has been written: a question about an action is about what the page holds when it is asked. */
  look(): void {
    for (const { gate_id, subject } of this.#mirror.all('gate')) {
      if (subject.action === undefined || this.#typed.has(gate_id)) continue;
      this.#typed.set(gate_id, this.#holds.get(subject.action.computer_id) ?? null);
    }
  }

  /** The guard lets a write pass. */
  passes({ by, computer_id, path, permit }: DeskWrite): void {
    if (by === 'agent' && permit === null && !this.#isAtWork(computer_id))
      this.#wrong(
        `contact.admitted-first: a write to ${path} of ${computer_id} passed while no attempt was under way`,
      );
  }

  /** It leaves the machine, a while later. */
  leaves({ by, computer_id, path, permit }: DeskWrite): void {
    const control = this.#screenOf(computer_id)?.control;
    if (by === 'person') {
      if (control !== 'human')
        this.#wrong(`takeover.hands-only: a person's write left while control was ${control}`);
      return;
    }
    if (control === 'human')
      this.#wrong(`takeover.agent-acts: an agent's write to ${path} left while a person had the Screen`);
    if (permit === null && path !== draftPath)
      this.#wrong(`desk.permitted: a write to ${path} left without a permit`);
  }

  arrives(write: DeskWrite): void {
    const { by, path, permit, title } = write;
    this.#world.trace(`  the desk gets ${path} “${title}” of ${by === 'agent' ? 'an agent' : 'a person'}`);
    this.arrivals.push(write);
    if (by === 'person' || path === draftPath) return;
    this.#countAgainstApprovals();
    if (permit === null) return;
    const { attempt_id, permit_id, gate_id, subject_digest } = permit;
    const record_id = this.#mirror.one('attempt', attempt_id)?.subject?.record_id ?? '';
    this.#world.judge.arrived({ attempt_id, permit_id, gate_id, subject_digest, record_id });
    const typed = this.#typed.get(gate_id);
    if (typed != null && typed !== title)
      this.#wrong(`desk.exactly-that: “${title}” came for what was approved as “${typed}”`);
  }

  /** Whatever permits say: agents' effects are no more than what people have approved. */
  #countAgainstApprovals(): void {
    const effects = this.arrivals.filter(({ by, path }) => by === 'agent' && path !== draftPath);
    const said = this.#world.judge.decisions.filter(({ decision }) => decision === 'approve');
    const approved = new Set(said.map(({ gate_id }) => gate_id));
    if (effects.length > approved.size)
      this.#wrong(`desk.effects-within-approvals: ${effects.length} effects, ${approved.size} approvals`);
  }

  /** Somebody contacts the provider for a session. */
  opens({ process_id, computer_id, generation }: Allocation): void {
    const computer = this.#mirror.one('computer', computer_id);
    const placed = computer?.placement?.process_id === process_id && computer.generation === generation;
    if (!placed || computer?.lifecycle !== 'waking')
      this.#wrong(`contact.placed-first: a session was opened for ${computer_id} before the process had it`);
  }

  /** Something is asked of a surface. */
  contact(
    kind: ContactKind,
    method: string,
    { computer_id, generation, process_id }: Allocation,
    here: Place,
  ): void {
    this.contacts += 1;
    here.call?.contacts.push(method);
    const computer = this.#mirror.one('computer', computer_id);
    const mine = computer?.placement?.process_id === process_id && computer.generation === generation;
    if (!mine) this.#wrong(`contact.placed-first: ${method} on ${computer_id} of a generation that is over`);
    const control = this.#screenOf(computer_id)?.control;
    if (kind === 'gives away' && control !== 'human')
      this.#wrong(`takeover.drained-first: the Screen was given to a person while control was ${control}`);
    if (kind === 'opens' && control !== 'human' && !this.#isAtWork(computer_id))
      this.#wrong(`contact.admitted-first: ${method} on ${computer_id} while no attempt was under way`);
    if (kind !== 'acts') return;
    if (control === 'human')
      this.#wrong(`takeover.agent-acts: ${method} on ${computer_id} while a person had the Screen`);
    if (!this.#isAnnounced(computer_id, process_id))
      this.#wrong(`contact.admitted-first: ${method} on ${computer_id}, and nothing was written down before`);
  }

  /** What was answered at a rung of the ladder, or left to a person, was answered without any contact. */
  answered(call: Call, answer: { readonly kind: string; readonly rung?: string | null }): void {
    const untouched = answer.kind === 'pending' || (answer.kind === 'refused' && answer.rung != null);
    if (untouched && call.contacts.length > 0)
      this.#wrong(
        `contact.none-when-refused: ${call.name} was ${answer.kind} after ${call.contacts.join(', ')}`,
      );
  }

  /** An agent was told that what a person had approved was done. */
  performed(gateId: string): void {
    if (!this.arrivals.some(({ permit }) => permit?.gate_id === gateId))
      this.#wrong(`desk.performed-arrived: ${gateId} is said to be performed, and the desk has nothing`);
  }

  #screenOf(computerId: string) {
    const computer = this.#mirror.one('computer', computerId);
    return computer === null ? null : this.#mirror.one('screen', computer.screen_id);
  }

  #sessionsOn(computerId: string): ReadonlySet<string> {
    const sessions = this.#mirror.all('session').filter(({ computer_id }) => computer_id === computerId);
    return new Set(sessions.map(({ session_id }) => session_id));
  }

  #isAtWork(computerId: string): boolean {
    const sessions = this.#sessionsOn(computerId);
    return this.#mirror
      .all('attempt')
      .some(
        ({ session_id, state }) =>
          sessions.has(session_id ?? '') && ['running', 'prepared', 'committed'].includes(state),
      );
  }

  /** An action that was begun and is not settled, or an attempt that has committed and not reported; of this very process. */
  #isAnnounced(computerId: string, processId: string): boolean {
    const sessions = this.#sessionsOn(computerId);
    const own = (attempt: string | null) =>
      this.#mirror.one('attempt', attempt ?? '')?.process_id === processId;
    const begun = this.#mirror
      .all('action')
      .some(
        ({ session_id, state, attempt_id }) =>
          sessions.has(session_id) && state === 'begun' && own(attempt_id),
      );
    if (begun) return true;
    return this.#mirror.all('attempt').some(({ session_id, permit_id, receipt, process_id }) => {
      return (
        sessions.has(session_id ?? '') && permit_id !== null && receipt === null && process_id === processId
      );
    });
  }
}
