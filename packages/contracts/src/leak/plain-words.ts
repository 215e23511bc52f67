import { AnchorIndex } from './anchors.ts';
import { anchoredDetectors } from './detectors/all.ts';
import { rotated, signsOf, turned } from './signs.ts';

/**
 * Short words of letters in one case with single separators, and at most three single letters side by side: enums, keys and
 * most labels. Nothing decodes from them, and nearly every detector needs a digit, a sign, a change of case or a longer run.
 */
const plainWords =
  /^(?:(?:[A-Za-z][ _.-]){0,3}(?:[A-Za-z][a-z]{1,14}|[A-Z]{2,15}|[A-Za-z]$)(?:[ _.-]|$)){0,40}$/;

let announcements: AnchorIndex<true> | undefined;

/**
 * What announces a secret that is made of such words (`password is letmein`, the words of a wallet), also turned around and
 * rotated. Built at the first text, as the index of all anchors is.
 */
function announcementIndex(): AnchorIndex<true> {
  if (announcements !== undefined) return announcements;
  announcements = new AnchorIndex<true>();
  const words = new Set<string>();
  for (const { anchors, ofWords } of anchoredDetectors()) {
    if (ofWords !== true) continue;
    for (const anchor of anchors) {
      announcements.add(anchor, true);
      if (anchor.length >= 4) words.add(anchor);
    }
  }
  for (const change of [turned, rotated]) {
    for (const sign of signsOf(words, change)) announcements.add(sign, true);
  }
  return announcements;
}

/** Whether a text can be let pass without a closer look: plain words, of which none announces a secret. */
export function saysNothingHidden(text: string): boolean {
  return plainWords.test(text) && !isAnnounced(text.toLowerCase());
}

function isAnnounced(lower: string): boolean {
  let found = false;
  announcementIndex().visit(
    lower,
    () => {
      found = true;
      return true;
    },
    () => false,
  );
  return found;
}
