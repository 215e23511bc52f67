import { z } from 'zod';
import { isWellFormed } from './well-formed.ts';

/** How long a pattern may be, in UTF-16 units, and how many wildcards it may have. */
const maximumLength = 200;
const maximumWildcards = 8;

/**
 * A pattern for accessible names: literal text, `*` for any run of characters, `\*` for an asterisk and `\\` for a
 * backslash. There is nothing else in it, so it matches without going back, in time bounded by the two lengths.
 */
export const namePatternSchema = z
  .string()
  .min(1)
  .max(maximumLength)
  .superRefine((pattern, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (!isWellFormed(pattern)) return refuse('Half of a character is in this pattern; write it anew');
    const parts = partsOf(pattern);
    if (parts === null) return refuse('After a backslash only * or another backslash may stand');
    if (parts.length - 1 > maximumWildcards)
      return refuse(`A pattern has ${maximumWildcards} wildcards at most; write a shorter one`);
    if (parts.slice(1, -1).includes('')) refuse('Two wildcards in a row say no more than one; leave one out');
  });

/** The literal parts between the wildcards, or null for a stray backslash. One part means that there is no wildcard. */
export function partsOf(pattern: string): readonly string[] | null {
  const parts: string[] = [];
  let part = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === '*') {
      parts.push(part);
      part = '';
    } else if (character !== '\\') {
      part += character;
    } else {
      index += 1;
      const escaped = pattern.charAt(index);
      if (escaped !== '*' && escaped !== '\\') return null;
      part += escaped;
    }
  }
  return [...parts, part];
}

/** Whether the whole text consists of the parts, in order, with anything between them. Compared by code unit. */
export function matchesParts(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  if (parts.length <= 1) return text === first;
  const last = parts[parts.length - 1] ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let position = first.length;
  for (let index = 1; index < parts.length - 1; index += 1) {
    const part = parts[index] ?? '';
    // The leftmost place leaves the most room to the rest: there is never a reason to go back.
    const found = text.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
const space = /\s+/gu;
const plainAscii = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A name as somebody reads it: without what cannot be seen, in one width and one case, with single spaces. Letters of
 * another script that look alike stay different.
 */
export function foldName(name: string): string {
  return plainAscii.test(name) ? name.toLowerCase() : foldPart(name).trim();
}

/** The same for a pattern's parts. */
export function foldParts(parts: readonly string[]): readonly string[] {
  const folded = parts.map(foldPart);
  const last = folded.length - 1;
  return folded.map((part, index) => {
    const started = index === 0 ? part.trimStart() : part;
    return index === last ? started.trimEnd() : started;
  });
}

function foldPart(text: string): string {
  return text
    .replace(invisible, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(space, ' ');
}
