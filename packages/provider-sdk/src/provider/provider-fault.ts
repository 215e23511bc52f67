/** A fault of the engine: not found, crashed at start, gone. `code` is stable; the message names the next step. */
export class ProviderFault extends Error {
  readonly code:
    | 'engine_missing'
    | 'engine_start_failed'
    | 'engine_gone'
    | 'guard_unreachable'
    | 'fixture_invalid';

  constructor(code: ProviderFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is ProviderFault {
    return value instanceof Error && value.name === 'ProviderFault' && 'code' in value;
  }
}
