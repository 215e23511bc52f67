import type { ActionOutcome, ElementRef, Surface } from '../surface/surface.ts';
import { type Blocker, outcomeBlocker } from './blocker.ts';
import { checkScreen } from './check-screen.ts';
import type { StepEnvironment } from './environment.ts';
import { markGuard, sinceMark } from './guard-mark.ts';
import { type RecordedStep, recorded } from './recorded-step.ts';
import { type ReferenceAction, stepOnReference } from './step.ts';

/** What an agent may do, one at a time. References are those of an observation. */
export type AgentAction =
  | { readonly kind: 'click'; readonly ref: string }
  | { readonly kind: 'keypress'; readonly ref: string | null; readonly keys: readonly string[] }
  | { readonly kind: 'scroll'; readonly ref: string | null; readonly x: number; readonly y: number }
  | { readonly kind: 'type_text'; readonly ref: string; readonly text: string }
  | { readonly kind: 'select_option'; readonly ref: string; readonly option: string }
  | { readonly kind: 'switch_target'; readonly target: string }
  | { readonly kind: 'close_target'; readonly target: string };

export interface ActedStep {
  readonly step: RecordedStep;
  /** What it was done to; null where it was no element, or nothing was done. */
  readonly element: ElementRef | null;
}

/**
 * One action through the one engine: look up → check → guard → act → observe.
 *
 * @param sending called right before the engine is given the input: from then on it may have had an effect
 */
export async function actOnce(
  environment: StepEnvironment,
  action: AgentAction,
  sending: () => void,
): Promise<ActedStep> {
  const surface = telling(environment.surface, sending);
  const told: StepEnvironment = { ...environment, surface };
  const onElement = referenceAction(action);
  const step = onElement === null ? await onPage(told, action) : await stepOnReference(told, onElement);
  if (step.outcome !== 'stopped' && mayWrite(action)) await aftermath(environment);
  const looked = onElement === null ? null : await environment.surface.lookup(onElement.ref);
  const done = step.outcome !== 'stopped' && looked?.kind === 'found';
  return { step, element: done ? looked.element : null };
}

/** The same surface, which says so before each input. */
function telling(surface: Surface, sending: () => void): Surface {
  const saying =
    <Parameters extends readonly unknown[], Value>(call: (...given: Parameters) => Value) =>
    (...given: Parameters): Value => {
      sending();
      return call(...given);
    };
  return {
    ...surface,
    fill: saying(surface.fill),
    select: saying(surface.select),
    press: saying(surface.press),
    keypress: saying(surface.keypress),
    scrollBy: saying(surface.scrollBy),
    switchTarget: saying(surface.switchTarget),
    closeTarget: saying(surface.closeTarget),
  };
}

function referenceAction(action: AgentAction): ReferenceAction | null {
  switch (action.kind) {
    case 'click':
      return { kind: 'press', ref: action.ref };
    case 'keypress':
      return action.ref === null ? null : { kind: 'keypress', ref: action.ref, keys: action.keys };
    case 'scroll':
      return action.ref === null ? null : { kind: 'scroll', ref: action.ref, x: action.x, y: action.y };
    case 'type_text':
      return { kind: 'fill', ref: action.ref, value: action.text };
    case 'select_option':
      return { kind: 'select', ref: action.ref, option: action.option };
    default:
      return null;
  }
}

/** What is done to the page as a whole, or to a target. Another target may be switched to whatever this one shows. */
async function onPage(environment: StepEnvironment, action: AgentAction): Promise<RecordedStep> {
  const { surface, limits, guard, lastAct } = environment;
  lastAct.mark = markGuard(guard.record());
  switch (action.kind) {
    case 'keypress': {
      const obstacle = await checkScreen(environment);
      if (obstacle !== null) return recorded('keypress', obstacle);
      return after(environment, 'keypress', await surface.keypress(null, action.keys, limits.press));
    }
    case 'scroll':
      return after(environment, 'scroll', await surface.scrollBy(null, action));
    case 'switch_target':
      return after(environment, 'press', await surface.switchTarget(action.target));
    case 'close_target':
      return after(environment, 'press', await surface.closeTarget(action.target), true);
    default:
      throw new Error(`${action.kind} is done to an element`);
  }
}

/** @param mayBeGone nothing need be left to look at */
async function after(
  environment: StepEnvironment,
  kind: RecordedStep['kind'],
  outcome: ActionOutcome,
  mayBeGone = false,
): Promise<RecordedStep> {
  const refused: Blocker | null = outcomeBlocker(outcome);
  const empty = mayBeGone && (await environment.surface.location()) === null;
  const met = outcome.kind === 'lost' || empty ? null : await checkScreen(environment);
  const found = met ?? refused;
  if (found !== null) return recorded(kind, found);
  return { kind, outcome: outcome.kind === 'done' ? 'done' : 'outcome_unknown', blocker: null };
}

function mayWrite({ kind }: AgentAction): boolean {
  return kind === 'click' || kind === 'keypress';
}

/** A write that the input causes gets a moment to reach the guard, so that it is told with the step that caused it. */
async function aftermath({ guard, box, limits, lastAct }: StepEnvironment): Promise<void> {
  await box.until(limits.aftermath, Math.min(limits.poll, 20), async () => {
    const seen = sinceMark(lastAct.mark, guard.record());
    return seen.blocked.length + seen.allowed.length > 0 ? true : null;
  });
}
