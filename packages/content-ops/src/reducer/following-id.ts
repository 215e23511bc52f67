import { digestOf } from '@cux/contracts';

/**
 * The id of a todo that follows from an attempt: the same attempt asks for the same todo, however often its
 * reducer is run. Printable ASCII, at most 200 characters; a long name is cut and told apart by its digest.
 */
export function followingId(todoId: string, what: 'read-back' | 'sign-in', attemptId: string): string {
  const whole = `${todoId}.${what}.${attemptId.replace(/^attempt_/, '')}`;
  if (whole.length <= 200) return whole;
  const digest = digestOf('cux/following-todo', whole).slice('sha256:'.length, 'sha256:'.length + 32);
  return `${todoId.slice(0, 150)}.${what}.${digest}`;
}
