import { digestOf, type Permit, ruleExcludes, type WriteRule } from '@cux/contracts';
import { GuardMisuse } from './guard-misuse.ts';
import type { ActiveRule } from './guard-state.ts';
import type { MonotonicClock } from './monotonic-clock.ts';

/**
 * Why these rules cannot be armed for this permit beside these draft rules; null when they can.
 *
 * @param issued the rules as the caller has them: what the permit's digest is about
 * @param rules the same with canonical origins, as `draftRules` are
 */
export function armingFault(
  permit: Permit,
  issued: readonly WriteRule[],
  rules: readonly WriteRule[],
  draftRules: readonly WriteRule[],
): GuardMisuse | null {
  if (digestOf('cux/rules', issued) !== permit.permit_rules_digest) {
    return new GuardMisuse('The rules are not the ones that the permit was given for.');
  }
  if (rules.some((rule) => rule.effect_class === 'draft')) {
    return new GuardMisuse('A permit rule must be of class external_write or credential_use.');
  }
  const meeting = draftRules.find((draft) => rules.some((rule) => !ruleExcludes(draft, rule)));
  return meeting === undefined
    ? null
    : new GuardMisuse(
        `The draft rule ${meeting.id} may let pass what the permit is for; give one of its fields another value.`,
      );
}

/** The rules of one permit from arm to disarm, and what left meanwhile. */
export class ArmedPermit {
  readonly #rules: readonly WriteRule[];
  readonly #expiresAt: number;
  readonly #monotonic: MonotonicClock;
  readonly #spent = new Set<string>();
  readonly #contents = new Set<string>();
  #left = 0;
  #ended = false;

  /** @param expiresAt by `monotonic`; from this moment on nothing of the permit leaves */
  constructor(rules: readonly WriteRule[], expiresAt: number, monotonic: MonotonicClock) {
    this.#rules = rules;
    this.#expiresAt = expiresAt;
    this.#monotonic = monotonic;
  }

  get expired(): boolean {
    // Written so that a time that is no number counts as over.
    return !(this.#monotonic.now() < this.#expiresAt);
  }

  /** Whether a write of it that was decided on may still go out now. */
  get mayLeave(): boolean {
    return !this.#ended && !this.expired;
  }

  get spent(): readonly string[] {
    return [...this.#spent];
  }

  /** Writes of any rule since it was armed. */
  get left(): number {
    return this.#left;
  }

  activeRules(): readonly ActiveRule[] {
    const { expired } = this;
    return this.#rules.map((rule) => ({ rule, permit: true, spent: this.#spent.has(rule.id), expired }));
  }

  /**
   * Whether the very same write has left under it. Rules of one permit may overlap, and each counts once; the same write twice
   * is a second effect all the same.
   */
  hasSent(content: string): boolean {
    return this.#contents.has(content);
  }

  /** @param content what a write of the permit said, as `writeContent` tells it; null for one of another rule */
  book(rule: string, content: string | null): void {
    if (this.#ended) return;
    this.#left += 1;
    if (content === null) return;
    this.#spent.add(rule);
    this.#contents.add(content);
  }

  end(): void {
    this.#ended = true;
  }
}
