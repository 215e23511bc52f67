/** A fault of the kernel itself or of what it is composed of: never an answer to a command. */
export class KernelFault extends Error {
  /**
   * - `row_unreadable`: a stored row is not understood.
   * - `invariant_broken`: a decision would break a law; nothing of it was stored.
   * - `contention`: other processes kept moving the same rows; nothing of this command was stored.
   * - `registry_invalid`: a capability that may not be registered.
   */
  readonly code: 'row_unreadable' | 'invariant_broken' | 'contention' | 'registry_invalid';

  /** The stored row that a `row_unreadable` is about. */
  readonly row: { readonly kind: string; readonly id: string } | null;

  constructor(code: KernelFault['code'], message: string, row: KernelFault['row'] = null) {
    super(message);
    this.name = 'KernelFault';
    this.code = code;
    this.row = row;
  }

  static isInstance(value: unknown): value is KernelFault {
    return value instanceof Error && value.name === 'KernelFault' && 'code' in value;
  }
}
