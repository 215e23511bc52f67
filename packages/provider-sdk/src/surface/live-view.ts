import type { PersonInput } from './person-input.ts';
import type { ActionOutcome } from './surface.ts';

/** The Screen as the person sees it. It shows what they type: it is never kept, logged or handed to an agent. */
export interface ScreenFrame {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/jpeg' | 'image/png';
  /** The label of the target that is shown. */
  readonly target: string;
  /** Every open target, the shown one first. */
  readonly targets: readonly string[];
  /** A native dialog holds the page until the person answers it. Page-controlled text. */
  readonly dialog: {
    readonly kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
    readonly text: string;
  } | null;
}

/**
 * The Screen as a moving picture with a person's pointer and keys, while a takeover lasts. For engines that can show
 * themselves; where a takeover has none, the person sees single pictures.
 */
export interface LiveView {
  /**
   * Hands over a frame whenever the Screen has changed, the newest only when several came at once. Answers how to stop.
   * One watcher at a time: a second one takes the first one's place.
   */
  watch(onFrame: (frame: ScreenFrame) => void): Promise<() => Promise<void>>;
  /** Does one thing as the person. Inputs are done in the order in which they came. */
  input(input: PersonInput): Promise<ActionOutcome>;
}
