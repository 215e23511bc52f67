import type { Digest, EvidenceClass, WriteFingerprint } from '@cux/contracts';
import { monotonicClock } from '../guard/monotonic-clock.ts';
import type { ElementRef } from '../surface/surface.ts';
import { type AgentAction, actOnce } from './agent-action.ts';
import { AgentDraft } from './agent-draft.ts';
import { type AttemptFacts, addStep, type Ending, startFacts, stopAt } from './attempt-facts.ts';
import { type Blocker, blocker } from './blocker.ts';
import { boundSurface } from './bounded-surface.ts';
import { checkScreen } from './check-screen.ts';
import { compileReport } from './compile-report.ts';
import type { StepEnvironment } from './environment.ts';
import { extractFacts } from './extract-facts.ts';
import { type GuardMark, markGuard, sinceMark } from './guard-mark.ts';
import { Interruption } from './interruption.ts';
import { keepEvidence } from './keep-evidence.ts';
import { type DriverLimits, defaultLimits } from './limits.ts';
import { type ApprovedElement, prepareApproved, sendApproved } from './prepare-approved.ts';
import { pressFinalAction } from './press-final-action.ts';
import type { AttemptReport, CommitDecision, RunPlanInput } from './run-plan.ts';
import { step } from './step.ts';
import { createTimeBox } from './time-box.ts';
import { unitForms } from './unit-form.ts';

/** An attempt of an agent's own: the plan has no steps, and what is done is said action by action. */
export type AgentAttemptInput = Omit<RunPlanInput, 'gateBinding' | 'hooks'> & {
  readonly hooks: Pick<RunPlanInput['hooks'], 'keepEvidence'>;
};

/** What one action came to, as far as the host has seen. */
export interface Acted {
  readonly outcome: 'performed' | 'stopped' | 'outcome_unknown';
  readonly blocker: Blocker | null;
  /** Writes that were tried since it began and did not leave. */
  readonly blocked: readonly WriteFingerprint[];
}

/**
 * One attempt in which an agent acts step by step. It goes through the same steps as a plan, records them, and compiles the
 * receipt from what was recorded: the agent has no say in it. Between two actions nothing of it runs.
 */
export class AgentAttempt {
  readonly #input: AgentAttemptInput;
  readonly #limits: DriverLimits;
  readonly #facts: AttemptFacts;
  readonly #mark: GuardMark;
  readonly #draft: AgentDraft;
  readonly #dismissals = new Map<string, number>();
  readonly #lastAct: { mark: GuardMark };

  /**
   * Gives the guard the plan's origins and draft rules; throws a `GuardMisuse` where it cannot take them.
   *
   * @param draft what the session has put into fields that are still on the screen
   */
  constructor(input: AgentAttemptInput, draft: AgentDraft = new AgentDraft()) {
    const { plan, guard, clock } = input;
    this.#input = input;
    this.#limits = { ...defaultLimits, ...input.limits };
    this.#facts = startFacts(clock.now());
    this.#draft = draft;
    this.#mark = markGuard(guard.record());
    this.#lastAct = { mark: this.#mark };
    guard.configure({
      allowed_origins: plan.allowed_origins,
      write_rules: unitForms[plan.action_unit].draftWrites ? plan.write_rules : [],
    });
  }

  /** What the session has put into fields by now. */
  get draft(): AgentDraft {
    return this.#draft;
  }

  get draftDigest(): Digest {
    return this.#draft.digest();
  }

  get extractions(): AttemptFacts['extractions'] {
    return this.#facts.extractions;
  }

  /** How many steps were taken, the opening included. */
  get steps(): number {
    return this.#facts.steps.length;
  }

  /**
   * Opens the plan's start, or goes on with the page that is shown, where that is one of the plan's origins. Answers what
   * stands in the way; the attempt is stopped by it.
   */
  async begin(from: 'start' | 'here', deadlineMs: number): Promise<Blocker | null> {
    const { plan } = this.#input;
    const found = await this.#within(deadlineMs, async (environment) => {
      if (from === 'start') {
        const action = { kind: 'open', url: plan.start_url } as const;
        const opened = await step(environment, action);
        addStep(this.#facts, action, opened);
        this.#draft.clear();
        return opened.blocker;
      }
      const obstacle = await checkScreen(environment);
      this.#facts.screenReached = obstacle === null;
      return obstacle;
    });
    const obstacle = found.kind === 'value' ? found.value : blocker(found.code);
    stopAt(this.#facts, obstacle, null);
    return obstacle;
  }

  /** One action, at most once. What it meets does not end the attempt: the agent may look and do something else. */
  async act(action: AgentAction, deadlineMs: number): Promise<Acted> {
    const mark = markGuard(this.#input.guard.record());
    let sent = false;
    const done = await this.#within(deadlineMs, async (environment) => {
      const acted = await actOnce(environment, action, () => {
        sent = true;
      });
      this.#facts.steps.push(acted.step);
      if (acted.element !== null) await this.#remember(environment, action, acted.element);
      await this.#takeFacts(environment);
      return acted.step;
    });
    const { blocked } = sinceMark(mark, this.#input.guard.record());
    if (done.kind === 'ended') {
      return { outcome: sent ? 'outcome_unknown' : 'stopped', blocker: blocker(done.code), blocked };
    }
    const { outcome, blocker: met } = done.value;
    if (met !== null) return { outcome: 'stopped', blocker: met, blocked };
    if (blocked.length > 0) return { outcome: 'stopped', blocker: blocker('write_blocked'), blocked };
    const lost = this.#draft.lostOf(action);
    if (lost) return { outcome: 'stopped', blocker: blocker('value_not_held'), blocked };
    return {
      outcome: outcome === 'outcome_unknown' ? 'outcome_unknown' : 'performed',
      blocker: null,
      blocked,
    };
  }

  /** What the guard has blocked since the last action began, also what came late. */
  blockedLately(): readonly WriteFingerprint[] {
    return sinceMark(this.#lastAct.mark, this.#input.guard.record()).blocked;
  }

  /** Evidence that the host has kept already, for the receipt. */
  addEvidence(evidence: AttemptFacts['evidence'][number]): void {
    if (this.#facts.evidence.length < 20) this.#facts.evidence.push(evidence);
  }

  /** Captures what the plan wants seen; whether all of it could be kept. */
  async capture(classes: readonly EvidenceClass[], deadlineMs: number): Promise<Blocker | null> {
    const found = await this.#within(deadlineMs, ({ surface }) =>
      keepEvidence(surface, this.#input.hooks, this.#facts, classes),
    );
    return found.kind === 'value' ? found.value : blocker(found.code);
  }

  /**
   * Whether what was approved is still there: document, node, role, name, readiness, and all that was typed. The first
   * contact of an approved action; nothing is touched.
   */
  async prepare(approved: ApprovedElement, deadlineMs: number): Promise<Blocker | null> {
    const found = await this.#within(deadlineMs, (environment) =>
      prepareApproved(environment, approved, this.#draft),
    );
    const obstacle = found.kind === 'value' ? found.value : blocker(found.code);
    this.#facts.screenReached = obstacle === null;
    stopAt(this.#facts, obstacle, null);
    return obstacle;
  }

  /**
   * One press under the permit, or none; what came of it is in the receipt. Answers what has cut it short: an engine that is
   * gone says nothing more, whatever the guard has seen of its press.
   */
  async press(
    action: AgentAction,
    approved: ApprovedElement,
    decision: CommitDecision,
    pressMs: number,
  ): Promise<Interruption['code'] | null> {
    if (decision.kind === 'refused') {
      stopAt(this.#facts, blocker(decision.code), null);
      return null;
    }
    let cut: Interruption['code'] | null = null;
    const { plan, attemptId, clock, monotonic = monotonicClock } = this.#input;
    // The wait for the effect is longer than the press: what left is the host's to see, whatever the caller waits for.
    const time = this.#limits.spend + 2 * this.#limits.answer + this.#limits.grace;
    const ended = await this.#within(time, async (environment) => {
      const element: ElementRef = { ...approved };
      const limits = { ...this.#limits, press: pressMs };
      const send = () =>
        sendApproved({ ...environment, limits }, action, element).catch((reason: unknown) => {
          if (Interruption.isInstance(reason)) cut = reason.code;
          throw reason;
        });
      const facts = this.#facts;
      for (const [ref, field] of this.#draft.fields()) facts.fields.set(ref, field);
      await pressFinalAction({ environment, facts, plan, attemptId, clock, monotonic, send }, decision);
    });
    if (ended.kind === 'value') return cut;
    stopAt(this.#facts, blocker(ended.code), null);
    return ended.code;
  }

  /** The first blocker, where something has stopped the attempt for good. */
  get stopped(): Blocker | null {
    return this.#facts.stop?.blocker ?? null;
  }

  stop(found: Blocker): void {
    stopAt(this.#facts, found, null);
  }

  /**
   * The receipt, from the recorded steps alone: nobody is contacted. An attempt that should have stopped at its gate and
   * whose draft does not hold is a failed one.
   */
  finish(ending: Ending): AttemptReport {
    const { guard, clock, plan } = this.#input;
    guard.disarm();
    this.#facts.draft = this.#draft.counted();
    this.#facts.ending = ending;
    const reachesDraft = unitForms[plan.action_unit].ending === 'gate';
    if (reachesDraft && !this.#draft.held) {
      stopAt(this.#facts, blocker(ending === 'stopped_at_gate' ? 'gate_missing' : 'value_not_held'), null);
    }
    if (this.#facts.evidence.length === 0) stopAt(this.#facts, blocker('evidence_missing'), null);
    const seen = { mark: this.#mark, record: guard.record() };
    return compileReport(this.#input, this.#facts, seen, clock.now());
  }

  async #remember(environment: StepEnvironment, action: AgentAction, element: ElementRef): Promise<void> {
    await this.#draft.leaveGone(environment.surface);
    if (!this.#draft.put(action, element)) return;
    await this.#draft.count(environment.surface);
  }

  /** What the plan wants known of the site, as it is by now; nothing is waited for. */
  async #takeFacts({ surface, box, limits }: StepEnvironment): Promise<void> {
    if (this.#input.plan.extractions.length === 0) return;
    const { values } = await extractFacts(
      { surface, box, limits: { extraction: 0, poll: limits.poll } },
      this.#input.plan,
    );
    this.#facts.extractions = { ...this.#facts.extractions, ...values };
  }

  async #within<Value>(
    deadlineMs: number,
    work: (environment: StepEnvironment) => Promise<Value>,
  ): Promise<
    | { readonly kind: 'value'; readonly value: Value }
    | { readonly kind: 'ended'; readonly code: Interruption['code'] }
  > {
    const { plan, guard, clock, session, signal } = this.#input;
    const box = createTimeBox(clock, deadlineMs, signal);
    const environment: StepEnvironment = {
      surface: boundSurface(session.surface, box),
      guard,
      rules: plan,
      finalAction: plan.final_action,
      box,
      limits: { ...this.#limits, press: Math.min(this.#limits.press, deadlineMs) },
      dismissals: this.#dismissals,
      lastAct: this.#lastAct,
      // An agent's actions come one by one: nothing that a page does in answer is held back between them.
      lateAnswers: { held: false },
      // No action of an agent's brings a file along.
      readFile: async () => null,
    };
    try {
      return { kind: 'value', value: await work(environment) };
    } catch (reason) {
      if (!Interruption.isInstance(reason)) throw reason;
      return { kind: 'ended', code: reason.code };
    } finally {
      box.end();
    }
  }
}
