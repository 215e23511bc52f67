/** The host used the guard in an order that is not allowed. A fault of the caller, never caused by a page. */
export class GuardMisuse extends Error {
  readonly code = 'guard_misuse';

  constructor(message: string) {
    super(message);
    this.name = 'GuardMisuse';
  }

  static isInstance(value: unknown): value is GuardMisuse {
    return value instanceof Error && (value as { code?: unknown }).code === 'guard_misuse';
  }
}
