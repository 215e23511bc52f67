/** A fault of the kernel itself or of what it is composed of: never an answer to a command. */
export class KernelFault extends Error {
  /**
   * - `row_unreadable`: a stored row is not understood.
   * - `invariant_broken`: a decision would break a law; nothing of it was stored.
   * - `contention`: other processes kept moving the same rows; nothing of this command was stored.
   * - `registry_invalid`: a capability that may not be registered.
   */
  readonly code: 'row_unreadable' | 'invariant_broken' | 'contention' | 'registry_invalid';

  constructor(code: KernelFault['code'], message: string) {
    super(message);
    this.name = 'KernelFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is KernelFault {
    return value instanceof Error && value.name === 'KernelFault' && 'code' in value;
  }
}
