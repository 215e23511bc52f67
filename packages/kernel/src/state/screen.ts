import type { ScreenControl } from '@cux/contracts';

/** What a Screen is, for good. */
export interface ScreenGeometry {
  readonly width: number;
  readonly height: number;
  readonly scale_percent: number;
}

/** The durable observation head of one Computer (`spec/computers-and-screens`). */
export interface Screen extends ScreenGeometry {
  readonly screen_id: string;
  readonly computer_id: string;
  readonly revision: number;
  /** That of the Computer. */
  readonly generation: number;
  /**
   * Whose hands are on it: `agent → draining → human → agent`.
   *
   * - `agent`: attempts act on it.
   * - `draining`: a person wants it; no attempt begins, and the one under way comes to its end.
   * - `human`: a person's hands alone; nothing that they do is evidence for a receipt.
   */
  readonly control: ScreenControl;
  /** Rises when a person takes control, when control is handed back, and when its placement ends. */
  readonly control_epoch: number;
  /** Rises with each settled observation. An action names the one that it saw. */
  readonly observation_generation: number;
  /**
   * - `detached`: nothing is allocated that it could show.
   * - `attached`: its Computer is awake, and what is allocated has its geometry.
   */
  readonly attachment: 'detached' | 'attached';
  /** The label of the active target, for example `t1`; null while detached or when none is open. */
  readonly active_target: string | null;
  /** After a person has handed back, nothing is written until what they left has been read. */
  readonly readback_due: boolean;
  /** Whose attempts have been made on it since a person last had it: what was approved for them ends with their hands. */
  readonly todos: readonly string[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly observed_at: number | null;
}

/** The legal moves of control. A placement that ends gives control back to nobody in particular: `agent`. */
export const controlMoves: Readonly<Record<ScreenControl, readonly ScreenControl[]>> = {
  agent: ['draining'],
  draining: ['human', 'agent'],
  human: ['agent'],
};
