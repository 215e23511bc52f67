/**
 * A fault of the vault. The message names the next step and never the content, a name or the key.
 *
 * - `corrupt`: what is on disk is not what the vault wrote there.
 * - `too_large`, `name_invalid`: the caller's content or name is outside of the bounds.
 * - `unavailable`: the folder or the key file cannot be used.
 * - `key_invalid`: the key that was given is none.
 * - `key_missing`: the vault has a key, and its file is gone.
 * - `key_wrong`: the vault was made with another key.
 * - `key_exposed`: others may read the key file.
 */
export class VaultFault extends Error {
  readonly code:
    | 'corrupt'
    | 'too_large'
    | 'unavailable'
    | 'name_invalid'
    | 'key_invalid'
    | 'key_missing'
    | 'key_wrong'
    | 'key_exposed';

  constructor(code: VaultFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is VaultFault {
    return value instanceof Error && value.name === 'VaultFault' && 'code' in value;
  }
}
