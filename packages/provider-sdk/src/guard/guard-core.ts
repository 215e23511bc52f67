import type { Permit, Plan, WriteRule } from '@cux/contracts';
import { ArmedPermit, armingFault } from './armed-permit.ts';
import { decideRequest } from './decide-request.ts';
import type { GuardRecord } from './guard.ts';
import { GuardLedger, type Initiator, type SentWrite } from './guard-ledger.ts';
import { GuardMisuse } from './guard-misuse.ts';
import { type ActiveRule, denyingState, type GuardState } from './guard-state.ts';
import type { MonotonicClock } from './monotonic-clock.ts';
import type { GuardDecision, ObservedRequest, WriteWatch } from './observed-write.ts';
import { singleHeader } from './request-headers.ts';
import { readRequestUrl } from './request-url.ts';
import { writeContent } from './write-content.ts';

/** What is to be done with a request. */
export type Ruling =
  | {
      readonly kind: 'send';
      readonly write: boolean;
      /** Asked once more when the site is connected, right before the first byte: a permit may have ended, or a person have taken over. */
      readonly mayLeave: () => boolean;
      /** Books the answer of a write. */
      readonly answered: (status: number) => void;
    }
  | { readonly kind: 'block' };

type Profile =
  | { readonly kind: 'attempt' }
  | { readonly kind: 'armed' }
  | { readonly kind: 'human'; readonly rules: readonly WriteRule[] };

function canonicalOrigin(origin: string): string {
  const url = readRequestUrl(origin);
  if (url === null)
    throw new GuardMisuse('An origin of the plan is not canonical; write it as scheme://host:port.');
  return url.origin;
}

function requireOwnIds(rules: readonly WriteRule[]): void {
  const ids = new Set(rules.map(({ id }) => id));
  if (ids.size !== rules.length)
    throw new GuardMisuse('Two write rules have the same id; give each its own.');
}

/** Rules as the decision compares them: their origins in canonical form. */
function canonicalRules(rules: readonly WriteRule[]): readonly WriteRule[] {
  requireOwnIds(rules);
  return rules.map((rule) => structuredClone({ ...rule, origin: canonicalOrigin(rule.origin) }));
}

/** A rule that holds as often as it matches. */
function standing(rule: WriteRule): ActiveRule {
  return { rule, permit: false, spent: false, expired: false };
}

/** The guard's rules, permit and record: everything but sockets. */
export class GuardCore {
  #phase: GuardState['phase'] = denyingState.phase;
  #origins: readonly string[] = [];
  #draftRules: readonly WriteRule[] = [];
  #profile: Profile = { kind: 'attempt' };
  /** The latest permit, also when it has ended: what it spent stays to be asked. */
  #permit: ArmedPermit | null = null;
  /** How often the controls have changed hands: what one has decided to send does not leave under another's. */
  #hands = 0;
  readonly #permitIds = new Set<string>();
  readonly #monotonic: MonotonicClock;
  readonly #ledger = new GuardLedger();

  readonly #watch: WriteWatch | null;

  constructor(monotonic: MonotonicClock, watch: WriteWatch | null = null) {
    this.#monotonic = monotonic;
    this.#watch = watch;
  }

  configure({ allowed_origins, write_rules }: Pick<Plan, 'allowed_origins' | 'write_rules'>): void {
    this.#requireOpen();
    if (this.#profile.kind !== 'attempt')
      throw new GuardMisuse('A permit or a person is active; end that first.');
    if (write_rules.some((rule) => rule.effect_class !== 'draft')) {
      throw new GuardMisuse('A standing write rule must be of class draft; anything else needs a permit.');
    }
    const draftRules = canonicalRules(write_rules);
    this.#origins = allowed_origins.map(canonicalOrigin);
    this.#draftRules = draftRules;
    this.#phase = 'configured';
  }

  arm(permit: Permit, rules: readonly WriteRule[], expiresAt: number): void {
    this.#requireOpen();
    if (this.#phase !== 'configured') throw new GuardMisuse('Configure the guard before a permit is armed.');
    if (this.#profile.kind !== 'attempt')
      throw new GuardMisuse('A permit or a person is active; end that first.');
    if (this.#permitIds.has(permit.permit_id))
      throw new GuardMisuse('This permit was armed before; a permit is good for one time.');
    const ownRules = canonicalRules(rules);
    const fault = armingFault(permit, rules, ownRules, this.#draftRules);
    if (fault !== null) throw fault;
    requireOwnIds([...this.#draftRules, ...ownRules]);
    const armed = new ArmedPermit(ownRules, expiresAt, this.#monotonic);
    if (armed.expired) throw new GuardMisuse('The time of the permit is over; ask for another approval.');
    this.#permitIds.add(permit.permit_id);
    this.#permit = armed;
    this.#profile = { kind: 'armed' };
  }

  disarm(): readonly string[] {
    this.#permit?.end();
    if (this.#profile.kind === 'armed') this.#profile = { kind: 'attempt' };
    return this.#permit?.spent ?? [];
  }

  enterHuman(rules: readonly WriteRule[]): void {
    this.#requireOpen();
    if (this.#profile.kind === 'armed')
      throw new GuardMisuse('A permit is armed; disarm it before a person takes over.');
    this.#profile = { kind: 'human', rules: canonicalRules(rules) };
    this.#hands += 1;
  }

  leaveHuman(): void {
    if (this.#profile.kind !== 'human') return;
    this.#profile = { kind: 'attempt' };
    this.#hands += 1;
  }

  record(): GuardRecord {
    return { ...this.#ledger.record(), leftSinceArm: this.#permit?.left ?? 0 };
  }

  cut(): void {
    this.#phase = 'cut';
    this.#permit?.end();
    this.#profile = { kind: 'attempt' };
    this.#ledger.wake();
  }

  fault(): void {
    this.#ledger.fault();
  }

  waitForWrite(rule: string, since: number, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (answered: boolean) => {
        clearTimeout(timer);
        stop();
        resolve(answered);
      };
      const look = () => {
        if (this.#ledger.hasAnswer(rule, since)) finish(true);
        else if (this.#phase === 'cut') finish(false);
      };
      const timer = setTimeout(() => finish(false), timeoutMs);
      const stop = this.#ledger.onChange(look);
      look();
    });
  }

  /** Decides and books. A permit's rule is spent here, before anything is sent. */
  rule(request: ObservedRequest): Ruling {
    const decision = decideRequest(request, this.#state());
    if (decision.kind === 'block') return this.block(request, decision.rule);
    const write = !['guard.read', 'guard.preflight'].includes(decision.rule);
    const permit = decision.permit ? this.#permit : null;
    const content = permit === null ? null : writeContent(request);
    if (content !== null && permit?.hasSent(content) === true) {
      return this.block(request, 'guard.permit-spent');
    }
    const hands = this.#hands;
    const stands = () => this.#phase !== 'cut' && (!write || hands === this.#hands);
    if (write) this.#tell(request, decision);
    return {
      kind: 'send',
      write,
      mayLeave: () => (decision.permit ? permit?.mayLeave === true : stands()),
      answered: write ? this.#book(decision, content) : () => undefined,
    };
  }

  /** Books a request that is blocked whatever the rules say. */
  block(request: ObservedRequest, rule: string): Ruling {
    if (rule === 'guard.fault') this.#ledger.fault();
    const isRead = request.kind === 'request' && ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (!isRead || rule === 'guard.override-on-read') {
      this.#ledger.blocked(request, rule, this.#initiatorOf(request));
      this.#tell(request, { kind: 'block', rule });
    }
    return { kind: 'block' };
  }

  /** What a person sends themselves is never told on. */
  #tell(request: ObservedRequest, decision: GuardDecision): void {
    if (this.#profile.kind !== 'human' && this.#initiatorOf(request) === 'page')
      this.#watch?.(request, decision);
  }

  #book(
    decision: Extract<GuardDecision, { kind: 'allow' }>,
    content: string | null,
  ): (status: number) => void {
    const ledger = this.#ledger;
    if (this.#profile.kind === 'human') {
      ledger.sendingForPerson(decision.rule);
      return () => undefined;
    }
    this.#permit?.book(decision.rule, content);
    const sent: SentWrite = ledger.sending(decision.rule, decision.permit);
    return (status) => ledger.answered(sent, status);
  }

  /**
   * A page's write always carries an Origin: that of a page (and pages come from our origins only), or `null`.
   * A write to another host that carries neither is the engine's own.
   */
  #initiatorOf(request: ObservedRequest): Initiator {
    const { origins } = this.#state();
    const target = readRequestUrl(request.url)?.origin;
    const source = singleHeader(request.headers, 'origin');
    const fromPage =
      source !== null && (source === 'null' || source === 'repeated' || origins.includes(source));
    if (!fromPage && (target === undefined || !origins.includes(target))) return 'engine';
    return this.#profile.kind === 'human' ? 'person' : 'page';
  }

  #state(): GuardState {
    const profile = this.#profile;
    if (profile.kind === 'human') {
      const origins = [...this.#origins, ...profile.rules.map(({ origin }) => origin)];
      return { phase: 'configured', origins, rules: profile.rules.map(standing) };
    }
    const permitted = profile.kind === 'armed' ? (this.#permit?.activeRules() ?? []) : [];
    const rules = [...permitted, ...this.#draftRules.map(standing)];
    return { phase: this.#phase, origins: this.#origins, rules };
  }

  #requireOpen(): void {
    if (this.#phase === 'cut')
      throw new GuardMisuse('The guard was cut; start another one for another engine.');
  }
}
