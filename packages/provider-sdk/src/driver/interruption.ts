/**
 * Thrown inside the driver when nothing further can be asked of the engine: the deadline, the host's signal, or
 * the engine itself. It never leaves `runPlan`; there it becomes a blocker.
 */
export class Interruption extends Error {
  readonly code: 'deadline_passed' | 'cancelled' | 'lifecycle_failure';

  constructor(code: Interruption['code'], options?: ErrorOptions) {
    super(`the attempt was interrupted: ${code}`, options);
    this.name = 'Interruption';
    this.code = code;
  }

  static isInstance(value: unknown): value is Interruption {
    return value instanceof Error && value.name === 'Interruption' && 'code' in value;
  }
}
