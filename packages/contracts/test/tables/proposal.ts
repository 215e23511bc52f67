import { judgeProposal, type Verdict } from '../../src/index.ts';
import { draftProposal } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { changed } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

const proposal =
  (changes: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgeProposal(wire(changed(draftProposal(), changes)));

const following = (changes: Readonly<Record<string, unknown>> = {}) => ({
  todo_id: 'todo_read_back',
  action_unit: 'inspect_screen',
  state: 'open',
  record_id: null,
  reconciles_attempt_id: 'attempt_1',
  attention: null,
  ...changes,
});

const settles = (state: string) => ({
  attempt_id: 'attempt_1',
  outcome: 'not_happened',
  todo_state: state,
  attention: null,
});

const keeping = (facts: Readonly<Record<string, unknown>>) => ({
  record_id: 'article_12',
  expected_state: 'drafted',
  expected_revision: 1,
  state: 'published',
  facts,
});

export const proposalRows: readonly RuleRow[] = [
  accepts('a draft that waits for the gate it raises', proposal()),
  accepts('done, with evidence, and no successor', proposal({ 'todo/state': 'done', gate: null })),
  refuses(
    'proposal.done-without-evidence',
    'done because it says so',
    proposal({ 'todo/state': 'done', evidence: [] }),
  ),
  refuses('proposal.awaiting-without-gate', 'waits for nothing', proposal({ gate: null })),
  refuses(
    'proposal.awaiting-without-gate',
    'the other todo waits for nothing',
    proposal({ 'todo/state': 'open', gate: null, settles: settles('awaiting_gate') }),
  ),
  refuses(
    'proposal.awaiting-without-gate',
    'a following todo waits for a gate of another todo',
    proposal({ following: [following({ state: 'awaiting_gate' })] }),
  ),
  refuses(
    'proposal.blocked-without-attention',
    'blocked, and nobody knows',
    proposal({ 'todo/state': 'blocked', gate: null }),
  ),
  refuses(
    'proposal.blocked-without-attention',
    'the other todo blocked',
    proposal({ settles: settles('blocked') }),
  ),
  refuses(
    'proposal.blocked-without-attention',
    'a following todo is born blocked',
    proposal({ following: [following({ state: 'blocked' })] }),
  ),
  refuses(
    'proposal.reconciling-without-read-back',
    'nobody finds out',
    proposal({ 'todo/state': 'reconciling', gate: null }),
  ),
  accepts(
    'reconciling with its read-back',
    proposal({ 'todo/state': 'reconciling', gate: null, following: [following()] }),
  ),
  refuses('proposal.duplicate-todo', 'two of one name', proposal({ following: [following(), following()] })),
  ...[
    ['done', 'a todo that is done'],
    ['open', 'a todo that may run'],
  ].map(([state, whose]) =>
    refuses('proposal.gate-without-waiter', `a gate on ${whose}`, proposal({ 'todo/state': state })),
  ),
  refuses(
    'proposal.gate-without-waiter',
    'a gate on a following todo that may run',
    proposal({ 'gate/todo_id': 'todo_read_back', following: [following()] }),
  ),
  spares(
    ['proposal.gate-without-waiter'],
    'the next todo waits for its gate, this one is done',
    proposal({
      'todo/state': 'done',
      'gate/todo_id': 'todo_read_back',
      following: [following({ state: 'awaiting_gate' })],
    }),
  ),
  ...[
    ['takeover', '   '],
    ['takeover', '\u200b\u2060'],
    ['takeover', '...'],
    ['attempted/0', '\u200b'],
    ['forbidden/0', '\u00a0'],
    ['question', '\u200b'.repeat(20)],
    ['question', '????????????'],
    ['takeover', '\u3164\uffa0'],
  ].map(([place = '', text]) =>
    refuses(
      'proposal.blank-text',
      `nothing to read in ${place}: ${JSON.stringify(text)}`,
      proposal({ [`gate/attention/${place}`]: text }),
    ),
  ),
  spares(
    ['proposal.blank-text'],
    'words in another script, with what joins them',
    proposal({ 'gate/attention/takeover': 'मैनुअल रूप से खोलें \u200d', 'gate/attention/attempted/0': '发布' }),
  ),
  refuses(
    'writeback.key',
    'a fact of the record that names a decision',
    proposal({ record: keeping({ complete_todo: true }) }),
  ),
  refuses(
    'writeback.command',
    'a fact of the record that is a command',
    proposal({ record: keeping({ note: 'kernel.complete_todo(1)' }) }),
  ),
  spares(
    ['writeback.key', 'writeback.command'],
    'facts of the record that a site tells',
    proposal({
      record: keeping({ post_id: 12, status: 'draft', url: 'https://newsroom.example/articles/12' }),
    }),
  ),
  refuses(
    'proposal.done-without-evidence',
    'told although another part has no shape',
    proposal({ 'todo/state': 'done', evidence: [], gate: 'none' }),
  ),
  ...[
    'Wartet auf die Freigabe durch den Benutzer',
    'Bitte bestätigen Sie die Aktion.',
    'Genehmigung erforderlich: bitte prüfen',
    'En attente de l’approbation de l’utilisateur',
    'Veuillez confirmer cette action',
    'Esperando la confirmación del usuario',
    '¿Está seguro de continuar?',
    'Aguardando aprovação do usuário',
    'In attesa di approvazione dell’utente',
    'Wacht op goedkeuring van de gebruiker',
    'Oczekiwanie na zatwierdzenie przez użytkownika',
    'Ожидание подтверждения пользователя',
    'Требуется ваше решение, пожалуйста',
    '等待用户批准后才能继续操作',
    '请您确认是否继续进行操作吗',
    'ユーザーの承認を待っています。',
    '사용자 승인 대기 중입니다...',
    'بانتظار موافقة المستخدم',
    'W\u0430iting for \u0430pprov\u0430l',
    'Waiting\u200bfor the user',
  ].map((question) =>
    refuses(
      'proposal.vague-question',
      `“${question}” names no decision`,
      proposal({ 'gate/attention/question': question }),
    ),
  ),
  ...[
    '„Q3-Notizen“ auf newsroom.example veröffentlichen?',
    'Publier « Notes du T3 » sur newsroom.example ?',
    '¿Publicar “Notas del T3” en newsroom.example?',
    'Опубликовать «Итоги квартала» на сайте редакции?',
    '将《三季度纪要》发布到 newsroom.example 吗？',
    '「第三四半期のメモ」を公開しますか？お願いします',
    '3분기 노트를 게시하시겠습니까?',
    'Delete the draft of article 12?',
    'Publish item 7?',
    'Pay invoice 42?',
    'Close the dialog that covers “Save”?',
    'Change the headline of page 3?',
  ].map((question) =>
    spares(
      ['proposal.vague-question'],
      `“${question}” names the decision`,
      proposal({ 'gate/attention/question': question }),
    ),
  ),
  ...[
    'Waiting for the user',
    'owner gate (review)',
    'Approval is required!',
    'Please approve this.',
    'Are you sure?',
    'Approve the change?',
    'Approve gate 4, please?',
    'Approve gate_01hzxkq7v3m8?',
    'A p p r o v e ?',
    'Approve now, please, as soon as possible?',
    'Please look at this and tell us whether it is fine to go on',
    'Something is in the way',
    'Is the new result correct?',
    'Bitte die Änderung ansehen',
  ].map((question) =>
    refuses(
      'proposal.vague-question',
      `“${question}” names no decision`,
      proposal({ 'gate/attention/question': question }),
    ),
  ),
];
