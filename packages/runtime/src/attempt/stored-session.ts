import { digestOf } from '@cux/contracts';

/** The vault's name for a stored session: an account at an origin, as a digest. */
export function storedSessionName(session: { readonly account: string; readonly origin: string }): string {
  return `stored-session/${digestOf('cux/stored-session', { account: session.account, origin: session.origin })}`;
}
