import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from '@cux/contracts';
import type { Takeover } from '@cux/provider-sdk';

/** The fields and the button of a sign-in form. */
export interface SignInForm {
  readonly account: Target;
  readonly secret: Target;
  readonly submit: Target;
}

/** How long the person waits for the site to let them in, in milliseconds. Afterwards the check says what is missing. */
const patienceMs = 30_000;
const betweenLooksMs = 100;

/** How long a site that signs in at one address has for it, in milliseconds: where the page goes then says nothing. */
const sameAddressMs = 3_000;

/**
 * A person's hands on a site's own sign-in form, for a terminal without a display. The secret goes from the person to the
 * page and nowhere else. What counts is where the page goes then, as it would for a person.
 *
 * @param options.wallPaths addresses that mean that the person is still asked to sign in; none where all happens at one
 * @returns false when the form could not be filled, or the page went nowhere
 */
export async function signInByForm(
  takeover: Takeover,
  form: SignInForm,
  options: {
    readonly account: string;
    readonly secret: () => Promise<string>;
    readonly wallPaths: readonly string[];
    readonly signal?: AbortSignal;
  },
): Promise<boolean> {
  const secret = await options.secret();
  if ((await takeover.type(form.account, options.account)).kind !== 'done') return false;
  if ((await takeover.type(form.secret, secret)).kind !== 'done') return false;
  // A press that leads to another page is often not answered any more: where the page goes is looked at instead.
  if ((await takeover.press(form.submit)).kind === 'refused') return false;
  if (options.wallPaths.length === 0) {
    await delay(sameAddressMs);
    return true;
  }
  for (let waited = 0; waited < patienceMs; waited += betweenLooksMs) {
    options.signal?.throwIfAborted();
    const place = await takeover.location();
    if (place !== null && !options.wallPaths.some((wall) => place.path.startsWith(wall))) return true;
    await delay(betweenLooksMs);
  }
  return false;
}
