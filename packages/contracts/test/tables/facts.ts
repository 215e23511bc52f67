import { draft, publication, readBack } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

const facts = (
  screen: boolean,
  present: boolean,
  pressed: boolean,
  modal: boolean,
): Readonly<Record<string, unknown>> => ({
  'observed_facts/screen_reached': screen,
  'observed_facts/draft_present': present,
  'observed_facts/final_action_clicked': pressed,
  'observed_facts/unknown_modal': modal,
});

const blocker = (code: string) => ({ code, step: 3, label: null });

const uncommitted = { 'attempt/committed': false, 'attempt/state': 'running' };

/** The press said nothing afterwards. */
const unknownPress = { press: 'outcome_unknown', blocker: blocker('outcome_unknown') };

export const factsRows: readonly RuleRow[] = [
  accepts('a draft that holds and stopped at its gate', draft()),
  accepts('a publication that pressed its final action', publication()),
  accepts(
    'an external write whose press has no known result failed; the kernel finds out',
    publication({ receipt: { stop_reason: 'failed' }, annex: unknownPress }),
  ),
  accepts(
    'a modal after the press of an external write failed too, with what was seen',
    publication({
      receipt: { stop_reason: 'failed', ...facts(true, true, true, true) },
      annex: unknownPress,
    }),
  ),
  accepts(
    'a modal in the way, reported as such',
    draft({
      receipt: { stop_reason: 'blocked_by_unknown_modal', ...facts(false, false, false, true) },
      annex: { blocker: blocker('login') },
    }),
  ),
  accepts(
    'values that the page did not hold',
    draft({
      receipt: { stop_reason: 'failed', ...facts(true, false, false, false) },
      annex: { blocker: blocker('value_not_held'), 'draft/fields_held': 2 },
    }),
  ),
  refuses(
    'facts.final-action-in-draft',
    'a draft that pressed the final action, however it ends',
    draft({ receipt: { stop_reason: 'failed', ...facts(true, true, true, false) } }),
  ),
  refuses(
    'facts.press-without-commit',
    'an external write that pressed before its gate was consumed',
    publication({ authority: uncommitted }),
  ),
  refuses(
    'facts.press-without-screen',
    'pressed on a screen that was never reached',
    publication({ receipt: { stop_reason: 'failed', ...facts(false, false, true, false) } }),
  ),
  refuses(
    'facts.draft-without-screen',
    'a draft nowhere',
    draft({ receipt: facts(false, true, false, false) }),
  ),
  refuses(
    'facts.stopped-but-pressed',
    'it did not stop',
    publication({ receipt: { stop_reason: 'stopped_at_gate' } }),
  ),
  refuses(
    'facts.stopped-after-commit',
    'the gate is behind it',
    publication({ receipt: { stop_reason: 'stopped_at_gate', ...facts(true, true, false, false) } }),
  ),
  refuses(
    'facts.stopped-without-screen',
    'stopped before anything',
    draft({ receipt: facts(false, false, false, false) }),
  ),
  refuses(
    'facts.stopped-without-draft',
    'no draft, nothing to approve',
    draft({ receipt: facts(true, false, false, false) }),
  ),
  refuses(
    'facts.completed-without-screen',
    'done without having been there',
    draft({ receipt: { stop_reason: 'completed', ...facts(false, false, false, false) } }),
  ),
  refuses(
    'facts.completed-without-draft',
    'a drafting unit without its draft',
    draft({ receipt: { stop_reason: 'completed', ...facts(true, false, false, false) } }),
  ),
  refuses(
    'facts.completed-without-press',
    'a publication that published nothing',
    publication({ receipt: facts(true, true, false, false) }),
  ),
  refuses(
    'facts.modal-not-reported',
    'an unknown modal, and stopped at the gate as if nothing were there',
    draft({ receipt: facts(true, true, false, true) }),
  ),
  refuses(
    'facts.modal-not-reported',
    'an unknown modal, and completed',
    draft({ receipt: { stop_reason: 'completed', ...facts(true, true, false, true) } }),
  ),
  refuses(
    'facts.modal-not-observed',
    'blocked by something that was not seen',
    draft({ receipt: { stop_reason: 'blocked_by_unknown_modal' }, annex: { blocker: blocker('modal') } }),
  ),
  refuses(
    'facts.blocked-after-press',
    'a modal after the press hides whether it was published',
    publication({ receipt: { stop_reason: 'blocked_by_unknown_modal', ...facts(true, true, true, true) } }),
  ),
  refuses(
    'facts.effect-forbidden',
    'the scope forbids the very class that was pressed',
    publication({ authority: { 'request/write_scope/forbidden_effect_classes': ['external_write'] } }),
  ),
  refuses(
    'facts.effect-forbidden',
    'a spent permit is an effect, even of a draft',
    draft({ annex: { permit_spent: 1 } }),
  ),
  refuses(
    'facts.effect-forbidden',
    'a press that only the receipt tells of',
    draft({ receipt: { 'observed_facts/final_action_clicked': true } }),
  ),
  refuses(
    'facts.effect-forbidden',
    'a press that only the annex tells of',
    draft({ annex: { press: 'pressed' } }),
  ),
  refuses(
    'facts.effect-forbidden',
    'a publication that may not draft, and saved a draft on the way',
    publication({
      authority: { 'request/write_scope/forbidden_effect_classes': ['draft', 'credential_use'] },
    }),
  ),
  spares(
    ['facts.effect-forbidden'],
    'a publication that may not draft, and did not',
    publication({
      authority: { 'request/write_scope/forbidden_effect_classes': ['draft', 'credential_use'] },
      annex: { allowed_writes: [] },
    }),
  ),
  refuses(
    'facts.effect-outside-scope',
    'a read that saved a draft on the way',
    readBack({ annex: { allowed_writes: [{ rule: 'save-draft', count: 1 }] } }),
  ),
  accepts('a read that saw, and changed nothing', readBack()),
  refuses(
    'facts.final-action-in-draft',
    'a read that pressed the final action',
    readBack({ receipt: { 'observed_facts/final_action_clicked': true } }),
  ),
  refuses(
    'facts.claim-without-evidence',
    'a draft that nobody can look at',
    draft({ receipt: { 'evidence/handle_kind': 'none' }, annex: { evidence: [] } }),
  ),
  accepts(
    'a press whose result is unknown is reported even when nothing could be captured',
    publication({
      receipt: { stop_reason: 'failed', 'evidence/handle_kind': 'none' },
      annex: { ...unknownPress, evidence: [] },
    }),
  ),
  accepts(
    'a failure may come without evidence',
    draft({
      receipt: {
        stop_reason: 'failed',
        ...facts(false, false, false, false),
        'evidence/handle_kind': 'none',
      },
      annex: { evidence: [], blocker: blocker('navigation_failed'), draft: null },
    }),
  ),
  refuses(
    'facts.private-source-unclear',
    'nobody knows whether private text was taken',
    draft({ receipt: { 'evidence/private_source_redacted': false } }),
  ),
  accepts(
    'unclear privacy is said by failing',
    draft({
      receipt: {
        stop_reason: 'failed',
        ...facts(true, false, false, false),
        'evidence/private_source_redacted': false,
      },
      annex: { blocker: blocker('privacy_unclear'), draft: null },
    }),
  ),
  refuses(
    'facts.completed-without-press',
    'an external write through another unit has to press as well',
    publication({
      authority: { 'request/action_unit': 'fill_until_submit_gate' },
      receipt: { attempted_action_unit: 'fill_until_submit_gate', ...facts(true, true, false, false) },
    }),
  ),
  refuses(
    'facts.completed-without-press',
    'publishing is completed by a press, whatever class the request gave itself',
    draft({
      authority: { 'request/action_unit': 'publish_after_approved_gate' },
      receipt: { attempted_action_unit: 'publish_after_approved_gate', stop_reason: 'completed' },
    }),
  ),
  refuses(
    'facts.completed-without-draft',
    'filling is completed by what the form holds',
    draft({
      authority: { 'request/action_unit': 'fill_until_submit_gate' },
      receipt: {
        attempted_action_unit: 'fill_until_submit_gate',
        stop_reason: 'completed',
        ...facts(true, false, false, false),
      },
    }),
  ),
  refuses(
    'facts.effect-forbidden',
    'the press alone is an effect, before any write was seen',
    publication({
      authority: { 'request/write_scope/forbidden_effect_classes': ['external_write'] },
      annex: { permit_spent: 0 },
    }),
  ),
  refuses(
    'facts.claim-without-evidence',
    'what is completed was seen, also by a read',
    readBack({ receipt: { 'evidence/handle_kind': 'none' }, annex: { evidence: [] } }),
  ),
  spares(
    ['facts.claim-without-evidence'],
    'a read that stops claims nothing',
    readBack({
      receipt: { stop_reason: 'stopped_at_gate', 'evidence/handle_kind': 'none' },
      annex: { evidence: [] },
    }),
  ),
  refuses(
    'facts.private-source-unclear',
    'stopped by a modal, and what was seen of the source may be private: that is a failure',
    draft({
      receipt: {
        stop_reason: 'blocked_by_unknown_modal',
        ...facts(false, false, false, true),
        'evidence/private_source_redacted': false,
      },
      annex: { blocker: blocker('login') },
    }),
  ),
  spares(
    ['facts.private-source-unclear'],
    'the same, said by failing',
    draft({
      receipt: {
        stop_reason: 'failed',
        ...facts(false, false, false, false),
        'evidence/private_source_redacted': false,
      },
      annex: { blocker: blocker('privacy_unclear') },
    }),
  ),
];
