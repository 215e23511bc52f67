import { canonical } from './canonical.ts';
import type { Acknowledgement, Decision, Effect, Facts } from './facts.ts';
import { isSettled, type Laws, laws } from './laws.ts';
import { type Batch, Mirror } from './mirror.ts';
import type { RawStore } from './raw-store.ts';
import { checkWhole } from './whole-store.ts';

/**
 * The oracle: follows the raw log and rows of one workspace, knows what people said, what the site counted and what was
 * acknowledged, and collects every broken law as one line each.
 */
export class Judge implements Facts {
  readonly mirror: Mirror;
  readonly decisions: Decision[] = [];
  readonly effects: Effect[] = [];
  readonly violations: string[] = [];
  readonly #store: RawStore;
  readonly #workspace: string;
  readonly #laws: Laws;
  readonly #acknowledged = new Map<string, Acknowledgement>();
  /** Attempts that committed and of which nobody has said what came of them, with their record. */
  readonly #unsettled = new Map<string, string>();
  #highest = 0;

  /** @param own laws of this world, beside those of every world */
  constructor(store: RawStore, workspace: string, own: Laws = {}) {
    this.#laws = { ...laws, ...own };
    this.#store = store;
    this.#workspace = workspace;
    this.mirror = new Mirror(workspace);
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  readonly wrong = (what: string): void => {
    this.violations.push(what);
  };

  /** Looks at what the log has grown by, and holds every law to it. */
  async follow(): Promise<void> {
    for (const batch of await this.mirror.follow(this.#store, this.wrong)) this.#judge(batch);
  }

  #judge(batch: Batch): void {
    this.#highest = Math.max(this.#highest, batch.head.time);
    const [mirror, unsettled, highest] = [this.mirror, this.#unsettled, this.#highest];
    const given = { batch, mirror, facts: this, unsettled, highest };
    for (const [name, law] of Object.entries(this.#laws)) {
      const problem = law(given);
      if (problem !== null)
        this.wrong(`${name}: ${problem} (batch ${batch.link.batch}, ${batch.head.command})`);
    }
    for (const { kind, id, after, before } of batch.changes) {
      if (kind === 'attempt' && after.state === 'committed' && before?.state !== 'committed') {
        const subject = after.subject as { readonly record_id: string } | null;
        this.#unsettled.set(id, subject?.record_id ?? '');
      }
    }
    for (const attempt of this.#unsettled.keys()) {
      if (isSettled(this.mirror, batch.changes, attempt)) this.#unsettled.delete(attempt);
    }
  }

  /** Takes up a workspace that holds something already: its log has to verify, and its rows are taken as they are. */
  async adopt(effects: readonly Effect[]): Promise<void> {
    await this.mirror.adopt(this.#store, this.wrong);
    this.effects.push(...effects);
    this.#highest = await this.#store.highestTime();
    for (const { attempt_id, permit_id, state, outcome, todo_id, subject } of this.mirror.all('attempt')) {
      const settled = state === 'settled' && this.mirror.one('todo', todo_id)?.state === 'done';
      if (permit_id === null || state === 'void' || outcome !== null || settled) continue;
      this.#unsettled.set(attempt_id, subject?.record_id ?? '');
    }
  }

  /** A write has arrived at the site: it counts, and it must have been approved, once. */
  arrived(effect: Effect): void {
    const { attempt_id, gate_id, permit_id, subject_digest } = effect;
    for (const earlier of this.effects) {
      if (earlier.permit_id === permit_id) this.wrong(`site.one-effect-per-permit: ${permit_id}`);
      if (earlier.gate_id === gate_id) this.wrong(`site.one-effect-per-approval: ${gate_id}`);
    }
    this.effects.push(effect);
    const attempt = this.mirror.one('attempt', attempt_id);
    const gate = this.mirror.one('gate', gate_id);
    if (gate?.consumed_by !== attempt_id || attempt?.permit_id !== permit_id)
      this.wrong(`site.effect-with-its-gate: ${attempt_id} had no gate of its own`);
    if (gate?.subject_digest !== subject_digest)
      this.wrong(`site.effect-of-exactly-that-subject: ${attempt_id}`);
    const approved = this.decisions.filter(
      (each) => each.decision === 'approve' && each.subject_digest === subject_digest,
    );
    if (!approved.some((each) => each.gate_id === gate_id))
      this.wrong(`site.effect-that-a-person-approved: ${attempt_id}`);
    if (attempt?.outcome === 'not_happened' || attempt?.state === 'void')
      this.wrong(`outcome.nothing-denied-that-arrived: ${attempt_id} arrived after it was denied`);
  }

  /** Somebody was given an answer: it stands from now on, and is the same for everyone who asks again. */
  async acknowledge(acknowledgement: Acknowledgement): Promise<void> {
    const place = `${acknowledgement.scope} ${acknowledgement.key}`;
    const earlier = this.#acknowledged.get(place);
    if (earlier !== undefined && canonical(earlier.answer) !== canonical(acknowledgement.answer))
      this.wrong(`answer.same-for-all: ${acknowledgement.command} ${place}`);
    this.#acknowledged.set(place, acknowledgement);
    await this.#checkKept(acknowledgement);
  }

  async #checkKept({ scope, key, command, answer }: Acknowledgement): Promise<void> {
    const kept = await this.#store.answer(scope, key);
    if (kept === null) this.wrong(`answer.not-lost: ${command} ${scope} ${key}`);
    else if (kept.answer !== canonical(answer))
      this.wrong(`answer.kept-as-given: ${command} ${scope} ${key}`);
  }

  /** Everything once more, from the tables as they are in the end. */
  async finish(): Promise<void> {
    await this.follow();
    for (const acknowledgement of this.#acknowledged.values()) await this.#checkKept(acknowledgement);
    await checkWhole(this.#store, this.#workspace, this.wrong);
  }
}
