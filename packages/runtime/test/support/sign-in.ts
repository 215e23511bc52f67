import type { Takeover } from '@cux/provider-sdk';
import type { Person } from '../../src/index.ts';
import { password } from './people.ts';

/** A person who signs in as the site asks. */
export const signsIn: Person = async (takeover: Takeover) => {
  await takeover.type({ role: 'textbox', name: 'Account' }, 'editor');
  await takeover.type({ role: 'textbox', name: 'Password' }, password);
  await takeover.press({ role: 'button', name: 'Sign in' });
  for (let look = 0; look < 500; look += 1) {
    if ((await takeover.location())?.path === '/account') return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

export const handsBack: Person = async () => undefined;
