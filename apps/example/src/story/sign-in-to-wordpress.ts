import { setTimeout as delay } from 'node:timers/promises';
import type { Takeover } from '@cux/provider-sdk';

/** How long the person waits for WordPress to let them in, in milliseconds. Afterwards the check says what is missing. */
const patience = 30_000;

/**
 * A person's hands on WordPress's own sign-in form. The password goes from the person to the page and nowhere
 * else. What counts is where the page goes then, as it would for a person; false when it goes nowhere.
 */
export async function signInToWordPress(
  takeover: Takeover,
  account: string,
  password: () => Promise<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const secret = await password();
  await takeover.type({ role: 'textbox', name: 'Username or Email Address' }, account);
  await takeover.type({ role: 'textbox', name: 'Password' }, secret);
  await takeover.press({ role: 'button', name: 'Log In' });
  for (let waited = 0; waited < patience; waited += 100) {
    signal.throwIfAborted();
    if ((await takeover.location())?.path.startsWith('/wp-admin') === true) return true;
    await delay(100);
  }
  return false;
}
