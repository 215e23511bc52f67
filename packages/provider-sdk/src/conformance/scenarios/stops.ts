import type { PlanExpectation, Scenario } from '../scenario.ts';
import { blocked, draftPlan, failed, type PageParts, page } from './pages.ts';

const cover = 'style="position:fixed;inset:0;background:#fff"';

const signInForm =
  '<form><h2>Sign in</h2><label>Password <input type="password" name="p"></label><button type="button">Sign in</button></form>';

function stop(
  id: string,
  because: string,
  parts: PageParts,
  expected: PlanExpectation,
  needs: Scenario['needs'] = [],
): Scenario {
  return {
    id,
    because,
    needs,
    site: { page: page(parts) },
    play: { kind: 'plan', plan: (site) => draftPlan(site), expected },
  };
}

/** What has to stop a provider that drafts, each kind for itself. */
export const stopScenarios: readonly Scenario[] = [
  stop(
    'unknown-modal',
    'nothing is typed behind a modal that no plan lists',
    {
      more: `<div role="alertdialog" aria-modal="true" aria-label="Please read" ${cover}><button type="button">Accept</button></div>`,
    },
    blocked('modal'),
    ['pages'],
  ),
  stop(
    'dialog-element',
    'a dialog that the page opens by script is a modal like any other',
    {
      more: '<dialog id="d" aria-label="New terms"><button type="button">Accept</button></dialog><script>document.querySelector("#d").showModal()</script>',
    },
    blocked('modal'),
    ['scripts'],
  ),
  stop(
    'popover',
    'a popover stops the work although it covers nothing: a press beside it would put it away',
    {
      more: '<div id="p" popover="auto" role="group" aria-label="What is new">News<button type="button">More</button></div><script>document.querySelector("#p").showPopover()</script>',
    },
    blocked('popover'),
    ['scripts', 'layout'],
  ),
  stop(
    'overlay',
    'something without a role that lies over the form is found by where it lies',
    { more: `<div ${cover}>One moment</div>` },
    blocked('overlay'),
    ['layout'],
  ),
  stop(
    'frame-cover',
    'a frame that lies over the form is in the way like anything else',
    {
      more: `<iframe title="Sponsor" srcdoc="Buy" width="1280" height="900" ${cover}></iframe>`,
    },
    blocked('overlay'),
    ['layout'],
  ),
  stop(
    'native-dialog',
    'a native dialog is neither accepted nor dismissed',
    { title: 'oninput="confirm(\'Go on?\')"' },
    blocked('native_dialog'),
    ['scripts'],
  ),
  stop(
    'captcha',
    'a challenge is for a person',
    {
      more: '<iframe title="Captcha challenge" srcdoc="Are you human?" width="300" height="80"></iframe>',
    },
    blocked('captcha'),
    ['pages'],
  ),
  {
    ...stop('login', 'a form that asks for a password is for a person', {}, blocked('login')),
    site: { page: page({ more: signInForm }), api: 'asks' },
  },
  stop(
    'payment',
    'a form that asks for a card is for a person',
    { more: '<label>Card number <input name="card" autocomplete="cc-number"></label>' },
    blocked('payment'),
    ['pages'],
  ),
  stop(
    'permission',
    'what the page asks of the person who sits there is granted by nobody else',
    { title: 'oninput="navigator.geolocation.getCurrentPosition(()=>0)"' },
    blocked('permission'),
    ['scripts'],
  ),
  stop(
    'destructive-confirmation',
    'a dialog that offers to delete is told apart from one that does not',
    {
      more: `<div role="alertdialog" aria-modal="true" aria-label="Old drafts" ${cover}><button type="button">Delete 3 drafts</button><button type="button">Keep</button></div>`,
    },
    blocked('destructive_confirmation'),
    ['pages'],
  ),
  {
    id: 'sign-in-wall',
    because: 'where the site has led us is looked at, not where we wanted to go',
    needs: ['pages'],
    site: { page: page(), entry: { redirect: () => '/sign-in' } },
    play: {
      kind: 'plan',
      plan: (site) => draftPlan(site, { sign_in_walls: [{ path: '/sign-in' }] }),
      expected: blocked('login'),
    },
  },
  {
    id: 'foreign-redirect',
    because: 'a redirect to an origin that no plan allows is not followed, not even to look',
    needs: [],
    site: { page: page(), entry: { redirect: (elsewhere) => `${elsewhere}/entry` } },
    play: { kind: 'plan', plan: (site) => draftPlan(site), expected: failed('navigation_failed') },
  },
  {
    id: 'never-loads',
    because: 'a page that does not come within its time is not waited for any longer',
    needs: [],
    site: { page: page(), entry: 'silence' },
    play: {
      kind: 'plan',
      plan: (site) => draftPlan(site, { deadline_ms: 10_000 }),
      limits: { navigation: 500 },
      expected: failed('navigation_failed'),
    },
  },
  stop(
    'lookalike-final-action',
    'a name with an invisible character is another name',
    { button: '<button>Pub&#x200b;lish</button>' },
    failed('lookalike_target', true),
  ),
  stop(
    'two-final-actions',
    'of two that are called the same, none is the target',
    { fields: '<button>Publish</button>' },
    failed('target_ambiguous', true),
  ),
  stop(
    'no-final-action',
    'what is not on the page is not found',
    { button: '<button>Preview</button>' },
    failed('target_missing', true),
  ),
  stop(
    'disabled-final-action',
    'what cannot be pressed is not ready',
    { button: '<button disabled>Publish</button>' },
    failed('target_missing', true),
    ['pages'],
  ),
];
