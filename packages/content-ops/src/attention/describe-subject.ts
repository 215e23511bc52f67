import type { Gate } from '@cux/kernel/capability';
import { type Content, contentDigest } from '../content/content.ts';
import type { AttentionLine } from './describe-attention.ts';
import { plainLine } from './plain-line.ts';

/** How much of one field is shown, in characters; a longer one is cut, and says so. */
const shownCharacters = 600;

/**
 * What an approval of a gate would be bound to, line by line: the target, every field of the content, and the digest
 * that the gate carries. Of a single action of an agent, the content is on the page, and in the picture that was kept of it, if
 * one was. Printable text only. Empty for a standing gate: its question says all of it.
 *
 * @param content the item's present content; null where it cannot be read
 * @param whole show long fields to their end
 * @param seen the command that does, told where a field is cut
 */
export function describeSubject(
  { subject, attention }: Pick<Gate, 'subject' | 'attention'>,
  content: Content | null,
  {
    whole = false,
    seen = 'cux gate show --whole',
  }: { readonly whole?: boolean; readonly seen?: string } = {},
): readonly AttentionLine[] {
  if (!('content_digest' in subject)) return [];
  const { site, account, item } = subject.target;
  const maximum = whole ? Number.POSITIVE_INFINITY : shownCharacters;
  return [
    { name: 'target', text: plainLine(`item ${item} on ${site}, as ${account}`) },
    ...(subject.action === undefined
      ? contentLines(subject.content_digest, content, { maximum, seen })
      : [{ name: 'content', text: onThePage(attention) }]),
    { name: 'content is', text: subject.content_digest },
  ];
}

/** What was typed into a page is in no text that is kept of it: an agent that took no picture has left nothing to look at. */
function onThePage({ evidence }: Gate['attention']): string {
  return evidence.some(({ evidence_class }) => evidence_class === 'screenshot')
    ? 'is what the page held when this was asked: look at its picture, which is named above, before you decide'
    : 'is what the page held when this was asked, and no picture of it was kept: do not approve what you cannot see';
}

interface Extent {
  readonly maximum: number;
  readonly seen: string;
}

function contentLines(bound: string, content: Content | null, extent: Extent): readonly AttentionLine[] {
  if (content === null) {
    return [{ name: 'content', text: 'cannot be read here: do not approve what you cannot see' }];
  }
  if (contentDigest(content) !== bound) {
    return [{ name: 'content', text: 'has changed since this was asked: an approval would come to nothing' }];
  }
  return Object.entries(content).map(([field, value]) => ({
    name: `content ${plainLine(field)}`,
    text: shown(value, extent),
  }));
}

/** One line: line breaks as signs, what a terminal would obey left out and counted, the end cut and counted. */
function shown(value: string, { maximum, seen }: Extent): string {
  const characters = Array.from(plainLine(value.replaceAll('\n', ' ⏎ ')));
  const notes: string[] = [];
  const invisible = value.match(/(?!\n)[\p{Cc}\p{Cf}]/gu)?.length ?? 0;
  if (invisible > 0) notes.push(`${invisible} control or invisible characters are not shown`);
  if (characters.length > maximum) {
    notes.push(`cut here; ${Array.from(value).length} characters in all, see "${seen}"`);
  }
  const text = characters.slice(0, maximum).join('');
  return notes.length === 0 ? text : `${text} … [${notes.join('; ')}]`;
}
