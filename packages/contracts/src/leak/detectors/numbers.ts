import type { SearchedDetector } from '../detector.ts';

/** Prefixes and lengths of the card brands (ISO/IEC 7812). */
const brands: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 19]],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[689])/, [14]],
  [/^(?:6011|65|64[4-9])/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^62/, [16, 17, 18, 19]],
];

/** Letters and digits of an IBAN by country (ISO 13616). */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18
  FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
  LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24
  SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** How the digits of a card are printed, by the lengths of their groups; a card that is not grouped is one. */
const groupings: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 4, 4, 3],
  ...[14, 15, 16, 17, 18, 19].map((length) => [length]),
];

/** Nineteen digits, and a sign behind each but the last. */
const longestCard = 37;

/** More groups of four digits than a card has, with what may stand on both sides of it: a list of numbers. */
const longestRow = 5;

/**
 * Whether a row of digits is a card, or one stands in it: beside the number of an order, its month or its code. What
 * stands beside it has to be printed apart.
 */
function isCard([row]: RegExpExecArray): boolean {
  if (row.length <= longestCard && /^\d(?:[ .-]?\d)*$/.test(row) && isNumberOfCard(row)) return true;
  const groups = row.match(/\d+/g) ?? [];
  if (!groups.some(({ length }) => length >= 4)) return false;
  const fours = groups.filter(({ length }) => length === 4);
  if (fours.length > longestRow) return areCards(fours);
  return groups.some((_, nth) =>
    groupings.some(
      (grouping) =>
        grouping.every((length, at) => groups[nth + at]?.length === length) &&
        isNumberOfCard(groups.slice(nth, nth + grouping.length).join('')),
    ),
  );
}

/** One card after another. */
function areCards(groups: readonly string[]): boolean {
  if (groups.length % 4 !== 0) return false;
  return groups.every((_, nth) => nth % 4 !== 0 || isNumberOfCard(groups.slice(nth, nth + 4).join('')));
}

function isNumberOfCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (/^(\d)\1+$/.test(digits)) return false;
  const known = brands.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length));
  return known && passesLuhn(digits);
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** A digest may begin with the letters of a country and check digits, and a part of a UUID as well. */
function isHexadecimalName({ input, index }: RegExpExecArray): boolean {
  // No country whose letters are hexadecimal has as long a number.
  if (/^[\da-f]{32}/i.test(input.slice(index, index + 32))) return true;
  const from = Math.max(0, index - 24);
  const near = input.slice(from, index + 36).matchAll(uuid);
  return [...near].some((name) => from + name.index <= index && index < from + name.index + name[0].length);
}

function isIban(match: RegExpExecArray): boolean {
  const compact = `${match[0]}${match.groups?.rest}`.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  const length = ibanLengths[compact.slice(0, 2)];
  if (length === undefined || compact.length < length || isHexadecimalName(match)) return false;
  const iban = compact.slice(0, length);
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

export const searchedNumbers = (): readonly SearchedDetector[] => [
  {
    rule: 'leak.card-number',
    when: ({ digits }) => digits >= 14,
    cost: 0.3,
    pattern: /(?<![\w.-])\d(?:[ .\-_/]{0,2}\d){12,60}(?!\w)/g,
    confirms: isCard,
  },
  {
    rule: 'leak.iban',
    when: ({ digits }) => digits >= 7,
    // What follows is only looked at: another one may begin in it.
    pattern: /(?<![a-z0-9])[a-z]{2}\d{2}(?=(?<rest>(?:[ -]?[a-z0-9]){11,28}))/gi,
    confirms: isIban,
  },
];
