/** What the engine itself may fail at. `answer_wrong_shape`: it answered with what is no answer to what it was asked. */
type EngineFaultCode =
  | 'answer_wrong_shape'
  | 'engine_missing'
  | 'engine_start_failed'
  | 'engine_gone'
  | 'guard_unreachable'
  | 'fixture_invalid';

/** What a provider in another process may fail at besides. */
type ProcessFaultCode =
  | 'manifest_invalid'
  | 'config_invalid'
  | 'version_unsupported'
  | 'not_supported'
  | 'call_timed_out'
  | 'line_malformed'
  | 'line_too_large'
  | 'line_wrong_shape'
  | 'line_unknown_type'
  | 'line_unknown_id'
  | 'line_duplicate_id'
  | 'line_too_many';

/** A fault of the engine: not found, crashed at start, gone. `code` is stable; the message names the next step. */
export class ProviderFault extends Error {
  readonly code: EngineFaultCode | ProcessFaultCode;

  constructor(code: ProviderFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is ProviderFault {
    return value instanceof Error && value.name === 'ProviderFault' && 'code' in value;
  }
}
