import { plainForm } from '../../leak/fold.ts';
import type { AttentionItem } from '../../records/attention-item.ts';
import type { ProposedTransition } from '../../records/proposed-transition.ts';
import { isVague } from '../vague-question.ts';
import type { PartsRule } from './statement.ts';

/** All attention items of a proposal, with their pointers. */
function attentionItems(proposal: ProposedTransition): readonly (readonly [string, AttentionItem])[] {
  const items: [string, AttentionItem | null | undefined][] = [
    ['/todo/attention', proposal.todo.attention],
    ['/gate/attention', proposal.gate?.attention],
    ['/settles/attention', proposal.settles?.attention],
    ...proposal.following.flatMap(({ attention }, index): [string, AttentionItem | null][] => [
      [`/following/${index}/attention`, attention],
    ]),
  ];
  return items.filter((item): item is [string, AttentionItem] => item[1] !== null && item[1] !== undefined);
}

/** Texts of an attention item that a person is to read, by their place in it. */
function textsOf({
  question,
  attempted,
  forbidden,
  takeover,
}: AttentionItem): readonly (readonly [string, string])[] {
  return [
    ['/question', question],
    ...attempted.map((text, index) => [`/attempted/${index}`, text] as const),
    ...forbidden.map((text, index) => [`/forbidden/${index}`, text] as const),
    ['/takeover', takeover],
  ];
}

const showsWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(plainForm(text));

/** Whether a todo of the proposal waits for the gate that it raises. */
function waitsForGate({ todo, settles, following }: ProposedTransition, todoId: string): boolean {
  const follower = following.find((each) => each.todo_id === todoId);
  if (follower !== undefined) return follower.state === 'awaiting_gate';
  return todo.state === 'awaiting_gate' || settles?.todo_state === 'awaiting_gate';
}

/** Whether a proposal is complete in itself. Whether it may be applied is the kernel's question. */
export const proposalRules: readonly PartsRule<ProposedTransition>[] = [
  {
    id: 'proposal.done-without-evidence',
    restsOn: ['todo', 'evidence'],
    statement: 'A todo must not be proposed as done without evidence.',
    violations: ({ todo, evidence }) => (todo.state === 'done' && evidence.length === 0 ? ['/evidence'] : []),
  },
  {
    id: 'proposal.awaiting-without-gate',
    restsOn: ['todo', 'gate', 'settles'],
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
    id: 'proposal.gate-without-waiter',
    restsOn: ['todo', 'gate', 'settles', 'following'],
    statement:
      'A gate must be raised for a todo that waits for it, not for one that is done, blocked or may run.',
    violations: (proposal) =>
      proposal.gate !== null && !waitsForGate(proposal, proposal.gate.todo_id) ? ['/gate/todo_id'] : [],
  },
  {
    id: 'proposal.blocked-without-attention',
    restsOn: ['todo', 'settles'],
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
    restsOn: ['todo', 'following'],
    statement: 'A todo must not be left reconciling without a following todo that reads back what happened.',
    violations: ({ todo, following }) =>
      todo.state === 'reconciling' && !following.some((each) => each.reconciles_attempt_id !== null)
        ? ['/following']
        : [],
  },
  {
    id: 'proposal.duplicate-todo',
    restsOn: ['following'],
    statement: 'Following todos must have ids of their own.',
    violations: ({ following }) =>
      new Set(following.map((each) => each.todo_id)).size === following.length ? [] : ['/following'],
  },
  {
    id: 'proposal.vague-question',
    restsOn: ['todo', 'gate', 'settles'],
    statement: 'A question must name the exact decision, never only that somebody waits.',
    violations: (proposal) =>
      attentionItems(proposal).flatMap(([path, { question }]) =>
        isVague(question) ? [`${path}/question`] : [],
      ),
  },
  {
    id: 'proposal.blank-text',
    restsOn: ['todo', 'gate', 'settles'],
    statement:
      'What a person is shown, the way to take over included, must hold words that can be seen, not only spaces, signs or what shows nothing.',
    violations: (proposal) =>
      attentionItems(proposal).flatMap(([path, item]) =>
        textsOf(item).flatMap(([place, text]) => (showsWords(text) ? [] : [`${path}${place}`])),
      ),
  },
];
