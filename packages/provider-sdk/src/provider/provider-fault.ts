/**
 * What the engine itself may fail at, and then what a provider in another process may fail at besides. `answer_wrong_shape`: it
 * answered with what is no answer to what it was asked.
 */
const faultCodes = [
  'answer_wrong_shape',
  'engine_missing',
  'engine_start_failed',
  'engine_gone',
  'guard_unreachable',
  'fixture_invalid',
  'manifest_invalid',
  'config_invalid',
  'version_unsupported',
  'not_supported',
  'call_timed_out',
  'line_malformed',
  'line_too_large',
  'line_wrong_shape',
  'line_unknown_type',
  'line_unknown_id',
  'line_duplicate_id',
  'line_too_many',
] as const;

type FaultCode = (typeof faultCodes)[number];

/** A fault of the engine: not found, crashed at start, gone. `code` is stable; the message names the next step. */
export class ProviderFault extends Error {
  readonly code: FaultCode;

  constructor(code: ProviderFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is ProviderFault {
    return value instanceof Error && value.name === 'ProviderFault' && 'code' in value;
  }
}

/** Whether a fault may have such a code. */
export function isFaultCode(value: unknown): value is FaultCode {
  return (faultCodes as readonly unknown[]).includes(value);
}
