import { covers } from './cover.ts';
import { attributeOf, flatContains, focusedElement, isRendered, matches, queryDeep } from './dom.ts';
import { knownRawName } from './known-names.ts';
import { permissionAsked } from './permission.ts';
import { roleOf } from './role.ts';
import { asksForPayment, challenge, signInForm } from './sensitive.ts';
import type { Sign } from './sign.ts';

const destructive =
  /\b(delete|remove|discard|erase|destroy|permanent(ly)?|irreversibl[ey]|cannot be undone|can't be undone|trash|wipe|löschen|supprimer|eliminar)\b/i;

function named(code: Sign['code'], element: Element): Sign {
  const name = knownRawName(element).slice(0, 400);
  return { code, role: roleOf(element), name: name === '' ? null : name };
}

function isDestructive(dialog: Element): boolean {
  return queryDeep(dialog, 'button, [role="button"]').some((button) =>
    destructive.test(knownRawName(button).slice(0, 200)),
  );
}

function holdsFocus(dialog: Element): boolean {
  const active = focusedElement();
  return active !== null && active !== document.body && flatContains(dialog, active);
}

/** Whether it takes the page for itself: declared modal, in the top layer, or with the focus in it. */
function isBlocking(dialog: Element): boolean {
  return (
    matches(dialog, ':modal') ||
    attributeOf(dialog, 'aria-modal') === 'true' ||
    roleOf(dialog) === 'alertdialog' ||
    holdsFocus(dialog)
  );
}

/** Square pixels below which a frame shows nobody anything. */
const leastArea = 400;

const dialogSelector = 'dialog[open], [role~="dialog"], [role~="alertdialog"], [aria-modal="true"]';

function shown(selector: string): Element[] {
  return queryDeep(document, selector).filter(
    (element) => isRendered(element) || queryDeep(element, '*').some(isRendered),
  );
}

function sensitiveSigns(): Sign[] {
  const found: Sign[] = [];
  const asked = permissionAsked();
  const robot = challenge();
  const signIn = signInForm();
  if (asked !== null) {
    found.push({ code: 'permission', role: null, name: asked });
  }
  if (robot !== null) {
    found.push({ code: 'captcha', ...robot });
  }
  if (signIn !== null) {
    found.push({ code: 'login', role: null, name: signIn });
  }
  if (asksForPayment()) {
    found.push({ code: 'payment', role: null, name: null });
  }
  return found;
}

/** Every sign in this document, worst first. Nothing is touched and nothing is put away. */
export function signs(): readonly Sign[] {
  if (innerWidth * innerHeight < leastArea) {
    return [];
  }
  const lying = covers();
  const dialogs = shown(dialogSelector);
  const overlapping = (element: Element) =>
    lying.some((cover) => flatContains(cover, element) || flatContains(element, cover));
  const modals = dialogs.filter((dialog) => isBlocking(dialog) || overlapping(dialog));
  const popovers = shown(':popover-open').filter(
    (each) => attributeOf(each, 'popover') !== 'hint' && !modals.includes(each),
  );
  const explained = [...modals, ...popovers];
  const bare = lying.filter(
    (cover) => !explained.some((each) => flatContains(cover, each) || flatContains(each, cover)),
  );
  return [
    ...sensitiveSigns(),
    ...modals.map((dialog) => named(isDestructive(dialog) ? 'destructive_confirmation' : 'modal', dialog)),
    ...popovers.map((each) => named('popover', each)),
    ...bare.map((cover) => named('overlay', cover)),
  ];
}
