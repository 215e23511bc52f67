import type { WriteFingerprint } from '@cux/contracts';
import { type AgentAttempt, AgentDraft } from '@cux/provider-sdk';
import type { AdmittedAttempt } from '../attempt/admit.ts';
import type { Settled } from '../computer/computer-host.ts';
import type { ScreenTakeover } from '../computer/take-over-screen.ts';
import type { OpenSpan } from '../telemetry/open-span.ts';
import type { KnownObservation } from './known-elements.ts';

/** The attempt in which a session's agent acts, from its admission to its report. */
export interface RunningAttempt {
  readonly sessionId: string;
  readonly admitted: AdmittedAttempt;
  readonly agent: AgentAttempt;
  /** What telemetry tells of it: open from its beginning to its end. */
  readonly span: OpenSpan;
  /** How many actions it may take, and how many have begun. */
  readonly budget: number;
  begun: number;
  /** Renews the lease when a third of it is gone; false when the attempt is ours no longer. */
  readonly keepLease: () => Promise<boolean>;
}

/** Whether what an attempt was stopped by ends its placement: the engine is gone, or the host lets go of it. */
export function endsPlacement(code: string | null): boolean {
  return code === 'lifecycle_failure' || code === 'cancelled';
}

/** A person who is taking a Screen over in this process, or has it. */
export interface PersonsHands {
  readonly screen_id: string;
  readonly person_id: string;
  /** What they are answered, however often they ask. */
  readonly taken: Promise<Settled<ScreenTakeover>>;
  /** They have given it back, or tried to: their view and hands have ended, whoever has the Screen by then. */
  over: boolean;
}

/**
 * What the host knows of one placement while it lives: the latest observation, the attempt that is under way, what was
 * typed, and what earlier actions have shown. It ends with the page; nothing that was approved rests on it alone.
 */
export class PlacementWork {
  /** The one that may be acted on; null once something was done, since the Screen may show something else by then. */
  observation: KnownObservation | null = null;
  /** The targets that the latest observation has shown. */
  targets: readonly string[] = [];
  running: RunningAttempt | null = null;
  /** Whoever here is taking the Screen over, or has it. */
  hands: PersonsHands | null = null;
  readonly draft = new AgentDraft();
  /** What an action on an element would have sent and the guard has blocked, by reference. */
  readonly blocked = new Map<string, readonly WriteFingerprint[]>();
  /** What was done to last: a write that comes late is its. */
  lastRef: string | null = null;
  /** Elements that turned out to be, or to hold, the final action. */
  readonly final = new Set<string>();

  /** Notes what the last action has tried to send since it was answered. Nobody is contacted. */
  noteLate(): void {
    const late = this.running?.agent.blockedLately() ?? [];
    if (this.lastRef !== null && late.length > 0) this.blocked.set(this.lastRef, late);
  }

  /** The page is somebody else's now. */
  forget(): void {
    this.observation = null;
    this.targets = [];
    this.draft.clear();
    this.blocked.clear();
    this.lastRef = null;
    this.final.clear();
  }
}
