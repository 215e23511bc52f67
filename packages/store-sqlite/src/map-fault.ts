import { StoreFault } from './store-fault.ts';

const sentences: Readonly<Record<Exclude<StoreFault['code'], 'newer_schema' | 'other_schema'>, string>> = {
  corrupt: 'The store file is damaged or is no cux store; restore it from a backup.',
  locked: 'Another process has held the store for too long; stop it or retry.',
  disk_full: 'The disk is full and nothing was written; free some space and retry the same command.',
  unavailable: 'The store file cannot be opened, read or written; look at its folder and rights.',
  in_memory: 'A database in memory is gone when it is closed, so nothing would be kept; name a file.',
  read_only:
    'The store file can only be read here, so nothing was decided or kept; name one that can be written, or mend its mount or rights.',
  read_only_older:
    'The store file was made by an earlier version and can only be read here, so its tables cannot be brought up to date; copy it to where it can be written.',
  read_only_log:
    'The newest writes of the store file are in the log beside it, or are being made right now, and nothing can be written here to read them; copy both files to where they can be written.',
  closed: 'The store is closed and answers no more; open it again.',
  thread_gone:
    'The thread that writes the store has ended; open the store again and retry the same command under its key.',
};

/** Turns an error of the engine into a `StoreFault`; leaves every other error as it is. */
export function mapFault(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const code = faultCode(error.code) ?? missingPart(error.code, error.message);
  return code === null ? error : storeFault(code, error);
}

export function storeFault(code: keyof typeof sentences, cause?: unknown): StoreFault {
  return new StoreFault(code, sentences[code], cause === undefined ? {} : { cause });
}

/** Runs a task of the engine, and turns what it throws into a rejection with a `StoreFault`. */
export async function mapped<Value>(task: () => Value): Promise<Value> {
  try {
    return task();
  } catch (error) {
    throw mapFault(error);
  }
}

function faultCode(code: string): keyof typeof sentences | null {
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'corrupt';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'locked';
  if (/^SQLITE_FULL/.test(code) || code === 'ENOSPC') return 'disk_full';
  if (/^SQLITE_(IOERR|CANTOPEN|READONLY|PERM|AUTH|NOLFS)/.test(code)) return 'unavailable';
  if (/^(EACCES|EPERM|ENOENT|ENOTDIR|EISDIR|EROFS|EIO)$/.test(code)) return 'unavailable';
  return null;
}

/** A table or column that went away while the store was open. */
function missingPart(code: string, message: string): 'corrupt' | null {
  return code === 'SQLITE_ERROR' && /^no such (table|column)\b/.test(message) ? 'corrupt' : null;
}
