/** A fault of the vault. `code` is stable; the message names the next step and never the content. */
export class VaultFault extends Error {
  readonly code: 'corrupt' | 'too_large' | 'unavailable' | 'name_invalid';

  constructor(code: VaultFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is VaultFault {
    return value instanceof Error && value.name === 'VaultFault' && 'code' in value;
  }
}
