import { request } from 'node:http';
import { digestOf, type Permit, type Subject, subjectDigest, type WriteRule } from '@cux/contracts';
import { type Attempt, randomIds, type Store, systemClock, systemMonotonic } from '@cux/kernel';
import { people, Story } from '@cux/kernel/store-suite';
import { type Guard, GuardMisuse, monotonicClock, startGuard } from '@cux/provider-sdk';

/** How long what left may still arrive, in milliseconds: short, so that a proof need not wait for it. */
const quietMs = 500;

export interface PublisherOptions {
  readonly store: Store;
  readonly processId: string;
  readonly series: number;
  readonly origin: string;
  readonly leaseMs: number;
  /** A defect put in on purpose: permits have no end. */
  readonly endless?: boolean;
}

/** A host on real clocks with real guards, which publishes articles of a site by one write each. */
export class Publisher extends Story {
  readonly #origin: string;
  readonly #leaseMs: number;
  readonly #endless: boolean;

  constructor({ store, processId, series, origin, leaseMs, endless = false }: PublisherOptions) {
    super(store, {
      processId,
      series,
      wrap: (options) => ({
        ...options,
        ids: randomIds,
        clock: systemClock,
        monotonic: systemMonotonic,
        quietMs,
      }),
    });
    this.#origin = origin;
    this.#leaseMs = leaseMs;
    this.#endless = endless;
  }

  override async subject(article: string): Promise<Subject> {
    const subject = await super.subject(article);
    return { ...subject, permit_rules_digest: digestOf('cux/rules', this.#rules(article)) };
  }

  /** One write, to one place. */
  #rules(article: string): readonly WriteRule[] {
    return [
      {
        id: 'publish',
        effect_class: 'external_write',
        describes: 'Publishes the article',
        method: 'POST',
        origin: this.#origin,
        path: `/publish/${article}`,
        query: [],
        override_method: null,
        body: {
          kind: 'json',
          fields: [{ field: '/article', operator: 'equals', value: article }],
          other_fields: 'deny',
        },
      },
    ];
  }

  /** A guard that denies everything at the site but what a permit allows. */
  async guard(): Promise<Guard> {
    const guard = await startGuard({ clock: systemClock });
    guard.configure({ allowed_origins: [this.#origin], write_rules: [] });
    return guard;
  }

  /** Admits an attempt behind an open gate, up to the finger on the key. */
  async fingerOnKey(article: string): Promise<Attempt> {
    const admission = await this.admission(`todo-${article}`, 'external_write', { lease_ms: this.#leaseMs });
    const { attempt_id, fence } = await this.must('admit-attempt', admission);
    const process_id = this.processId;
    await this.must('start-attempt', {
      attempt_id,
      fence,
      process_id,
      session_reference: `session-${attempt_id}`,
    });
    const subject_digest = subjectDigest(await this.subject(article));
    await this.must('prepare-attempt', { attempt_id, fence, process_id, subject_digest });
    return this.attempt(attempt_id);
  }

  /**
   * Commits, arms the guard, and presses after a while, as the runtime does: the permit's time counts from before the
   * asking. Reports what it saw; a write that the guard did not let out is not there for it either.
   */
  async press(article: string, attempt: Attempt, guard: Guard, afterMs: number): Promise<void> {
    const askedAt = monotonicClock.now();
    const committed = await this.send('commit-attempt', this.commitInput(attempt));
    if (committed.kind === 'refused' || committed.replayed) return;
    const { permit } = committed.result;
    const over = askedAt + (this.#endless ? 1_000_000 : permit.valid_for_ms);
    if (!armed(guard, permit, this.#rules(article), over)) return;
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const status = await this.#write(article, guard);
    await this.send('add-evidence', evidenceOf(attempt));
    await this.send(
      'report-attempt',
      this.reportInput(attempt, status === 204 ? 'published' : 'press-unknown'),
    );
  }

  /** What the page would send when its button is pressed, through the guard. Answers the status; 0 where none came. */
  #write(article: string, guard: Guard): Promise<number> {
    const { hostname, port } = new URL(guard.endpoint.proxyUrl);
    const body = JSON.stringify({ article });
    const headers = {
      host: new URL(this.#origin).host,
      origin: this.#origin,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    return new Promise((resolve) => {
      const path = `${this.#origin}/publish/${article}`;
      const sent = request({ hostname, port, method: 'POST', path, headers, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', () => resolve(0));
      sent.end(body);
    });
  }

  /** A person says what came of a silent attempt, once what left must have arrived. */
  async settleByPerson(attempt: Attempt, happened: boolean): Promise<void> {
    const outcome = happened ? 'happened' : 'not_happened';
    await this.must('settle-outcome', await this.look(attempt.attempt_id, outcome), people.owner);
  }
}

/** Whether the permit is in the guard; it is not where its time was over before its answer came. */
function armed(guard: Guard, permit: Permit, rules: readonly WriteRule[], over: number): boolean {
  try {
    guard.arm(permit, rules, over);
    return true;
  } catch (error) {
    if (GuardMisuse.isInstance(error)) return false;
    throw error;
  }
}

function evidenceOf({ attempt_id, fence }: Attempt) {
  const digest = digestOf('cux/content', { evidence: 'screenshot' });
  return { attempt_id, fence, evidence_class: 'screenshot', digest, size: 10, redacted: true } as const;
}
