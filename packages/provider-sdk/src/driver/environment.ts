import type { Digest, Plan, Target } from '@cux/contracts';
import type { Guard } from '../guard/guard.ts';
import type { Surface } from '../surface/surface.ts';
import type { GuardMark } from './guard-mark.ts';
import type { DriverLimits } from './limits.ts';
import type { TimeBox } from './time-box.ts';

/** What may be on the screen of one attempt, and where its site is. */
export type ScreenRules = Pick<Plan, 'start_url' | 'allowed_origins' | 'known_modals' | 'sign_in_walls'>;

/** Everything that a step needs. One per attempt; `dismissals`, `lateAnswers` and `lastAct` are its memory. */
export interface StepEnvironment {
  /** Bounded: each of its calls may throw an `Interruption`. */
  readonly surface: Surface;
  readonly guard: Guard;
  readonly rules: ScreenRules;
  /** What waits for a person's approval: no step presses it. Null when the unit has none. */
  readonly finalAction: Target | null;
  /** The bytes of a file that the plan names by its digest; null when the host has none. */
  readonly readFile: (digest: Digest) => Promise<Uint8Array | null>;
  readonly box: TimeBox;
  readonly limits: DriverLimits;
  /** How often each known modal was put away, by its id. */
  readonly dismissals: Map<string, number>;
  /** Whether the page's late answers to inputs are held back at present. */
  readonly lateAnswers: { held: boolean };
  /** What the guard had seen before the last step that could cause a write. */
  readonly lastAct: { mark: GuardMark };
}
