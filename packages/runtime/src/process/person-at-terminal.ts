import { userInfo } from 'node:os';
import type { Principal } from '@cux/contracts';

/**
 * The person at this terminal, by the name that the operating system has for them: it is not typed in, so whoever decides
 * cannot choose to be somebody else. It proves no more than that; see SECURITY.md. A name that cannot stand in the log is
 * replaced by the number of the user.
 */
export function personAtTerminal(): Principal {
  const { username, uid } = userInfo();
  return { kind: 'human', id: /^[\x21-\x7e]{1,200}$/.test(username) ? username : `user-${uid}` };
}
