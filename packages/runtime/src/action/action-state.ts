import {
  type ActionIntent,
  actionDigest,
  canonicalForm,
  digestOf,
  type EffectClass,
  type StructuralAction,
  type Subject,
  targetRoleSchema,
} from '@cux/contracts';
import type { Attempt, Computer, Gate, Goal, Action as KeptAction, Screen, Session, Todo } from '@cux/kernel';
import type { PolicyDecision } from '@cux/policy';
import { usedBy } from '../attempt/build-attempt.ts';
import { policyVersion } from '../attempt/policy-version.ts';
import type { Custody, HeldPlacement } from '../computer/custody.ts';
import type { RunContext } from '../host/run-context.ts';
import type { ActRequest } from './answers.ts';
import type { KnownElement } from './known-elements.ts';

/** A gate about one action, with what it is bound to. */
export interface Approval extends Gate {
  readonly subject: Subject & { readonly action: NonNullable<Subject['action']> };
}

/** Everything that the ladder looks at, read before anybody is contacted. */
export interface ActionState {
  readonly request: ActRequest;
  readonly action: StructuralAction;
  readonly digest: string;
  readonly processId: string;
  readonly now: number;
  /** What was asked under this key before. */
  readonly known: KeptAction | null;
  readonly session: Session | null;
  readonly computer: Computer | null;
  readonly screen: Screen | null;
  readonly held: HeldPlacement | null;
  /** The decision that this key waits for, or that stands on the very same action. */
  readonly approval: Approval | null;
  /** The attempt that consumed it. */
  readonly consumedBy: Attempt | null;
  /** The attempt of the session that this process carries, as the kernel knows it. */
  readonly attempt: Attempt | null;
  readonly todo: Todo | null;
  /** The element that the action names; null where it names none, or one that nobody was shown. */
  readonly element: KnownElement | null;
  readonly effect: EffectClass;
  /** Null where nothing is known that policy could be asked about: that is refused. */
  readonly policy: PolicyDecision | null;
  readonly policyVersion: string | null;
}

export function refOf(intent: ActionIntent): string | null {
  return 'ref' in intent ? intent.ref : null;
}

export async function loadActionState(
  context: RunContext,
  custody: Custody,
  request: ActRequest,
  action: StructuralAction,
): Promise<ActionState> {
  const { kernel, workspace, processId, clock } = context;
  const { principal, computer_id, screen_id, session_id } = request;
  const [known, session, computer, screen] = await Promise.all([
    kernel.action(workspace, principal.id, action.idempotency_key),
    kernel.session(workspace, session_id),
    kernel.computer(workspace, computer_id),
    kernel.screen(workspace, computer_id, screen_id),
  ]);
  const held = custody.get(computer_id);
  const running = held?.work.running?.sessionId === session_id ? held.work.running : null;
  const approval = await approvalFor(context, { known, session, screen, action, held });
  const consumedBy = approval?.consumed_by ?? null;
  const attemptId = running?.admitted.attemptId ?? null;
  const [attempt, consuming] = await Promise.all([
    attemptId === null ? null : kernel.attempt(workspace, attemptId),
    consumedBy === null ? null : kernel.attempt(workspace, consumedBy),
  ]);
  const todoId = approval?.todo_id ?? attempt?.todo_id ?? null;
  const todo = todoId === null ? null : await kernel.todo(workspace, todoId);
  const element = elementOf(action.intent, held, approval);
  const effect = approval === null ? effectOf(action.intent, element, held) : 'external_write';
  return {
    request,
    action,
    digest: actionDigest(action),
    processId,
    now: clock.now(),
    known,
    session,
    computer,
    screen,
    held,
    approval,
    consumedBy: consuming,
    attempt,
    todo,
    element,
    effect,
    ...(await askPolicy(context, { action, held, approval, todo, element, effect })),
  };
}

export function isApproval(gate: Gate | null): gate is Approval {
  return gate !== null && 'action' in gate.subject && gate.subject.action !== undefined;
}

/** The decision that the key waits for; for a new key the live one on exactly the same action. */
async function approvalFor(
  { kernel, workspace, unkept }: RunContext,
  parts: Pick<ActionState, 'known' | 'session' | 'screen' | 'action' | 'held'>,
): Promise<Approval | null> {
  const { known, session, screen, action, held } = parts;
  if (known !== null) {
    const gate = known.gate_id === null ? null : await kernel.gate(workspace, known.gate_id);
    return isApproval(gate) ? unkept.reveal(gate) : null;
  }
  if (session === null || screen === null) return null;
  for (const todo_id of screen.todos) {
    const gates = await kernel.gates(workspace, { todo_id, statuses: ['pending', 'open'] });
    const shown = gates.filter(isApproval).map((gate) => unkept.reveal(gate));
    const same = shown.find((gate) => isSame(gate, session, action.intent, held));
    if (same !== undefined) return same;
  }
  return null;
}

/** The same intent on the same element of the same document, whatever observation it was seen in this time. */
function isSame(
  { subject }: Approval,
  { session_id }: Session,
  intent: ActionIntent,
  held: HeldPlacement | null,
): boolean {
  const { action } = subject;
  const shown = held?.work.observation?.elements.get(action.element.ref);
  const bound = boundIntent(intent);
  return (
    action.session_id === session_id &&
    held?.generation === action.generation &&
    refOf(intent) === action.element.ref &&
    shown?.name === action.element.name &&
    shown.role === action.element.role &&
    bound !== null &&
    canonicalForm(bound) === canonicalForm(action.intent)
  );
}

/** The intent as an approval is bound to it; null for one that no approval is asked for. */
export function boundIntent(intent: ActionIntent): Approval['subject']['action']['intent'] | null {
  switch (intent.kind) {
    case 'click':
      return { kind: 'click' };
    case 'keypress':
      return { kind: 'keypress', keys: intent.keys };
    case 'select_option':
      return { kind: 'select_option', option: intent.option };
    case 'type_text': {
      const text_digest = digestOf('cux/content', intent.text);
      return { kind: 'type_text', text_digest, characters: intent.text.length };
    }
    default:
      return null;
  }
}

function elementOf(
  intent: ActionIntent,
  held: HeldPlacement | null,
  approval: Approval | null,
): KnownElement | null {
  if (approval !== null) return approval.subject.action.element;
  const ref = refOf(intent);
  return ref === null ? null : (held?.work.observation?.elements.get(ref) ?? null);
}

/** Presses that would reach outside: the final action by its name, what turned out to be it, what was blocked before. */
function effectOf(
  intent: ActionIntent,
  element: KnownElement | null,
  held: HeldPlacement | null,
): EffectClass {
  const running = held?.work.running ?? null;
  const own = running?.admitted.draft.request.effect_class ?? 'read';
  if (element === null || running === null || held === null || intent.kind === 'scroll') return own;
  const { final_action } = running.admitted.plan;
  const { work } = held;
  const isFinal = element.role === final_action?.role && element.name === final_action.name;
  const writes = isFinal || work.final.has(element.ref) || work.blocked.has(element.ref);
  return writes ? 'external_write' : own;
}

async function askPolicy(
  context: RunContext,
  parts: Pick<ActionState, 'action' | 'held' | 'approval' | 'todo' | 'element' | 'effect'>,
): Promise<Pick<ActionState, 'policy' | 'policyVersion'>> {
  const { action, held, approval, todo, element, effect } = parts;
  const capability = todo === null ? null : context.capabilityOf(todo);
  const goal: Goal | null = todo === null ? null : await context.kernel.goal(context.workspace, todo.goal_id);
  if (todo === null || capability === null || goal === null) return { policy: null, policyVersion: null };
  const quota = await context.kernel.quota(context.workspace, goal.goal_id);
  const plan = held?.work.running?.admitted.plan;
  const origins = plan?.allowed_origins ?? approval?.subject.action.leaves.map(({ origin }) => origin) ?? [];
  const role = targetRoleSchema.safeParse(element?.role);
  const policy = context.policy.decide({
    kind: action.intent.kind,
    action_unit: todo.action_unit,
    effect_class: effect,
    mode: goal.mode,
    origins: [...new Set(origins)],
    // A role that no rule can name has no target, and what needs one is then forbidden.
    target: element === null || !role.success ? null : { role: role.data, name: element.name },
    at: context.clock.now(),
    used: usedBy(quota),
  });
  return { policy, policyVersion: policyVersion(context.policy, capability) };
}
