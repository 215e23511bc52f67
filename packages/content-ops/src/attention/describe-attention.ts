import type { AttentionItem, Digest } from '@cux/contracts';
import { plainLine } from './plain-line.ts';

/** One line of an attention item, for a terminal or a view. Printable text only. */
export interface AttentionLine {
  readonly name: string;
  readonly text: string;
}

const nextSteps: Readonly<Record<AttentionItem['next_step'], string>> = {
  human_review: 'your decision',
  agent_todo: 'another todo finds out; nothing to decide now',
  none: 'nothing; this is for your information',
};

/**
 * An attention item, line by line: question, what is wanted, what is forbidden, evidence, next step, take-over.
 *
 * @param locate where a person can open evidence; its digest where nobody can
 */
export function describeAttention(
  item: AttentionItem,
  locate: (digest: Digest) => string | null = () => null,
): readonly AttentionLine[] {
  const lines: AttentionLine[] = [
    { name: 'question', text: item.question },
    ...item.attempted.map((text) => ({ name: 'it wants to', text })),
    ...item.forbidden.map((text) => ({ name: 'it must not', text })),
    ...item.evidence.map(({ evidence_class, digest }) => ({
      name: 'evidence',
      text: `${evidence_class} ${locate(digest) ?? digest}`,
    })),
    { name: 'next', text: nextSteps[item.next_step] },
    { name: 'to take over', text: item.takeover },
  ];
  return lines.map(({ name, text }) => ({ name, text: plainLine(text) }));
}
