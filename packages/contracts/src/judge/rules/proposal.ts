import type { AttentionItem } from '../../records/attention-item.ts';
import type { ProposedTransition } from '../../records/proposed-transition.ts';
import type { CaseRule } from './statement.ts';

/** Questions that name no decision (`spec/computer-use-runtime-v0`, Human Attention Contract). */
const vagueWords: ReadonlySet<string> = new Set(
  `a an the this that it is are be you sure now here please for on of to by or and with waiting wait waits awaiting
  pending needed need needs required requires approval approve approved review reviews decision decide confirm
  confirmation continue proceed action attention input gate owner user human reviewer operator person todo task
  request ok okay yes no open`.split(/\s+/),
);

/** Whether a question is made of words that name no thing and no deed. */
function isVague(question: string): boolean {
  const words = question.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return words.every((word) => vagueWords.has(word));
}

/** All attention items of a proposal, with their pointers. */
function attentionItems(proposal: ProposedTransition): readonly (readonly [string, AttentionItem])[] {
  const items: [string, AttentionItem | null | undefined][] = [
    ['/todo/attention', proposal.todo.attention],
    ['/gate/attention', proposal.gate?.attention],
    ['/settles/attention', proposal.settles?.attention],
    ...proposal.following.map(({ attention }, index): [string, AttentionItem | null] => [
      `/following/${index}/attention`,
      attention,
    ]),
  ];
  return items.filter((item): item is [string, AttentionItem] => item[1] !== null && item[1] !== undefined);
}

/** Whether a proposal is complete in itself. Whether it may be applied is the kernel's question. */
export const proposalRules: readonly CaseRule<ProposedTransition>[] = [
  {
    id: 'proposal.done-without-evidence',
    statement: 'A todo must not be proposed as done without evidence.',
    violations: ({ todo, evidence }) => (todo.state === 'done' && evidence.length === 0 ? ['/evidence'] : []),
  },
  {
    id: 'proposal.awaiting-without-gate',
    statement: 'A todo must not wait for a gate that the proposal does not raise.',
    violations: ({ todo, gate, settles, following }) => [
      ...(todo.state === 'awaiting_gate' && gate === null ? ['/todo/state'] : []),
      ...(settles?.todo_state === 'awaiting_gate' && gate === null ? ['/settles/todo_state'] : []),
      ...following.flatMap((each, index) =>
        each.state === 'awaiting_gate' && gate?.todo_id !== each.todo_id ? [`/following/${index}/state`] : [],
      ),
    ],
  },
  {
    id: 'proposal.blocked-without-attention',
    statement: 'A blocked todo must come with an attention item that says what a person can do.',
    violations: ({ todo, settles, following }) => [
      ...(todo.state === 'blocked' && todo.attention === null ? ['/todo/attention'] : []),
      ...(settles?.todo_state === 'blocked' && settles.attention === null ? ['/settles/attention'] : []),
      ...following.flatMap((each, index) =>
        each.state === 'blocked' && each.attention === null ? [`/following/${index}/attention`] : [],
      ),
    ],
  },
  {
    id: 'proposal.reconciling-without-read-back',
    statement: 'A todo must not be left reconciling without a following todo that reads back what happened.',
    violations: ({ todo, following }) =>
      todo.state === 'reconciling' && !following.some((each) => each.reconciles_attempt_id !== null)
        ? ['/following']
        : [],
  },
  {
    id: 'proposal.duplicate-todo',
    statement: 'Following todos must have ids of their own.',
    violations: ({ following }) =>
      new Set(following.map((each) => each.todo_id)).size === following.length ? [] : ['/following'],
  },
  {
    id: 'proposal.vague-question',
    statement: 'A question must name the exact decision, never only that somebody waits.',
    violations: (proposal) =>
      attentionItems(proposal).flatMap(([path, { question }]) =>
        isVague(question) ? [`${path}/question`] : [],
      ),
  },
];
