import {
  judgePlan,
  judgeProposal,
  judgeRequest,
  type RequestAuthority,
  type Verdict,
} from '../../src/index.ts';
import {
  draftProposal,
  draftRequest,
  openGate,
  publishRequest,
  publishRequestAuthority,
  requestAuthority,
} from '../support/honest.ts';
import { honestPlan } from '../support/plans.ts';
import { attention } from '../support/public-records.ts';
import { wire } from '../support/wire.ts';
import { changed, draft, publication, readBack } from './receipt.ts';
import { type RuleRow, spares } from './row.ts';

type Changes = Readonly<Record<string, unknown>>;

const request =
  (changes: Changes = {}, authority: Changes = {}) =>
  (): Verdict<unknown> =>
    judgeRequest({
      request: wire(changed(draftRequest, changes)),
      authority: changed(requestAuthority, authority) as unknown as RequestAuthority,
    });

const publish =
  (changes: Changes = {}, authority: Changes = {}) =>
  (): Verdict<unknown> =>
    judgeRequest({
      request: wire(changed(publishRequest, changes)),
      authority: changed(publishRequestAuthority, authority) as unknown as RequestAuthority,
    });

const proposal =
  (changes: Changes = {}) =>
  (): Verdict<unknown> =>
    judgeProposal(wire(changed(draftProposal(), changes)));

const plan =
  (changes: Changes = {}) =>
  (): Verdict<unknown> =>
    judgePlan(wire(changed(honestPlan, changes)));

/** A request whose prose is this text. */
const prose = (text: string) => request({ stop_condition: text });

const label = (text: string) =>
  draft({
    receipt: { stop_reason: 'failed', 'observed_facts/draft_present': false },
    annex: { blocker: { code: 'target_lost', step: 1, label: text } },
  });

const blocked = {
  receipt: {
    stop_reason: 'blocked_by_unknown_modal',
    'observed_facts/draft_present': false,
    'observed_facts/unknown_modal': true,
  },
  annex: { blocker: { code: 'native_dialog', step: 2, label: null, dialog_kind: 'confirm' }, draft: null },
};

const following = { todo_id: 'todo_next', action_unit: 'inspect_screen', record_id: null, attention: null };

const nearText = JSON.stringify(draftRequest);
const text = (bytes: string | Uint8Array) => (): Verdict<unknown> =>
  judgeRequest({
    request: typeof bytes === 'string' ? wire(bytes) : bytes,
    authority: requestAuthority,
  });

/** Honest records that come as near to a rule as they can. */
export const sparingRows: readonly RuleRow[] = [
  spares(
    ['parse.not-bytes', 'parse.empty', 'parse.syntax', 'parse.trailing-content', 'parse.byte-order-mark'],
    'white space before and after is no content and no mark',
    text(`\r\n\t ${nearText} \n`),
  ),
  spares(
    ['parse.not-utf8', 'parse.lone-surrogate', 'parse.noncharacter'],
    'letters beyond the first plane, raw and as a pair',
    prose('stop 😀 \\ud83d\\ude00 文 �'),
  ),
  spares(
    ['parse.lone-surrogate'],
    'a pair of escapes is one letter',
    text(nearText.replace('stop at', '\\ud83d\\ude00 at')),
  ),
  spares(
    ['parse.nul', 'parse.reserved-key'],
    'words about NUL, __proto__ and then, as values',
    prose('stop at NUL, __proto__, then constructor'),
  ),
  spares(['parse.too-large'], 'exactly 64 KiB', text(nearText.padEnd(65_536, ' '))),
  spares(
    ['parse.too-deep', 'parse.too-many-keys', 'parse.not-an-object', 'parse.duplicate-key'],
    'a key twice, in two objects',
    publish(),
  ),
  spares(
    ['parse.number-not-integer', 'parse.negative-zero', 'parse.number-out-of-range', 'parse.not-plain-data'],
    'zero is an integer',
    draft({ annex: { started_at: 0, ended_at: 0 } }),
  ),
  spares(
    ['parse.unsafe-integer'],
    'the largest safe integer',
    draft({ annex: { ended_at: Number.MAX_SAFE_INTEGER } }),
  ),
  spares(
    ['shape.unknown-key', 'shape.missing-key', 'shape.invalid', 'shape.wrong-literal', 'shape.not-in-set'],
    'an optional key may be absent',
    request({ gate_binding: undefined }),
  ),
  spares(
    ['shape.too-long'],
    '400 letters of two UTF-16 units each are 400 characters',
    prose('😀'.repeat(400)),
  ),
  spares(['shape.too-long'], 'an id of 200 characters', request({ goal_id: 'g'.repeat(200) })),
  spares(['shape.too-short'], 'an id of one character', request({ goal_id: 'g' })),
  spares(
    ['shape.wrong-format'],
    'every printable sign of ASCII in an id',
    request({ goal_id: '!~/:@#%&*()_+=-' }),
  ),
  spares(['shape.wrong-type'], 'numbers and flags as text are text', prose('stop after 12 or true')),
  spares(['authority.missing', 'authority.malformed'], 'the authority is there', draft()),
  spares(
    ['gate.missing', 'facts.not-in-table'],
    'a draft stops at its gate before any was raised',
    draft({ authority: { 'request/gate_binding': undefined, gate: null, subject_digest: null } }),
  ),
  spares(
    ['writeback.key', 'writeback.embedded', 'writeback.command'],
    'prose about todos and gates decides nothing',
    prose('when the gate is open, complete the todo form; {"note":"the approver completes it"}'),
  ),
  spares(
    ['leak.token', 'leak.signed-token'],
    'names, digests and ids',
    prose('token-refresh page, 018f3a5e-7b1c-7d52-9a61-0c2f4be1a9d3'),
  ),
  spares(
    ['leak.private-key', 'leak.authorization'],
    'prose about keys and headers',
    prose('stop at the private key page or an authorization prompt'),
  ),
  spares(
    ['leak.cookie', 'leak.url-credential'],
    'a clean address, and a cookie banner',
    prose('stop at https://newsroom.example/cookies?page=2'),
  ),
  spares(
    ['leak.password', 'leak.second-factor'],
    'a label that asks for a password',
    label('Enter your password and the code from your app'),
  ),
  spares(['leak.raw-evidence'], 'words about images and tags', label('Image (PNG) <b>bold</b>')),
  spares(
    ['leak.card-number', 'leak.iban'],
    'a number with a wrong check digit',
    label(`Order ${'4111 1111'} ${'1111 1112'}`),
  ),
  spares(
    ['identity.goal', 'identity.todo', 'identity.provider', 'identity.action-unit', 'identity.channel'],
    'names that differ from others by one letter, and are those of the request',
    draft({
      receipt: { goal_id: 'GOAL', todo_id: 'Todo', provider_id: 'p' },
      authority: {
        'request/goal_id': 'GOAL',
        'request/todo_id': 'Todo',
        'request/provider_id': 'p',
        channel_provider_id: 'p',
      },
    }),
  ),
  spares(
    ['identity.idempotency-key', 'identity.session-reference'],
    'issued ones in a form of their own',
    draft({
      receipt: { idempotency_key: 'Key-1', session_reference: 'S 1'.replace(' ', '-') },
      annex: { idempotency_key: 'Key-1' },
      authority: { 'issued/idempotency_key': 'Key-1', 'issued/session_reference': 'S-1' },
    }),
  ),
  spares(
    [
      'facts.final-action-in-draft',
      'facts.draft-without-screen',
      'facts.stopped-without-screen',
      'facts.stopped-without-draft',
      'facts.stopped-but-pressed',
      'facts.stopped-after-commit',
      'facts.not-in-table',
      'facts.private-source-unclear',
      'facts.claim-without-evidence',
      'facts.effect-outside-scope',
    ],
    'a draft that holds, with evidence, and let its own save pass',
    draft(),
  ),
  spares(
    [
      'facts.press-without-commit',
      'facts.press-without-screen',
      'facts.completed-without-screen',
      'facts.completed-without-draft',
      'facts.completed-without-press',
      'facts.effect-forbidden',
    ],
    'a publication after its commit, which forbids another class',
    publication(),
  ),
  spares(
    ['facts.completed-without-draft', 'facts.completed-without-press'],
    'a read is completed without either',
    readBack(),
  ),
  spares(
    ['facts.modal-not-reported', 'facts.modal-not-observed', 'facts.blocked-after-press'],
    'a modal, reported and seen',
    draft(blocked),
  ),
  spares(
    [
      'gate.missing',
      'gate.other-id',
      'gate.revision-behind',
      'gate.revision-ahead',
      'gate.binding-not-open',
      'gate.not-open',
      'gate.subject-differs',
    ],
    'the gate at revision 2^53-1, open, about exactly this',
    publish(
      { 'gate_binding/revision': Number.MAX_SAFE_INTEGER },
      { gate: { ...openGate, revision: Number.MAX_SAFE_INTEGER } },
    ),
  ),
  spares(
    [
      'gate.consumed',
      'gate.rejected',
      'gate.revoked',
      'gate.expired',
      'gate.superseded',
      'gate.content-gone',
      'gate.not-open',
      'gate.revision-behind',
    ],
    'closed by its own commit, and by nothing else',
    publication(),
  ),
  spares(
    ['gate.missing', 'gate.rejected', 'gate.revoked', 'gate.expired', 'gate.superseded', 'gate.content-gone'],
    'a draft that is bound to no gate does not mind one',
    draft({ authority: { gate: { ...openGate, status: 'closed', closed_for: 'expired' } } }),
  ),
  spares(
    [
      'attempt.not-dispatched',
      'attempt.cancelled',
      'attempt.lease-over',
      'attempt.deadline-passed',
      'attempt.fence-behind',
      'attempt.over',
    ],
    'a committed attempt is answered',
    publication({ authority: { 'attempt/state': 'committed' } }),
  ),
  spares(
    [
      'annex.attempt-id',
      'annex.idempotency-key',
      'annex.request-digest',
      'annex.plan-digest',
      'annex.missing',
      'annex.extraction-unknown',
      'annex.extraction-type',
    ],
    'of this attempt, with nothing extracted',
    draft({ annex: { extractions: {} } }),
  ),
  spares(
    ['annex.blocker-missing', 'annex.blocker-contradicts', 'annex.dialog-kind', 'annex.evidence-contradicts'],
    'a native dialog, with its kind',
    draft(blocked),
  ),
  spares(
    ['annex.write-blocked'],
    'nothing blocked and nothing listed',
    draft({ annex: { write_blocked: false, blocked_writes: [] } }),
  ),
  spares(
    [
      'annex.press-contradicts',
      'annex.outcome-unknown',
      'annex.press-without-commit',
      'annex.permit-contradicts',
    ],
    'one press whose result nobody saw',
    publication({
      receipt: { stop_reason: 'failed' },
      annex: { press: 'outcome_unknown', blocker: { code: 'outcome_unknown', step: null, label: null } },
    }),
  ),
  spares(
    ['annex.draft-contradicts'],
    'no draft: no field expected, none held',
    readBack({ annex: { draft: { fields_expected: 0, fields_held: 0 } } }),
  ),
  spares(
    ['annex.evidence-missing', 'annex.extraction-missing'],
    'what is optional is not brought',
    readBack({ annex: { extractions: { post_id: 0 } } }),
  ),
  spares(
    [
      'request.provider-unknown',
      'request.provider-differs',
      'request.provider-not-ready',
      'request.primitive-unsupported',
    ],
    'a provider that cannot write, for a draft',
    request({}, { 'provider/external_write': 'unsupported' }),
  ),
  spares(
    ['request.action-unit', 'request.unit-class', 'request.class-forbidden'],
    'a draft that forbids everything else',
    request({ 'write_scope/forbidden_effect_classes': ['read', 'external_write', 'credential_use'] }),
  ),
  spares(
    ['request.allowed-action-contradicts'],
    'words that only begin like a verb',
    request({ 'write_scope/allowed_actions': ['publisher name is read', 'stop before the Send button'] }),
  ),
  spares(
    ['request.allowed-action-contradicts', 'request.class-forbidden', 'request.unit-class'],
    'an external write may say that it publishes',
    publish({ 'write_scope/allowed_actions': ['publish the approved draft'] }),
  ),
  spares(
    ['proposal.done-without-evidence', 'proposal.awaiting-without-gate'],
    'neither done nor waiting',
    proposal({ 'todo/state': 'open', gate: null, evidence: [] }),
  ),
  spares(
    [
      'proposal.blocked-without-attention',
      'proposal.vague-question',
      'proposal.duplicate-todo',
      'proposal.awaiting-without-gate',
    ],
    'blocked, with the exact question, beside two todos',
    proposal({
      'todo/state': 'blocked',
      'todo/attention': { ...attention, question: 'Is the headline “Waiting for approval” right?' },
      'gate/todo_id': 'todo_next',
      following: [
        { ...following, state: 'awaiting_gate', reconciles_attempt_id: null },
        { ...following, todo_id: 'todo_after', state: 'open', reconciles_attempt_id: null },
      ],
    }),
  ),
  spares(
    ['proposal.reconciling-without-read-back'],
    'reconciling, with its read-back',
    proposal({
      'todo/state': 'reconciling',
      gate: null,
      following: [{ ...following, state: 'open', reconciles_attempt_id: 'attempt_1' }],
    }),
  ),
  spares(
    [
      'plan.start-outside-origins',
      'plan.step-outside-origins',
      'plan.rule-outside-origins',
      'plan.rule-class',
      'plan.duplicate-rule',
      'plan.unknown-rule',
      'plan.duplicate-extraction',
    ],
    'a second page of the same origin, and a second fact of the page',
    plan({
      'steps/0': { kind: 'open', url: 'http://127.0.0.1:4100/articles/12/edit' },
      'extractions/1': { ...honestPlan.extractions[0], name: 'post' },
    }),
  ),
  spares(
    ['plan.presses-final-action', 'plan.permit-without-final-action'],
    'a button of nearly the name',
    plan({ 'steps/1/target': { role: 'button', name: 'Publish…' } }),
  ),
];
