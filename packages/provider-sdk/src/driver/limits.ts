/**
 * How long the driver waits for what a page does by itself, in milliseconds. All of them lie inside the plan's
 * own deadline; none is a verdict about an effect.
 */
export interface DriverLimits {
  /** A navigation, from the request to a page that can be looked at. */
  readonly navigation: number;
  /** A target that an action needs: until it is there, alone and ready. */
  readonly target: number;
  /** A target that the plan awaits by name. */
  readonly awaited: number;
  /** One press, from its check to its answer. */
  readonly press: number;
  /** A draft write that the plan awaits. */
  readonly write: number;
  /** From the press until the permitted write is seen at the guard. */
  readonly spend: number;
  /** From a permitted write to its answer. */
  readonly answer: number;
  /** Between the first answer of a permit with several rules and its other writes. */
  readonly following: number;
  /** A required fact that the site is slow to show. */
  readonly extraction: number;
  /** After an agent's press or key: how long a write that it causes may take to reach the guard. */
  readonly aftermath: number;
  /** Between two looks. */
  readonly poll: number;
  /** The last look and its evidence, when nothing hurries: a very large page takes long to be read. The lease is kept meanwhile. */
  readonly evidence: number;
  /** What is left for evidence when the attempt has already ended (deadline, cancelled), or no page answers. */
  readonly grace: number;
  /** How often one known modal may be put away in one attempt; it may come back, not for ever. */
  readonly dismissals: number;
}

export const defaultLimits: DriverLimits = {
  navigation: 30_000,
  target: 3_000,
  awaited: 15_000,
  press: 5_000,
  write: 15_000,
  spend: 10_000,
  answer: 30_000,
  following: 1_000,
  extraction: 2_000,
  aftermath: 100,
  poll: 50,
  evidence: 60_000,
  grace: 5_000,
  dismissals: 10,
};
