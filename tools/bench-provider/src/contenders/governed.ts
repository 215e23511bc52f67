import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { judgeAction, type WriteRule } from '@cux/contracts';
import { systemClock } from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import {
  type ActionOutcome,
  createTimeBox,
  defaultLimits,
  type ElementRef,
  type Guard,
  markGuard,
  monotonicClock,
  type ProviderSession,
  type StepEnvironment,
  startGuard,
  stepOnReference,
} from '@cux/provider-sdk';
import { authority, clickBytes } from './action.ts';
import { type ApprovedAttempt, type ApprovedAttempts, startAttempts } from './approved-attempts.ts';

/** Everything of a page of 5,000 elements, and more. */
const budget = { nodes: 20_000, bytes: 4_000_000 };

const policy = createBuiltInPolicy({
  schema_version: 'cux_action_policy_v1',
  label: 'bench',
  rules: [{ id: 'publish', effect: 'require_approval', when: {}, reason: 'a person decides' }],
});

function rulesFor(origin: string): readonly WriteRule[] {
  return [
    {
      id: 'publish',
      effect_class: 'external_write',
      describes: 'publish the article',
      method: 'POST',
      origin,
      path: '/publish',
      query: [],
      override_method: null,
      body: { kind: 'empty' },
    },
  ];
}

/** cux as it is composed for one structural click. */
export class Governed {
  readonly #origin: string;
  readonly #directory: string;
  readonly #guard: Guard;
  readonly #session: ProviderSession;
  readonly #attempts: ApprovedAttempts;
  readonly #rules: readonly WriteRule[];
  #next: ApprovedAttempt | null = null;
  /** Milliseconds of each part of the clicks so far. */
  readonly parts: Record<'schema and policy' | 'fence' | 'two commits' | 'guard' | 'press', number[]> = {
    'schema and policy': [],
    fence: [],
    'two commits': [],
    guard: [],
    press: [],
  };
  #clicks = 0;

  private constructor(
    origin: string,
    directory: string,
    guard: Guard,
    session: ProviderSession,
    attempts: ApprovedAttempts,
    rules: readonly WriteRule[],
  ) {
    this.#origin = origin;
    this.#directory = directory;
    this.#guard = guard;
    this.#session = session;
    this.#attempts = attempts;
    this.#rules = rules;
  }

  static async start(executablePath: string, origin: string): Promise<Governed> {
    const guard = await startGuard({ clock: systemClock });
    guard.configure({ allowed_origins: [origin], write_rules: [] });
    const directory = await mkdtemp(path.join(tmpdir(), 'cux-bench-'));
    const session = await createPlaywrightProvider({ executablePath }).openSession({
      guard: guard.endpoint,
      viewport: { width: 1_280, height: 800 },
      storedSession: null,
      workingDirectory: directory,
      signal: new AbortController().signal,
    });
    const rules = rulesFor(origin);
    return new Governed(origin, directory, guard, session, await startAttempts(rules), rules);
  }

  get surface() {
    return this.#session.surface;
  }

  /** Writes to this path that the guard has stopped: what a press on a page that tells of it set off. */
  stopped(where: string): number {
    return this.#guard
      .record()
      .blocked.filter((write) => write.path === where)
      .reduce((sum, { count }) => sum + count, 0);
  }

  commits(): number {
    return this.#attempts.commits();
  }

  async open(where: string): Promise<void> {
    const { kind } = await this.surface.open(this.#origin + where, 60_000);
    if (kind !== 'reached') throw new Error(`cux: ${where} was ${kind}`);
  }

  /** Observes, and answers the reference under which the line is shown. */
  async referenceOf(line: string): Promise<string> {
    const { tree } = await this.surface.observe(budget);
    const ref = tree
      .split('\n')
      .find((each) => each.trim().startsWith(line))
      ?.match(/\[ref=(e\d+)\]/)?.[1];
    if (ref === undefined) throw new Error(`cux: the observation shows no ${line}`);
    return ref;
  }

  async observe(): Promise<string> {
    return (await this.surface.observe(budget)).tree;
  }

  async elementOf(line: string): Promise<ElementRef> {
    const found = await this.surface.lookup(await this.referenceOf(line));
    if (found.kind !== 'found') throw new Error(`cux: the reference is ${found.kind}`);
    return found.element;
  }

  /** An approved attempt for the next click; not part of it, since a person stands between. */
  async approve(): Promise<void> {
    this.#next = await this.#attempts.next();
  }

  /**
   * One click as it is governed at its strictest: schema and authority, policy, the reference, the fence with its hit
   * test, prepare and commit (two commits), the guard armed, one press that is checked again as the pointer goes
   * down, the guard disarmed.
   */
  async click(ref: string): Promise<ActionOutcome> {
    const attempt = this.#next;
    if (attempt === null) throw new Error('no attempt is approved');
    this.#next = null;
    this.#clicks += 1;
    let since = performance.now();
    const part = (name: keyof Governed['parts']) => {
      const now = performance.now();
      this.parts[name].push(now - since);
      since = now;
    };
    const verdict = judgeAction({ action: clickBytes(ref, `click-${this.#clicks}`), authority });
    if (!verdict.ok) throw new Error('the action was refused');
    const decision = policy.decide({
      kind: 'click',
      action_unit: 'publish_after_approved_gate',
      effect_class: 'external_write',
      mode: 'drafting',
      origins: [this.#origin],
      target: { role: 'button', name: 'Publish' },
      at: Date.now(),
      used: { attempts: 1, actions: 0, wall_ms: 0, external_writes: 0, interventions: 0 },
    });
    if (decision.effect !== 'require_approval') throw new Error('the policy let it pass without a person');
    part('schema and policy');
    const found = await this.surface.lookup(ref);
    if (found.kind !== 'found') throw new Error(`the reference is ${found.kind}`);
    const { kind } = await this.surface.readiness(found.element, 'press');
    if (kind !== 'ready') return { kind: 'refused', readiness: { kind } };
    part('fence');
    const askedAt = monotonicClock.now();
    // As the host does it: decided in turn, waited for together.
    const [, permit] = await Promise.all([attempt.prepare(), attempt.commit()]);
    part('two commits');
    this.#guard.arm(permit, this.#rules, askedAt + permit.valid_for_ms);
    part('guard');
    const outcome = await this.surface.press(found.element, 5_000);
    this.#guard.disarm();
    part('press');
    return outcome;
  }

  /** A click without an approval, as a draft's step: the screen's stop signs are looked at before and after. */
  async step(ref: string): Promise<void> {
    const box = createTimeBox(systemClock, 60_000, null);
    const environment: StepEnvironment = {
      surface: this.surface,
      guard: this.#guard,
      rules: {
        start_url: this.#origin,
        allowed_origins: [this.#origin],
        known_modals: [],
        sign_in_walls: [],
      },
      finalAction: null,
      box,
      limits: defaultLimits,
      readFile: async () => null,
      dismissals: new Map(),
      lateAnswers: { held: false },
      lastAct: { mark: markGuard(this.#guard.record()) },
    };
    const step = await stepOnReference(environment, { kind: 'press', ref });
    box.end();
    if (step.outcome !== 'done') throw new Error(`the step ${step.outcome}: ${step.blocker?.code}`);
  }

  async close(): Promise<void> {
    await this.#session.close();
    await this.#guard.close();
    await this.#attempts.close();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
