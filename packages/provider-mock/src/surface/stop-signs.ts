import type { StopSign } from '@cux/provider-sdk';
import type { MockBrowser } from '../browser/mock-browser.ts';
import type { FixtureElement } from '../fixture/element.ts';
import type { FixtureModal } from '../fixture/fixture.ts';
import { visibleElements } from './find-element.ts';

type Code = StopSign['code'];

/** What lies in a modal says more than that it is one. */
const contentCodes: Readonly<Record<FixtureModal['contents'], Code | null>> = {
  challenge: 'captcha',
  card_form: 'payment',
  password_form: 'login',
  destructive_choice: 'destructive_confirmation',
  plain: null,
};

const presentationCodes: Readonly<Record<FixtureModal['presentation'], Code>> = {
  aria_modal: 'modal',
  dialog_element: 'modal',
  popover: 'popover',
  cover: 'overlay',
};

const purposeCodes: Readonly<Record<NonNullable<FixtureElement['purpose']>, Code>> = {
  challenge: 'captcha',
  'card-number': 'payment',
  'sign-in': 'login',
};

/** What is on the screen right now that may have to stop an attempt, worst first. */
export function stopSignsOf(browser: MockBrowser): readonly StopSign[] {
  const signs: StopSign[] = [];
  if (browser.dialog !== null) {
    signs.push({ code: 'native_dialog', role: null, name: null, dialogKind: browser.dialog });
  }
  if (browser.permission !== null) signs.push({ code: 'permission', role: null, name: browser.permission });
  const { document } = browser;
  if (document === null) return signs;
  for (const { declared, name } of visibleElements(document)) {
    if (declared.purpose === undefined) continue;
    signs.push({ code: purposeCodes[declared.purpose], role: declared.role, name });
  }
  for (const { contents, presentation, role, name } of document.openModals().toReversed()) {
    signs.push({ code: contentCodes[contents] ?? presentationCodes[presentation], role, name });
  }
  return signs;
}
