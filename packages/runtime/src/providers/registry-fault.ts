/**
 * Something about the files of providers that an operator has to put right; `code` is stable, the message names the next step.
 *
 * - `registry_unreadable`: the registry itself is damaged.
 * - `release_unreadable`: the files of a provider are not there, not readable, or not a provider's.
 */
export class RegistryFault extends Error {
  readonly code: 'registry_unreadable' | 'release_unreadable';

  constructor(code: RegistryFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RegistryFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is RegistryFault {
    return value instanceof Error && value.name === 'RegistryFault' && 'code' in value;
  }
}
