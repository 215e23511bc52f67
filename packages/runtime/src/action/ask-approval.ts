import { type AttentionItem, canonicalForm, type Subject } from '@cux/contracts';
import { held as heldBy } from '../attempt/held.ts';
import { keepEvidence } from '../attempt/keep-evidence.ts';
import type { HeldPlacement } from '../computer/custody.ts';
import type { HostRefusal } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { type ActionState, type Approval, boundIntent } from './action-state.ts';
import { type ActionAnswer, refusedAction } from './answers.ts';
import { questionOf } from './approval-question.ts';
import { approvalRecord } from './approval-record.ts';
import { approvedAction, forApproved, type HostBinding } from './build-approved.ts';
import { endAttempt } from './end-attempt.ts';
import type { RunningAttempt } from './placement-work.ts';

/** How long a question about one action stands, in milliseconds: one day. */
export const questionStands = 86_400_000;

/**
 * Raises the approval of exactly this action, durably and before anybody is contacted, and ends the attempt that asked: no
 * attempt spans a human wait.
 */
export async function askApproval(
  context: RunContext,
  held: HeldPlacement,
  state: ActionState,
): Promise<ActionAnswer> {
  const { running } = held.work;
  if (running === null) return notAskable;
  const subject = await subjectOf(held, running, state);
  if (subject === null) return notAskable;
  if ('kind' in subject) return refusedAction(subject.rule, subject.message, 'approval');
  if (subject.action === undefined) return notAskable;
  const evidence = await evidenceOf(context, held, running);
  const { action, digest } = state;
  const whole = { subject, attention: questionOf(subject.action, subject.target.site, evidence) };
  const { kernel, unkept, workspace } = context;
  await unkept.prune(async (gateId) => (await kernel.gate(workspace, gateId))?.status === 'closed');
  const asked = running.admitted.retention === 'zdr' ? unkept.ask(whole) : whole;
  const raised = await context.send('raise-approval', [running.admitted.attemptId, digest], {
    ...heldBy(context, running.admitted),
    key: action.idempotency_key,
    kind: action.intent.kind,
    action_digest: digest,
    ...asked,
    expires_in_ms: questionStands,
  });
  if (raised.kind === 'refused') {
    unkept.notAsked(asked.subject);
    return refusedAction(raised.rule, raised.message, 'approval');
  }
  unkept.asked(asked.subject, raised.result.gate_id);
  context.telemetry.count('cux.approvals', { 'cux.action.kind': action.intent.kind });
  await endAttempt(context, held, 'stopped_at_gate');
  return pendingOn(context, raised.result.gate_id);
}

export async function pendingOn(
  { kernel, workspace, unkept }: RunContext,
  gateId: string,
): Promise<ActionAnswer> {
  const gate = await kernel.gate(workspace, gateId);
  return { kind: 'pending', approval: approvalRecord(workspace, unkept.reveal(gate as Approval)) };
}

const notAskable = refusedAction(
  'approval.not-askable',
  'Nobody can be asked about this: its element has no role or name, or what would leave cannot be said, or is more than ten writes.',
  'approval',
);

/** What a gate would be about, built by the capability; null where nobody can be asked. */
async function subjectOf(
  held: HeldPlacement,
  running: RunningAttempt,
  state: ActionState,
): Promise<Subject | HostRefusal | null> {
  const binding = bindingOf(held, state);
  const { admitted, agent } = running;
  const action = binding === null ? null : approvedAction(binding, held.work, admitted.plan.final_action);
  if (action === null) return null;
  const { capability, provider, record, policyVersion, todo } = admitted;
  const prepare = forApproved(action, agent.extractions);
  const draft = await prepare(capability, {
    todo,
    record,
    gate: null,
    profile: provider.profile(),
    policy_version: policyVersion,
  });
  return 'kind' in draft ? draft : draft.subject;
}

function bindingOf({ work, generation }: HeldPlacement, state: ActionState): HostBinding | null {
  const { element, session, screen, action } = state;
  const intent = boundIntent(action.intent);
  const target = work.observation?.targets[0];
  if (element === null || session === null || screen === null || intent === null || target === undefined)
    return null;
  return {
    session_id: session.session_id,
    computer_id: screen.computer_id,
    screen_id: screen.screen_id,
    generation,
    target,
    intent,
    element: { ...element },
    draft_digest: work.draft.digest(),
  };
}

/** What the agent saw when it asked, as it was shown: kept, and part of the receipt. Nobody is contacted for it. */
async function evidenceOf(context: RunContext, { work }: HeldPlacement, { admitted, agent }: RunningAttempt) {
  const { tree = '', screenshot = null } = work.observation ?? {};
  const text = new TextEncoder().encode(tree === '' ? canonicalForm([]) : tree);
  const picture = screenshot === null ? null : await context.vault.get(screenshot.digest);
  const seen = [
    ...(picture === null
      ? []
      : [{ evidenceClass: 'screenshot' as const, bytes: picture, mediaType: 'image/png' }]),
    { evidenceClass: 'accessibility_snapshot' as const, bytes: text, mediaType: 'text/plain; charset=utf-8' },
  ];
  const kept: AttentionItem['evidence'] = [];
  for (const each of seen) {
    const { evidenceClass: evidence_class, bytes } = each;
    const digest = await keepEvidence(context, admitted, { ...each, redacted: true });
    agent.addEvidence({ evidence_class, digest, size: bytes.byteLength, redacted: true });
    kept.push({ evidence_class, digest });
  }
  return kept;
}
