import { outsideLines } from './contract-lines-outside.ts';
import type { ContractLine, KernelRule } from './support/contract-line.ts';

const admission = 'tables/admission.ts';
const attempts = 'tables/attempts.ts';
const receipts = 'tables/receipts.ts';
const gates = 'tables/gates.ts';
const modes = 'modes.test.ts';
const registry = 'packages/runtime/test/providers/provider-registry.test.ts';
const corpus = 'packages/contracts/test/leak/corpus.test.ts';

const kernel = (rule: string, file: string, says: string): KernelRule => ({ rule, file, says });
const line = (text: string, ...rules: readonly string[]): ContractLine => ({ line: text, rules });

/** Every line of what the contract and the kernel must catch, by family. */
export const contractLines: Readonly<Record<string, readonly ContractLine[]>> = {
  parse: [
    line('duplicate keys at any depth, also in escaped spellings', 'parse.duplicate-key'),
    line('a top level that is no object', 'parse.not-an-object'),
    line(
      'byte-order mark, NUL, invalid UTF-8, UTF-16',
      'parse.byte-order-mark',
      'parse.nul',
      'parse.not-utf8',
    ),
    line('two documents, trailing bytes', 'parse.trailing-content', 'parse.syntax'),
    line('lone surrogates, noncharacters', 'parse.lone-surrogate', 'parse.noncharacter'),
    line('NaN, Infinity', 'parse.syntax', 'parse.number-out-of-range'),
    line(
      '-0, float, exponent, unsafe integer where an integer is due',
      'parse.negative-zero',
      'parse.number-not-integer',
      'parse.unsafe-integer',
    ),
    line(
      'more than 64 KiB, depth over 32, more than 256 keys, before objects are built',
      'parse.too-large',
      'parse.too-deep',
      'parse.too-many-keys',
    ),
    line('nothing at all', 'parse.empty', 'parse.not-bytes'),
    line('keys __proto__, constructor, then, toJSON', 'parse.reserved-key'),
    line('required fields only on a prototype', 'parse.not-plain-data', 'shape.missing-key'),
    line('in-process values: cyclic, getter, Proxy, BigInt, Date take the same path', 'parse.not-plain-data'),
  ],
  shape: [
    line(
      'every rule of the v0 schemas',
      'shape.unknown-key',
      'shape.missing-key',
      'shape.wrong-type',
      'shape.too-long',
      'shape.too-short',
      'shape.invalid',
    ),
    line('enums exact: no trim, no case fold', 'shape.not-in-set'),
    line('raw_evidence_copied is the literal false', 'shape.wrong-literal'),
    line('ids printable ASCII without spaces; issued ids follow their grammar', 'shape.wrong-format'),
    line(
      'revisions integers 0 … 2^53-1',
      'parse.unsafe-integer',
      'parse.number-not-integer',
      'shape.too-short',
    ),
    line('without an authority snapshot nothing is accepted', 'authority.missing', 'authority.malformed'),
    line('an authority snapshot that contradicts itself accepts nothing', 'authority.contradictory'),
  ],
  identity: [
    line(
      'goal, todo, provider, action unit equal those of the request by code unit',
      'identity.goal',
      'identity.todo',
      'identity.provider',
      'identity.action-unit',
    ),
    line('the identity of the provider comes from the channel', 'identity.channel'),
    line('the idempotency key is the one issued for this attempt', 'identity.idempotency-key'),
    line('the session reference is the one registered for this attempt', 'identity.session-reference'),
    line('Computer and Screen belong together', 'identity.computer-screen'),
    line('Computer and Screen belong to the workspace', 'identity.workspace'),
    line(
      'the annex belongs to the attempt, its request and its plan',
      'annex.missing',
      'annex.attempt-id',
      'annex.idempotency-key',
      'annex.request-digest',
      'annex.plan-digest',
    ),
  ],
  writeback: [
    line(
      'complete_todo, create_user_gate, writeback … as a key, in every equivalent spelling, at any depth',
      'writeback.key',
    ),
    line('inside an array', 'writeback.key'),
    line('inside a JSON string', 'writeback.embedded'),
    line('as a command in a value', 'writeback.command'),
  ],
  leak: [
    line('provider and cloud keys; VCS, package, SaaS and AI tokens', 'leak.token'),
    line('JWT and other signed tokens', 'leak.signed-token'),
    line('PEM and SSH keys', 'leak.private-key'),
    line('auth headers in any case and spacing', 'leak.authorization'),
    line('URLs with user info or token parameters, magic and pre-signed links', 'leak.url-credential'),
    line('second-factor seeds', 'leak.second-factor'),
    line('cookies in every notation; framework session and CSRF names', 'leak.cookie'),
    line('passwords in several languages and notations', 'leak.password'),
    line('raw evidence: image bytes, data URLs, HTML bodies', 'leak.raw-evidence'),
    line('more signs of secrets and encodings than can be looked at', 'leak.too-dense'),
    line('card numbers (check digit), IBAN (mod 97)', 'leak.card-number', 'leak.iban'),
    {
      line: 'in values, keys and arrays; in request, receipt, annex, profile, plan labels and problems; a field’s name is its context',
      rules: ['leak.token', 'leak.password'],
      refuses: [
        'a key in a label',
        'a key as a key of the record',
        'a key in two array items',
        'a password named by its key',
        'a key in two neighbouring fields, with other fields around them',
        'a profile with a key in it',
        'the page shows a key',
        'a secret in a choice',
        'a problem that echoes',
      ],
    },
    {
      line: 'evasions: encodings, look-alikes, reversed, split over fields or array items, JSON in a string',
      rules: ['leak.token', 'leak.password'],
      elsewhere: [{ file: corpus, says: 'of %s, %s, is at least %d' }],
    },
    {
      line: 'honest ids, slugs, prose and placeholders pass; no finding echoes a value',
      rules: ['leak.token', 'leak.cookie', 'leak.password'],
      elsewhere: [
        { file: corpus, says: 'let pass %j' },
        { file: corpus, says: 'carries the path and no part of the secret' },
      ],
    },
  ],
  facts: [
    line('read or draft with final_action_clicked', 'facts.final-action-in-draft'),
    line(
      'stopped_at_gate with final_action_clicked',
      'facts.stopped-but-pressed',
      'facts.stopped-after-commit',
    ),
    line('completed with unknown_modal', 'facts.modal-not-reported'),
    line(
      'completed without what the unit had to reach',
      'facts.completed-without-screen',
      'facts.completed-without-draft',
      'facts.completed-without-press',
      'annex.extraction-missing',
    ),
    line(
      'stopped at the gate without what is to be approved',
      'facts.stopped-without-screen',
      'facts.stopped-without-draft',
    ),
    line(
      'blocked_by_unknown_modal with unknown_modal false',
      'facts.modal-not-observed',
      'annex.blocker-contradicts',
    ),
    line(
      'screen not reached but draft present or pressed',
      'facts.draft-without-screen',
      'facts.press-without-screen',
    ),
    {
      line: 'failed after the press of an external write is accepted and moves committed → outcome_unknown',
      rules: ['facts.blocked-after-press', 'annex.outcome-unknown', 'facts.press-without-commit'],
      accepts: ['a press whose result is unknown is reported even when nothing could be captured'],
      kernel: [kernel('outcome.not-yet', attempts, 'what left may still arrive')],
      elsewhere: [
        { file: 'packages/kernel/test/quiet-time.test.ts', says: 'it reports that it does not know' },
      ],
    },
    line('observed effect outside the write scope', 'facts.effect-outside-scope', 'annex.permit-contradicts'),
    line('observed effect in forbidden_effect_classes', 'facts.effect-forbidden'),
    line(
      'claimed action without an evidence handle',
      'facts.claim-without-evidence',
      'annex.evidence-missing',
      'annex.evidence-contradicts',
    ),
    line('privacy of the source unclear', 'facts.private-source-unclear'),
    line('a cell that the truth table does not know', 'facts.not-in-table'),
    {
      line: 'stopped_at_gate without a bound gate is legal: the reducer raises it',
      rules: ['gate.missing'],
      accepts: ['a draft stops at its gate before any was raised'],
    },
    line(
      'the annex agrees with the receipt beside it',
      'annex.blocker-missing',
      'annex.dialog-kind',
      'annex.write-blocked',
      'annex.press-contradicts',
      'annex.press-without-commit',
      'annex.draft-contradicts',
      'annex.draft-missing',
      'annex.blocker-before-press',
      'annex.duplicate-write',
      'annex.rule-unknown',
      'annex.evidence-unredacted',
      'annex.extraction-unknown',
      'annex.extraction-type',
    ),
  ],
  gate: [
    line('required but missing', 'gate.missing'),
    line('status other than open', 'gate.binding-not-open', 'gate.not-open'),
    line('revision below or above the head', 'gate.revision-behind', 'gate.revision-ahead'),
    line('other gate id', 'gate.other-id'),
    line('other subject digest', 'gate.subject-differs'),
    {
      line: 'other actor or workspace',
      rules: ['identity.workspace'],
      kernel: [
        kernel('attempt.other-actor', attempts, 'somebody outside its provenance would press (K13)'),
        kernel('gate.unknown', modes, 'has no gate, todo or attempt of this one'),
      ],
    },
    line(
      'expired, revoked, rejected, consumed, superseded',
      'gate.expired',
      'gate.revoked',
      'gate.rejected',
      'gate.consumed',
      'gate.superseded',
      'gate.content-gone',
    ),
    line('effect class listed among its own forbidden classes', 'request.class-forbidden'),
    line(
      'allowed_actions that contradict the effect class',
      'request.allowed-action-contradicts',
      'request.unit-class',
    ),
    {
      line: 'gate moved between admission and commit',
      rules: [],
      kernel: [
        kernel('gate.expired', attempts, 'the approval ran out between admission and commit'),
        kernel('gate.revoked', attempts, 'the person took the approval back with the finger on the key'),
        kernel('gate.superseded', attempts, 'the article has other content by now (K14)'),
        kernel('gate.other-binding', attempts, 'the revision is not the admitted one'),
        kernel('gate.subject-changed', attempts, 'what would be sent is something else (K02)'),
      ],
    },
    {
      line: 'gate moved between dispatch and receipt, except by this attempt’s own commit',
      rules: ['gate.revision-behind', 'gate.not-open', 'gate.consumed'],
      kernel: [kernel('receipt.refused', receipts, 'the gate was revoked between dispatch and receipt')],
    },
  ],
  'attempt and replay': [
    {
      line: 'lower fence',
      rules: ['attempt.fence-behind'],
      kernel: [kernel('attempt.fence-behind', receipts, 'a lower fence comes too late (zombie)')],
    },
    {
      line: 'lease over',
      rules: ['attempt.lease-over'],
      kernel: [kernel('attempt.lease-over', receipts, 'the lease ended before it')],
    },
    line('receipt before dispatch', 'attempt.not-dispatched'),
    line('receipt after cancel', 'attempt.cancelled'),
    line('receipt after its deadline', 'attempt.deadline-passed'),
    {
      line: 'what is refused is kept as evidence, and moves nothing',
      rules: [],
      kernel: [kernel('receipt.refused', receipts, 'deadline and lease are both over')],
      elsewhere: [
        { file: 'packages/kernel/test/refused-receipt.test.ts', says: 'is kept by its digest and its rules' },
      ],
    },
    {
      line: 'same content again: the original answer',
      rules: ['replay.same-content'],
      elsewhere: [
        {
          file: 'packages/kernel/test/idempotency.test.ts',
          says: 'is a replay of the same content, and a second effect never',
        },
      ],
    },
    {
      line: 'same key, other content',
      rules: ['replay.conflict'],
      kernel: [kernel('replay.conflict', receipts, 'the same key with other content')],
    },
    {
      line: 'second receipt under a new key for an answered request',
      rules: ['attempt.over', 'identity.idempotency-key'],
      kernel: [kernel('receipt.already-answered', receipts, 'a second receipt under a new key')],
    },
    line('never-issued key', 'identity.idempotency-key'),
  ],
  request: [
    {
      line: 'provider not installed or disabled',
      rules: ['request.provider-unknown', 'request.provider-differs'],
      elsewhere: [
        { file: registry, says: "'provider.unknown'" },
        { file: registry, says: "'provider.disabled'" },
      ],
    },
    line('provider not ready', 'request.provider-not-ready'),
    line('its profile lacks a needed primitive', 'request.primitive-unsupported'),
    {
      line: 'todo not open, not owned by the capability, goal paused',
      rules: [],
      kernel: [
        kernel('todo.not-open', admission, 'an attempt holds it'),
        kernel('capability.not-owner', admission, 'the provenance lacks the owning capability'),
        kernel('goal.not-active', admission, 'the goal is paused'),
      ],
    },
    {
      line: 'quota spent',
      rules: [],
      kernel: [kernel('quota.spent', admission, 'two attempts are all that the goal has')],
    },
    line('action unit that names a raw primitive or a whole workflow', 'request.action-unit'),
    line(
      'a plan that goes beyond its origins, or presses what waits for a person',
      'plan.start-outside-origins',
      'plan.step-outside-origins',
      'plan.rule-outside-origins',
      'plan.rule-class',
      'plan.duplicate-rule',
      'plan.unknown-rule',
      'plan.presses-final-action',
      'plan.permit-without-final-action',
      'plan.permit-outside-publication',
      'plan.no-final-action',
      'plan.no-permit-rules',
      'plan.rule-path',
      'plan.draft-rule-meets-permit',
      'plan.read-outside-origins',
      'plan.unknown-name',
      'plan.duplicate-extraction',
    ),
    line(
      'a structural action on what is not current',
      'action.not-attached',
      'action.generation',
      'action.not-in-control',
      'action.observation-behind',
      'action.observation-ahead',
    ),
  ],
  modes: [
    {
      line: 'public web metadata: compact observation is free, the first half of a post is gated',
      rules: [],
      kernel: [kernel('mode.needs-gate', admission, 'a draft there is the first half of a post')],
    },
    {
      line: 'private enterprise tool: private reads need a gate',
      rules: [],
      kernel: [kernel('mode.needs-gate', admission, 'reading private records needs a person')],
    },
    {
      line: 'local desktop or browser session: what is more than a check is gated',
      rules: [],
      kernel: [kernel('mode.needs-gate', admission, 'a signed-in desktop is not a scratch pad')],
    },
    {
      line: 'drafting: drafts are free, publication is gated',
      rules: ['gate.missing'],
      kernel: [kernel('attempt.subject-missing', admission, 'an external write says what it is about')],
    },
    {
      line: 'replay capture: nothing is written',
      rules: [],
      kernel: [kernel('mode.class-not-allowed', admission, 'capturing a path writes nothing')],
    },
    {
      line: 'sandbox: bounded runs, no account to sign in to',
      rules: [],
      kernel: [
        kernel(
          'mode.class-not-allowed',
          modes,
          'a sandbox has no account to sign in to, whatever a person approved',
        ),
      ],
    },
  ],
  time: [
    {
      line: 'the kernel never orders by a provider’s clock',
      rules: ['attempt.deadline-passed'],
      accepts: [
        'the provider’s clock is three thousand years ahead',
        'the provider’s clock steps back during the attempt',
      ],
      kernel: [kernel('attempt.deadline-passed', attempts, 'an attempt has an end, however alive it is')],
    },
    {
      line: 'leases and expiries survive a clock that steps back',
      rules: ['attempt.lease-over'],
      kernel: [
        kernel(
          'attempt.lease-over',
          attempts,
          'a lease that is over is not revived, also by a clock that steps back',
        ),
        kernel('gate.expired', attempts, 'and a clock that steps back revives it not'),
      ],
    },
  ],
  attention: [
    {
      line: 'a gate or blocker without the exact decision',
      rules: ['proposal.vague-question', 'proposal.blank-text', 'proposal.blocked-without-attention'],
      kernel: [kernel('command.malformed', gates, 'a question without words is no question')],
    },
    {
      line: 'without the attempted and forbidden actions, the evidence, the next-step kind and a way to take over',
      rules: ['shape.missing-key', 'shape.too-short'],
      refuses: [
        ...['question', 'attempted', 'forbidden', 'evidence', 'next_step', 'takeover'].map(
          (field) => `a person is shown the ${field}`,
        ),
        'nothing was attempted',
        'nothing stays forbidden',
      ],
      elsewhere: [
        { file: 'packages/kernel/test/tables/obstacles.ts', says: 'nobody can decide by what was not kept' },
      ],
    },
    line(
      'a todo that waits, ends or reconciles without what that needs',
      'proposal.awaiting-without-gate',
      'proposal.gate-without-waiter',
      'proposal.done-without-evidence',
      'proposal.reconciling-without-read-back',
      'proposal.duplicate-todo',
    ),
  ],
  ...outsideLines,
};
