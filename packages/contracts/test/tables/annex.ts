import { draft, publication } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

const otherDigest = `sha256:${'9'.repeat(64)}`;
const blocker = (code: string) => ({ code, step: 3, label: null });
const fingerprint = {
  method: 'POST',
  origin: 'https://newsroom.example',
  path: '/api/articles/12',
  body_kind: 'json',
  shape: ['/status:string'],
  rule: 'guard.no-rule',
  count: 1,
};
const failed = {
  stop_reason: 'failed',
  'observed_facts/draft_present': false,
};

export const annexRows: readonly RuleRow[] = [
  refuses(
    'shape.wrong-type',
    'a draft that is a number, in the annex and nowhere else',
    draft({ annex: { draft: 3 } }),
  ),
  accepts('an annex of this attempt that agrees with its receipt', draft()),
  accepts(
    'extractions of every type',
    draft({
      annex: {
        extractions: {
          post_id: 12,
          status: 'draft',
          headline_digest: otherDigest,
          notice: 'Saved a moment ago',
          toggle_present: false,
        },
      },
    }),
  ),
  accepts(
    'a blocked write stops nothing by itself',
    draft({
      annex: { write_blocked: true, blocked_writes: [fingerprint], blocker: blocker('write_blocked') },
    }),
  ),
  refuses(
    'annex.attempt-id',
    'of another attempt',
    draft({ annex: { attempt_id: 'attempt_01hzxkq7v3m8n4p2r6s9t0w1zz' } }),
  ),
  refuses('annex.idempotency-key', 'of another key', draft({ annex: { idempotency_key: 'key_other' } })),
  refuses('annex.request-digest', 'of another request', draft({ annex: { request_digest: otherDigest } })),
  refuses('annex.plan-digest', 'of another plan', draft({ annex: { plan_digest: otherDigest } })),
  refuses(
    'annex.blocker-missing',
    'failed for no reason',
    draft({ receipt: failed, annex: { draft: null } }),
  ),
  ...(
    [
      ['failed', 'login', 'a login is a modal, and never just a failure'],
      ['blocked_by_unknown_modal', 'target_lost', 'a lost target is no modal'],
      ['completed', 'write_blocked', 'what is completed has no blocker'],
      ['stopped_at_gate', 'gate_stale', 'a stale gate is a failure'],
    ] as const
  ).map(([stopReason, code, because]) =>
    refuses(
      'annex.blocker-contradicts',
      because,
      draft({
        receipt: { stop_reason: stopReason },
        annex: { blocker: blocker(code) },
      }),
    ),
  ),
  refuses(
    'annex.dialog-kind',
    'a kind of dialog where there was none',
    draft({ annex: { blocker: { ...blocker('modal'), dialog_kind: 'alert' } } }),
  ),
  refuses('annex.write-blocked', 'nothing is listed', draft({ annex: { write_blocked: true } })),
  refuses('annex.write-blocked', 'something is listed', draft({ annex: { blocked_writes: [fingerprint] } })),
  refuses('annex.press-contradicts', 'pressed, and not clicked', draft({ annex: { press: 'pressed' } })),
  refuses(
    'annex.press-contradicts',
    'clicked, and not pressed',
    publication({ annex: { press: 'not_attempted' } }),
  ),
  refuses(
    'annex.outcome-unknown',
    'an unknown outcome is never completed',
    publication({ annex: { press: 'outcome_unknown' } }),
  ),
  refuses(
    'annex.outcome-unknown',
    'the code alone, without a press',
    draft({ receipt: failed, annex: { blocker: blocker('outcome_unknown') } }),
  ),
  refuses(
    'annex.press-without-commit',
    'a draft has no final press',
    draft({ receipt: failed, annex: { press: 'outcome_unknown', blocker: blocker('outcome_unknown') } }),
  ),
  refuses(
    'annex.permit-contradicts',
    'a permit that was never issued',
    draft({ annex: { permit_spent: 1 } }),
  ),
  refuses(
    'annex.permit-contradicts',
    'spent without a press',
    publication({ annex: { press: 'not_attempted', permit_spent: 1 } }),
  ),
  refuses(
    'annex.permit-contradicts',
    'completed by a press that sent nothing',
    publication({ annex: { permit_spent: 0 } }),
  ),
  ...(['gate_missing', 'gate_stale', 'subject_changed', 'target_missing', 'value_not_held'] as const).map(
    (code) =>
      refuses(
        'annex.blocker-before-press',
        `pressed in spite of ${code}`,
        publication({ receipt: { stop_reason: 'failed' }, annex: { blocker: blocker(code) } }),
      ),
  ),
  spares(
    ['annex.blocker-before-press', 'annex.permit-contradicts'],
    'a press after which nothing left, and its target was gone',
    publication({
      receipt: { stop_reason: 'failed' },
      annex: { permit_spent: 0, blocker: blocker('target_lost') },
    }),
  ),
  refuses('annex.draft-missing', 'a draft that nobody counted', draft({ annex: { draft: null } })),
  refuses(
    'annex.draft-missing',
    'a draft of no field',
    draft({ annex: { draft: { fields_expected: 0, fields_held: 0 } } }),
  ),
  spares(
    ['annex.draft-missing'],
    'a draft of one field',
    draft({ annex: { draft: { fields_expected: 1, fields_held: 1 } } }),
  ),
  refuses(
    'annex.duplicate-write',
    'one rule, counted twice',
    draft({ annex: { 'allowed_writes/1': { rule: 'save-draft', count: 1 } } }),
  ),
  spares(
    ['annex.duplicate-write'],
    'two rules, each with its count',
    draft({ annex: { 'allowed_writes/1': { rule: 'autosave', count: 2 } } }),
  ),
  refuses(
    'annex.evidence-unredacted',
    'a picture of everything, called redacted',
    draft({ annex: { 'evidence/0/redacted': false } }),
  ),
  spares(
    ['annex.evidence-unredacted'],
    'a picture of everything, and said so by failing',
    draft({
      receipt: { ...failed, 'evidence/private_source_redacted': false },
      annex: { 'evidence/0/redacted': false, 'draft/fields_held': 2, blocker: blocker('privacy_unclear') },
    }),
  ),
  refuses(
    'annex.draft-contradicts',
    'one field has lost its value',
    draft({ annex: { 'draft/fields_held': 2 } }),
  ),
  refuses('annex.draft-contradicts', 'more held than expected', draft({ annex: { 'draft/fields_held': 4 } })),
  refuses(
    'annex.draft-contradicts',
    'a value was lost, and all are held',
    draft({ receipt: failed, annex: { blocker: blocker('value_not_held') } }),
  ),
  spares(
    ['annex.draft-contradicts'],
    'a value was lost, and one is not held',
    draft({ receipt: failed, annex: { blocker: blocker('value_not_held'), 'draft/fields_held': 2 } }),
  ),
  refuses(
    'annex.draft-contradicts',
    'stopped at the gate of a publication with all values held and no draft',
    publication({
      receipt: {
        stop_reason: 'stopped_at_gate',
        'observed_facts/final_action_clicked': false,
        'observed_facts/draft_present': false,
      },
      annex: { press: 'not_attempted', permit_spent: 0, draft: { fields_expected: 2, fields_held: 2 } },
    }),
  ),
  refuses(
    'annex.rule-unknown',
    'a write passed by a rule that the plan has not',
    draft({
      annex: { allowed_writes: [{ rule: 'publish-now', count: 1 }] },
      authority: { draft_rules: ['save-draft'] },
    }),
  ),
  spares(
    ['annex.rule-unknown'],
    'a write passed by a draft rule of the plan',
    draft({
      annex: { allowed_writes: [{ rule: 'save-draft', count: 1 }] },
      authority: { draft_rules: ['save-draft', 'autosave'] },
    }),
  ),
  refuses(
    'annex.permit-contradicts',
    'two rules were spent of a permit of one',
    publication({ annex: { permit_spent: 2 }, authority: { permit_rules: 1 } }),
  ),
  spares(
    ['annex.permit-contradicts'],
    'two rules were spent of a permit of two',
    publication({ annex: { permit_spent: 2 }, authority: { permit_rules: 2 } }),
  ),
  refuses('annex.evidence-missing', 'a handle to nothing', draft({ annex: { evidence: [] } })),
  refuses(
    'annex.evidence-contradicts',
    'evidence without a handle',
    draft({
      receipt: { ...failed, 'evidence/handle_kind': 'none' },
      annex: { blocker: blocker('target_lost') },
    }),
  ),
  refuses(
    'annex.extraction-unknown',
    'the page chose a name',
    draft({ annex: { 'extractions/note': 'hello' } }),
  ),
  ...(
    [
      ['post_id', 'twelve'],
      ['status', 'deleted'],
      ['headline_digest', 'sha256:12'],
      ['notice', 'x'.repeat(41)],
      ['toggle_present', 'yes'],
    ] as const
  ).map(([name, value]) =>
    refuses(
      'annex.extraction-type',
      `${name} has another type`,
      draft({ annex: { [`extractions/${name}`]: value } }),
    ),
  ),
  refuses(
    'annex.extraction-missing',
    'completed without what it was to bring',
    publication({ annex: { extractions: { status: 'published' } } }),
  ),
  accepts('a stop may lack it', draft({ annex: { extractions: {} } })),
];
