import type { AttentionItem } from '@cux/contracts';

const nextSteps: Readonly<Record<AttentionItem['next_step'], string>> = {
  human_review: 'Next: your decision.',
  agent_todo: 'Next: another todo finds out; nothing to decide now.',
  none: 'Next: nothing; this is for your information.',
};

/** An attention item as lines for a terminal: question, tried, forbidden, captured, next step, take-over. */
export function describeAttention(item: AttentionItem): string[] {
  const captured = item.evidence.map(({ evidence_class, digest }) => `  ${evidence_class} ${digest}`);
  return [
    item.question,
    'Tried:',
    ...item.attempted.map((sentence) => `  ${sentence}`),
    'Forbidden:',
    ...(item.forbidden.length > 0 ? item.forbidden.map((sentence) => `  ${sentence}`) : ['  nothing']),
    'Captured:',
    ...(captured.length > 0 ? captured : ['  nothing']),
    nextSteps[item.next_step],
    `If it is stuck: ${item.takeover}`,
  ];
}
