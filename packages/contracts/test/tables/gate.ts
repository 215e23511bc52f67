import { judgeRequest, type RequestAuthority, type Verdict } from '../../src/index.ts';
import { draftAuthority, openGate, publishRequest, publishRequestAuthority } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { changed, draft, publication } from './receipt.ts';
import { accepts, type RuleRow, refuses } from './row.ts';

const otherGate = 'gate_01hzxkq7v3m8n4p2r6s9t0w1zz';
const otherAttempt = 'attempt_01hzxkq7v3m8n4p2r6s9t0w1zz';
const otherDigest = `sha256:${'9'.repeat(64)}`;

const request =
  (changes: Readonly<Record<string, unknown>> = {}, authority: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgeRequest({
      request: wire(changed(publishRequest, changes)),
      authority: changed(publishRequestAuthority, authority) as unknown as RequestAuthority,
    });

/** A draft that is bound to an open gate, which is only checked to be current. */
const boundDraft = (
  gate: Readonly<Record<string, unknown>> = {},
  binding: Readonly<Record<string, unknown>> = {},
) =>
  draft({
    authority: {
      request: {
        ...draftAuthority.request,
        gate_binding: changed(publishRequest.gate_binding ?? {}, binding),
      },
      gate: changed(openGate, gate),
      subject_digest: openGate.subject_digest,
    },
  });

const requestRows: readonly RuleRow[] = [
  accepts('an open gate, at its head, about the same subject', request()),
  refuses('gate.missing', 'an external write without a binding', request({ gate_binding: undefined })),
  refuses('gate.missing', 'a binding to a gate that the kernel does not know', request({}, { gate: null })),
  refuses('gate.other-id', 'the gate of something else', request({ 'gate_binding/gate_id': otherGate })),
  refuses('gate.revision-behind', 'the gate has moved since', request({ 'gate_binding/revision': 1 })),
  refuses('gate.revision-ahead', 'a revision from the future', request({ 'gate_binding/revision': 3 })),
  refuses('gate.binding-not-open', 'bound while undecided', request({ 'gate_binding/status': 'pending' })),
  refuses('gate.binding-not-open', 'bound to what is over', request({ 'gate_binding/status': 'closed' })),
  refuses('gate.not-open', 'nobody has decided yet', request({}, { 'gate/status': 'pending' })),
  refuses(
    'gate.subject-differs',
    'approved was something else',
    request({}, { subject_digest: otherDigest }),
  ),
  refuses(
    'gate.subject-differs',
    'a gate about nothing approves nothing',
    request({}, { subject_digest: null, 'gate/subject_digest': null }),
  ),
  ...(['consumed', 'rejected', 'revoked', 'expired', 'superseded', 'content_gone'] as const).map((reason) =>
    refuses(
      `gate.${reason.replace('_', '-')}`,
      `a gate that was ${reason} stays closed, whatever its revision`,
      request({}, { 'gate/status': 'closed', 'gate/closed_for': reason }),
    ),
  ),
];

const receiptRows: readonly RuleRow[] = [
  accepts('the gate that its own commit consumed is not stale', publication()),
  accepts('a draft needs no gate', draft()),
  accepts('a draft may be bound to a gate that is current', boundDraft()),
  refuses('gate.revision-behind', 'the gate moved while the draft was made', boundDraft({ revision: 3 })),
  refuses('gate.revision-ahead', 'a draft bound to the future', boundDraft({ revision: 1 })),
  refuses(
    'gate.not-open',
    'the gate was taken back meanwhile',
    boundDraft({ status: 'closed', closed_for: 'revoked' }),
  ),
  refuses('gate.revoked', 'and the reason is named', boundDraft({ status: 'closed', closed_for: 'revoked' })),
  refuses(
    'gate.consumed',
    'another attempt has used the approval',
    publication({ authority: { 'gate/consumed_by': otherAttempt } }),
  ),
  refuses(
    'gate.revision-ahead',
    'consumed by this attempt, but at a revision that it never saw',
    publication({ authority: { 'gate/revision': 2 } }),
  ),
  refuses(
    'gate.revision-behind',
    'moved again after its own commit',
    publication({ authority: { 'gate/revision': 4 } }),
  ),
  refuses(
    'gate.subject-differs',
    'what was committed is not what was approved',
    publication({ authority: { subject_digest: otherDigest } }),
  ),
  refuses(
    'gate.revoked',
    'a gate that names this attempt, and was not closed by its commit',
    publication({ authority: { 'gate/closed_for': 'revoked' } }),
  ),
  refuses('gate.missing', 'the gate is gone', publication({ authority: { gate: null } })),
];

export const gateRows: readonly RuleRow[] = [...requestRows, ...receiptRows];
