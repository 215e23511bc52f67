import { brokenRules, findLeaks } from './find-leaks.ts';
import type { Span } from './view.ts';

/** What stands in a text in place of a secret. */
export const redactionMark = '<redacted>';

/** How far past its bound a text is read, so that a secret that straddles the bound is seen whole. */
const lookAhead = 4_096;

/**
 * The one exit for text that a page controls (labels, modal texts, log lines):
 *
 * - secrets, raw evidence and account numbers become `<redacted>`;
 * - line breaks, tabs and runs of spaces become one space, and the ends are trimmed;
 * - characters that show nothing or turn the writing direction (control, format, bidi, zero-width, lone
 *   surrogates) are shown as `\u{200b}`, so that a person can tell a lookalike from the real thing;
 * - the result has at most `maximum` UTF-16 code units; a longer text ends in `…`.
 *
 * What comes out passes `screenText`: a text that still holds something after its secrets were replaced
 * is replaced as a whole.
 */
export function redactText(text: string, maximum: number): string {
  const bounded = text.slice(0, maximum + lookAhead);
  const shown = showInvisible(replaceSpans(bounded, findLeaks(bounded)));
  const cut = shorten(shown, maximum);
  return brokenRules(cut).length === 0 ? cut : shorten(redactionMark, maximum);
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of [...spans].sort((left, right) => left.start - right.start)) {
    if (start >= from) result += text.slice(from, start) + redactionMark;
    from = Math.max(from, end);
  }
  return result + text.slice(from);
}

function showInvisible(text: string): string {
  return text
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\u115f\u1160\u3164\uffa0]|\u034f/gu,
      (character) => {
        return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
      },
    )
    .trim();
}

function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  if (maximum <= 0) return '';
  const kept = text.slice(0, maximum - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept}…`;
}
