import { fingerprintOf } from './fingerprint.ts';
import { FingerprintBook } from './fingerprint-book.ts';
import type { GuardRecord, SpentRule } from './guard.ts';
import type { ObservedRequest } from './observed-write.ts';

/** Who stands behind a request: the attempt's page, a person under the human profile, or the engine itself. */
export type Initiator = 'page' | 'person' | 'engine';

interface RuleCount {
  sent: number;
  /** The highest ordinal of a write that was answered with 2xx or 3xx. */
  answered: number;
}

/** One write that was sent: its rule and its place among the writes of that rule, counted from 1. */
export interface SentWrite {
  readonly rule: string;
  readonly ordinal: number;
  /** Its place among the permitted writes; null for others. */
  readonly spent: number | null;
}

/** What a guard has seen since it started. It only grows. */
export class GuardLedger {
  readonly #blocked = new FingerprintBook();
  readonly #blockedOfPerson = new FingerprintBook();
  readonly #counts = new Map<string, RuleCount>();
  readonly #drafts = new Set<string>();
  readonly #sentByPerson = new Map<string, number>();
  readonly #spent: SpentRule[] = [];
  readonly #waiting = new Set<() => void>();
  #faults = 0;
  #engineOwn = 0;

  blocked(request: ObservedRequest, rule: string, initiator: Initiator): void {
    if (initiator === 'engine') this.#engineOwn += 1;
    else (initiator === 'person' ? this.#blockedOfPerson : this.#blocked).add(fingerprintOf(request, rule));
  }

  fault(): void {
    this.#faults += 1;
  }

  /** Books a write of the attempt, right before it is sent. */
  sending(rule: string, permit: boolean): SentWrite {
    const count = this.#counts.get(rule) ?? { sent: 0, answered: 0 };
    count.sent += 1;
    this.#counts.set(rule, count);
    if (permit) this.#spent.push({ rule, status: null });
    else this.#drafts.add(rule);
    return { rule, ordinal: count.sent, spent: permit ? this.#spent.length - 1 : null };
  }

  sendingForPerson(rule: string): void {
    this.#sentByPerson.set(rule, (this.#sentByPerson.get(rule) ?? 0) + 1);
  }

  answered({ rule, ordinal, spent }: SentWrite, status: number): void {
    if (spent !== null) this.#spent[spent] = { rule, status };
    const count = this.#counts.get(rule);
    if (count !== undefined && status >= 200 && status < 400)
      count.answered = Math.max(count.answered, ordinal);
    this.wake();
  }

  /** Lets everyone who waits look again. */
  wake(): void {
    for (const look of [...this.#waiting]) look();
  }

  hasAnswer(rule: string, since: number): boolean {
    return (this.#counts.get(rule)?.answered ?? 0) > since;
  }

  /** Calls back at every answer until the returned function is called. */
  onChange(look: () => void): () => void {
    this.#waiting.add(look);
    return () => this.#waiting.delete(look);
  }

  record(): Omit<GuardRecord, 'leftSinceArm'> {
    const drafts = [...this.#drafts].map((rule) => ({ rule, count: this.#counts.get(rule)?.sent ?? 0 }));
    return {
      blocked: this.#blocked.list(),
      allowed: drafts,
      spent: [...this.#spent],
      faults: this.#faults,
      engineOwn: this.#engineOwn,
      human: {
        blocked: this.#blockedOfPerson.list(),
        allowed: [...this.#sentByPerson].map(([rule, count]) => ({ rule, count })),
      },
    };
  }
}
