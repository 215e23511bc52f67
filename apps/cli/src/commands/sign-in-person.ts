import type { PublishingSite, SiteRecipe } from '@cux/content-ops';
import { type Person, signInByForm } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import type { PersonAtTerminal } from '../command-context.ts';
import { answer, type Output } from '../output.ts';

/** How a person signs in: in a window of the browser, or at this terminal. */
export type SignInPlace = 'window' | 'terminal';

/** A window where there is a display to show it on; otherwise this terminal. A window that is wanted without one is refused. */
export function signInPlace(
  wanted: 'auto' | SignInPlace,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): SignInPlace {
  const display =
    platform === 'win32' ||
    platform === 'darwin' ||
    Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  if (wanted === 'window' && !display) {
    throw new CliFault(
      'refused',
      'There is no display here to open a window on: sign in with --browser terminal, or set DISPLAY.',
    );
  }
  return wanted === 'auto' ? (display ? 'window' : 'terminal') : wanted;
}

/** The person's own hands. In the window they type there; at the terminal what they type is put into the site's form. */
export function signInPerson(
  place: SignInPlace,
  output: Output,
  { sign_in: signIn }: SiteRecipe,
  { account }: PublishingSite,
  asked: Pick<PersonAtTerminal, 'whether' | 'secret'>,
): Person {
  if (place === 'window') {
    return async () => {
      answer(output, null, [
        `A browser window is open: sign in there as ${account}, leave it open, and answer here. Nothing else is let through.`,
      ]);
      await asked.whether('Have you signed in?');
    };
  }
  const form = signIn?.form;
  if (signIn === null || form === undefined) {
    throw new CliFault(
      'refused',
      'The recipe of this site does not say which fields its sign-in form has: sign in where there is a display, with --browser window.',
    );
  }
  return async (takeover) => {
    const secret = () =>
      asked.secret(`Password of ${account} (typed into the site’s own page, kept nowhere)`);
    if (await signInByForm(takeover, form, { account, secret, wallPaths: signIn.wall_paths })) return;
    answer(output, null, ['The site did not let you in; was the password right?']);
  };
}
