/** A fault of the store. `code` is stable; the message is one sentence with the next step and never a value. */
export class StoreFault extends Error {
  /**
   * - `newer_schema`: the file was written by a newer version.
   * - `other_schema`: a past migration of the file is not the one that this version knows.
   * - `corrupt`: the file is no database of ours, or is damaged.
   * - `locked`: another process has held the file for longer than the wait.
   * - `disk_full`: nothing more can be written; nothing of the command was.
   * - `unavailable`: the file cannot be opened, read or written.
   * - `read_only`: the file takes no write, and this was one.
   * - `read_only_older`: the file takes no write, and its tables would have to be brought up to date.
   * - `read_only_log`: the file takes no write, and its newest content is not in it.
   * - `in_memory`: what was named is no file.
   * - `closed`: the store was closed before it was asked.
   * - `thread_gone`: the thread that writes has ended or could not start; what was not acknowledged may be stored or not.
   */
  readonly code:
    | 'newer_schema'
    | 'other_schema'
    | 'corrupt'
    | 'locked'
    | 'disk_full'
    | 'unavailable'
    | 'read_only'
    | 'read_only_older'
    | 'read_only_log'
    | 'in_memory'
    | 'closed'
    | 'thread_gone';

  constructor(code: StoreFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is StoreFault {
    return value instanceof Error && value.name === 'StoreFault' && 'code' in value;
  }
}
