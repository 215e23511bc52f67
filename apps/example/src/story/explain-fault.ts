import { explainedFault } from '@cux/runtime';

/** One sentence for the person at the terminal. A fault that nobody foresaw says so; `CUX_DEBUG` shows it whole. */
export function explainFault(error: unknown): string {
  const explained = explainedFault(error);
  if (explained !== null) return withDebug(explained.message, error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const known = systemFaults[/^(EISDIR$|SQLITE_(CANTOPEN|READONLY|PERM))/.test(code) ? 'EACCES' : code];
  return withDebug(
    known ?? `an unexpected fault (${code}); nothing is lost, and CUX_DEBUG=1 shows what it was.`,
    error,
  );
}

const systemFaults: Readonly<Record<string, string>> = {
  EACCES: 'the state folder cannot be written: check its permissions, or name another with --state.',
  ENOSPC: 'the disk is full: make room and run again; nothing is lost.',
  EROFS: 'the state folder is on a read-only disk: name another with --state.',
  ENOENT: 'the state folder cannot be made there: name another with --state.',
  EPERM: 'the state folder cannot be written: check its permissions, or name another with --state.',
  ENOTDIR: 'the state folder cannot be made there: name another with --state.',
  EEXIST: 'the state folder cannot be made there: name another with --state.',
  ELOOP: 'the state folder cannot be made there: name another with --state.',
  ENAMETOOLONG: 'the state folder cannot be made there: name another with --state.',
};

function withDebug(sentence: string, error: unknown): string {
  if (process.env.CUX_DEBUG === undefined || !(error instanceof Error)) return sentence;
  return `${sentence}\n${error.stack ?? ''}\n${error.cause instanceof Error ? (error.cause.stack ?? '') : ''}`;
}
