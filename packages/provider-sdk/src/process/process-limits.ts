/** How long a host waits for the process of a provider, in milliseconds. None of them is a verdict about an effect. */
export interface ProcessLimits {
  /** From its start until it has answered `initialize`. */
  readonly greeting: number;
  /** For its engine to be there. */
  readonly opening: number;
  /** For the answer to a call that has no time of its own. */
  readonly call: number;
  /** Beyond the time that a call has of its own. */
  readonly margin: number;
  /** For it to put its things away; then it is ended. */
  readonly closing: number;
}

export const defaultProcessLimits: ProcessLimits = {
  greeting: 15_000,
  opening: 60_000,
  call: 30_000,
  margin: 2_000,
  closing: 3_000,
};
