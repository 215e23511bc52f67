/** What can go wrong around the story. `usage` exits with 2, the others with 1. */
export type DemoFaultCode =
  | 'usage'
  | 'busy'
  | 'port_taken'
  | 'site_failed'
  | 'php_missing'
  | 'download_failed'
  | 'state_unreadable'
  | 'story_off_course';

/** A fault with one sentence for the person at the terminal, including the next step. */
export class DemoFault extends Error {
  readonly code: DemoFaultCode;

  constructor(code: DemoFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DemoFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is DemoFault {
    return value instanceof Error && value.name === 'DemoFault' && 'code' in value;
  }
}
