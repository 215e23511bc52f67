/** The one place for time. Kernel order never depends on a provider's clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. May step back; the kernel keeps the highest value it has stored. */
  now(): number;
}
