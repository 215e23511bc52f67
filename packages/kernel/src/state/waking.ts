/**
 * One waking of a Computer: who had custody of what was allocated, and when. It stays when the Computer is archived, and
 * says how long the Computer was awake.
 */
export interface Waking {
  readonly computer_id: string;
  /** The Computer's generation since this waking. */
  readonly generation: number;
  readonly revision: number;
  readonly provider_id: string;
  readonly process_id: string;
  /** When custody was taken, in the kernel's time, as all of them. */
  readonly woken_at: number;
  /** When the Screen was attached; null where that did not come about. */
  readonly attached_at: number | null;
  /** When each takeover gave the Screen to a person. */
  readonly taken_over_at: readonly number[];
  /** When the cleanup receipt was in; null while something may be allocated. */
  readonly ended_at: number | null;
  /**
   * - `released`: its holder handed the receipt in, so it had custody until then.
   * - `lost`: somebody else did, who had shown the holder's process to be dead: since when, nobody says.
   * - null: state `held`; it has not ended.
   */
  readonly ended: 'released' | 'lost' | null;
}
