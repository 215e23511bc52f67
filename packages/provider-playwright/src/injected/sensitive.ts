import { attributeOf, isRendered, queryDeep } from './dom.ts';
import { knownRawName } from './known-names.ts';

const signInWords =
  /\b(sign|log)[\s-]?(in|on)\b|\bse connecter\b|\banmelden\b|\biniciar sesión\b|\bconnexion\b/i;
const cardWords = /card.?(number|no\b)|\b(cvv|cvc|csc)\b|security code|kartennummer|num[ée]ro de carte/i;
const cardFrames = /stripe|adyen|braintree|paypal|checkout\.com|squareup|card (number|payment)/i;
const captchaWords = /captcha|turnstile|challenge|not a robot|arkose|funcaptcha/i;

/** Fields in a form at which a password means "sign in" rather than "one setting of many". */
const smallForm = 3;
const typed =
  'input:not([type]), input[type="text"], input[type="email"], input[type="tel"], input[type="password"], input[type="search"], input[type="url"], input[type="number"], textarea, select';

function wordsOf(root: Document | Element | ShadowRoot): string {
  return queryDeep(
    root,
    'h1, h2, h3, legend, button, input[type="submit"], [role="heading"], [role="button"]',
  )
    .filter(isRendered)
    .slice(0, 40)
    .map((element) => knownRawName(element).slice(0, 80))
    .join('\n');
}

/** A visible password field in something that looks like a form to sign in with; its name, or null. */
export function signInForm(): string | null {
  for (const field of queryDeep(document, 'input[type="password"], input[autocomplete="one-time-code"]')) {
    if (!(field instanceof HTMLInputElement) || !isRendered(field) || field.disabled) {
      continue;
    }
    const scope = field.form ?? document;
    const fields = queryDeep(scope, typed).filter(isRendered).length;
    if (fields <= smallForm || signInWords.test(wordsOf(scope))) {
      return document.title.slice(0, 200);
    }
  }
  return null;
}

/** Empty fields of a card, a security code, or a payment service's frame. A card that is on file is no request. */
export function asksForPayment(): boolean {
  const fields = queryDeep(document, 'input, select').filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && isRendered(field) && !field.disabled,
  );
  return (
    fields.some((field) => {
      const hint = attributeOf(field, 'autocomplete') ?? '';
      const words = `${field.name} ${field.id} ${hint === '' ? knownRawName(field) : ''}`;
      const code = /\bcc-csc\b/.test(hint);
      const card = /\bcc-(number|exp)/.test(hint) || (field.type !== 'checkbox' && cardWords.test(words));
      return code || (card && field.value === '' && !field.readOnly);
    }) ||
    queryDeep(document, 'iframe').some(
      (frame) =>
        isRendered(frame) && cardFrames.test(`${attributeOf(frame, 'title')} ${attributeOf(frame, 'name')}`),
    )
  );
}

/** A visible challenge: its frame's title, name or address, or a box that asks whether somebody is a robot. */
export function challenge(): { readonly role: string | null; readonly name: string } | null {
  for (const frame of queryDeep(document, 'iframe')) {
    const address = attributeOf(frame, 'src') ?? '';
    const words = `${attributeOf(frame, 'title')} ${attributeOf(frame, 'name')} ${address.split('?')[0]}`;
    const badge = /size=invisible/.test(address);
    if (isRendered(frame) && !badge && captchaWords.test(words)) {
      return { role: null, name: attributeOf(frame, 'title') ?? '' };
    }
  }
  for (const box of queryDeep(document, 'input[type="checkbox"], [role="checkbox"]')) {
    const name = isRendered(box) ? knownRawName(box) : '';
    if (/not a robot|are human|verify you/i.test(name)) {
      return { role: 'checkbox', name };
    }
  }
  return null;
}
