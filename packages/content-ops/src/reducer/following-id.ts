import { digestOf } from '@cux/contracts';

/** Without vowels there are no words, and without digits no number that somebody could take for an account's. */
const letters = 'bcdfghjkmnpqrtvw';

/**
 * The id of a todo that follows from an attempt: the same attempt asks for the same todo, however often its
 * reducer is run. Printable ASCII, at most 200 characters: the todo's name (cut where it is long), what follows, and a
 * digest of all three in letters alone.
 */
export function followingId(todoId: string, what: 'read-back' | 'sign-in', attemptId: string): string {
  const digest = digestOf('cux/following-todo', [todoId, what, attemptId]);
  const digits = digest.slice('sha256:'.length, 'sha256:'.length + 32);
  const tail = Array.from(digits, (digit) => letters.charAt(Number.parseInt(digit, 16))).join('');
  return `${todoId.slice(0, 150)}.${what}.${tail}`;
}
