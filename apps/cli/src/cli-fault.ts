/** What stops a command. `usage` exits with 2, `needs_a_person` with 3, the others with 1. */
export type CliFaultCode =
  | 'usage'
  | 'state_missing'
  | 'not_found'
  | 'needs_a_person'
  | 'not_yet'
  | 'refused'
  | 'audit_failed';

/** A fault with one sentence for the person at the terminal, including the next step. */
export class CliFault extends Error {
  readonly code: CliFaultCode;

  constructor(code: CliFaultCode, message: string) {
    super(message);
    this.name = 'CliFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is CliFault {
    return value instanceof Error && value.name === 'CliFault' && 'code' in value;
  }
}
