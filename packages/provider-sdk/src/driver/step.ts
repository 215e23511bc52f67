import { type BlockerCode, digestOfBytes, type PlanStep, type Target } from '@cux/contracts';
import type { ActionOutcome, AttachedFile, ElementRef } from '../surface/surface.ts';
import { type Blocker, blocker, blockerOfSign, outcomeBlocker } from './blocker.ts';
import { checkScreen } from './check-screen.ts';
import type { StepEnvironment } from './environment.ts';
import { expectedFieldOf } from './expected-value.ts';
import { type FoundTarget, findReadyTarget, findReference, findTarget } from './find-target.ts';
import { markGuard } from './guard-mark.ts';
import { type RecordedStep, recorded } from './recorded-step.ts';
import { spareFinalAction } from './spare-final-action.ts';
import { verifyFact } from './verify-facts.ts';

/** A step that the engine carries out; `capture` is the runner's, since evidence goes to the host. */
export type StepAction = Exclude<PlanStep, { kind: 'capture' }>;

type Handler<Kind extends StepAction['kind']> = (
  environment: StepEnvironment,
  action: Extract<StepAction, { kind: Kind }>,
) => Promise<RecordedStep>;

/** What each kind of step does. */
const handlers: { readonly [Kind in StepAction['kind']]: Handler<Kind> } = {
  open: (environment, { url }) => openPage(environment, url),
  await: async (environment, { target }) => {
    const found = await findTarget(environment, target, environment.limits.awaited);
    return recorded('await', found.kind === 'found' ? null : found.blocker);
  },
  fill: actOnTarget,
  select: actOnTarget,
  check: actOnTarget,
  attach: attachFiles,
  press: actOnTarget,
  verify: async (environment, action) => recorded('verify', await verifyField(environment, action)),
  verify_fact: async (environment, fact) => {
    const differing = await verifyFact(environment, fact);
    return recorded('verify_fact', differing === null ? null : await explained(environment, differing));
  },
  await_write: async (environment, { rule }) =>
    recorded('await_write', await waitForDraftWrite(environment, rule)),
};

/**
 * The one engine for both grains: resolve → check → guard → act → observe. A plan is a list of these; an agent's
 * click is one. It acts at most once, never retries, and never presses what stands behind a gate.
 */
export async function step(environment: StepEnvironment, action: StepAction): Promise<RecordedStep> {
  const handler = handlers[action.kind] as Handler<StepAction['kind']>;
  return handler(environment, action);
}

/** What is done to an element, whether a plan names it or an observation has shown it. */
type ElementAction =
  | { readonly kind: 'press' }
  | { readonly kind: 'fill'; readonly value: string }
  | { readonly kind: 'select'; readonly option: string }
  | { readonly kind: 'check'; readonly checked: boolean }
  | { readonly kind: 'keypress'; readonly keys: readonly string[] }
  | { readonly kind: 'scroll'; readonly x: number; readonly y: number }
  | { readonly kind: 'attach'; readonly attached: readonly AttachedFile[] };

/** One action on an element of an observation, by the reference that the observation gave it. */
export type ReferenceAction = Exclude<ElementAction, { kind: 'attach' }> & { readonly ref: string };

/**
 * The same step for an agent that has seen an observation: look up → check → guard → act → observe. A reference that
 * no longer means what it meant stops with `target_stale`, and nothing else is looked for in its place.
 */
export async function stepOnReference(
  environment: StepEnvironment,
  action: ReferenceAction,
): Promise<RecordedStep> {
  return actOn(environment, action, await findReference(environment, action.ref));
}

async function actOnTarget(
  environment: StepEnvironment,
  action: ElementAction & { readonly target: Target },
): Promise<RecordedStep> {
  return actOn(environment, action, await findReadyTarget(environment, action.target));
}

/** An engine that has no way to put files in has put none in. */
const cannotAttach: ActionOutcome = { kind: 'refused', readiness: { kind: 'disabled' } };

/** The files are read before the page is touched: one that is not there, or is another, stops the plan. */
async function attachFiles(
  environment: StepEnvironment,
  { target, files }: Extract<StepAction, { kind: 'attach' }>,
): Promise<RecordedStep> {
  const attached: AttachedFile[] = [];
  for (const { name, media_type: mediaType, size, digest } of files) {
    const bytes = await environment.readFile(digest);
    if (bytes === null || bytes.byteLength !== size || digestOfBytes(bytes) !== digest) {
      return recorded('attach', blocker('value_not_held'));
    }
    attached.push({ name, mediaType, bytes });
  }
  return actOnTarget(environment, { kind: 'attach', target, attached });
}

function perform({ surface, limits }: StepEnvironment, action: ElementAction, element: ElementRef) {
  switch (action.kind) {
    case 'press':
      return surface.press(element, limits.press);
    case 'fill':
      return surface.fill(element, action.value);
    case 'select':
      return surface.select(element, action.option);
    case 'check':
      return surface.setChecked(element, action.checked);
    case 'keypress':
      return surface.keypress(element, action.keys, limits.press);
    case 'scroll':
      return surface.scrollBy(element, action);
    case 'attach':
      return surface.attach?.(element, action.attached) ?? cannotAttach;
  }
}

/** Note what the guard has let pass so far, act once on what was found, look at what came of it. */
async function actOn(
  environment: StepEnvironment,
  action: ElementAction,
  found: FoundTarget,
): Promise<RecordedStep> {
  if (found.kind === 'stopped') return recorded(action.kind, found.blocker);
  const spared = action.kind === 'scroll' ? null : await spareFinalAction(environment, found.element);
  if (spared !== null) return recorded(action.kind, await explained(environment, spared));
  noteGuard(environment);
  const outcome = await perform(environment, action, found.element);
  const stopped = await observeAfter(environment, outcome);
  if (stopped !== null) return recorded(action.kind, stopped);
  return {
    kind: action.kind,
    outcome: outcome.kind === 'done' ? 'done' : 'outcome_unknown',
    blocker: null,
  };
}

/** A sign on the screen says more than the action's own answer: a dialog explains why a field was refused. */
async function observeAfter(environment: StepEnvironment, outcome: ActionOutcome): Promise<Blocker | null> {
  const refused = outcomeBlocker(outcome);
  if (outcome.kind === 'lost') return refused;
  return (await checkScreen(environment)) ?? refused;
}

/** What came up meanwhile says more than what could not be found out because of it: a dialog holds the whole page. */
async function explained(environment: StepEnvironment, found: Blocker): Promise<Blocker> {
  return (await checkScreen(environment)) ?? found;
}

/** Blockers that say that another page than the plan's is shown. */
const elsewhere: ReadonlySet<BlockerCode> = new Set([
  'foreign_origin',
  'login',
  'target_lost',
  'navigation_failed',
]);

/** Opens a page of an allowed origin. The address is checked before anything is contacted. */
async function openPage(environment: StepEnvironment, url: string): Promise<RecordedStep> {
  const { surface, rules, limits } = environment;
  if (!rules.allowed_origins.includes(new URL(url).origin)) {
    return { ...recorded('open', blocker('foreign_origin')), screenReached: false };
  }
  noteGuard(environment);
  const { kind } = await surface.open(url, limits.navigation);
  const found = kind === 'failed' ? await explainFailure(environment) : await checkScreen(environment);
  const screenReached = kind === 'reached' && (found === null || !elsewhere.has(found.code));
  return {
    ...recorded('open', found),
    screenReached: screenReached || (kind === 'stopped' && found === null),
  };
}

async function explainFailure({ surface }: StepEnvironment): Promise<Blocker> {
  const [sign] = await surface.stopSigns();
  return sign === undefined ? blocker('navigation_failed') : blockerOfSign(sign);
}

/** The field holds exactly the approved value. It is waited for, since a page fills its own fields late. */
async function verifyField(
  environment: StepEnvironment,
  action: Extract<StepAction, { kind: 'verify' }>,
): Promise<Blocker | null> {
  const field = expectedFieldOf(action);
  const found = await findTarget(environment, action.target, environment.limits.target);
  if (found.kind === 'stopped' || field === null) return found.kind === 'stopped' ? found.blocker : null;
  const { box, limits, surface } = environment;
  const held = await box.until(limits.target, limits.poll, async () =>
    (await surface.holds(field.target, field.expected)) === 'held' ? true : null,
  );
  return held === null ? blocker('value_not_held') : null;
}

/** Waits in slices, so that a modal that came up instead of the write is seen and named. */
async function waitForDraftWrite(environment: StepEnvironment, rule: string): Promise<Blocker | null> {
  const { guard, box, limits, lastAct } = environment;
  const since = lastAct.mark.allowed.get(rule) ?? 0;
  const slice = Math.max(limits.poll, 250);
  const ended = await box.until<Blocker | true>(limits.write, slice, async () => {
    if (await box.run(() => guard.waitForWrite(rule, since, slice))) return true;
    return checkScreen(environment);
  });
  if (ended !== null) return ended === true ? null : ended;
  const blockedSince = markGuard(guard.record()).blockedTotal > lastAct.mark.blockedTotal;
  return blocker(blockedSince ? 'write_blocked' : 'value_not_held');
}

function noteGuard({ guard, lastAct }: StepEnvironment): void {
  lastAct.mark = markGuard(guard.record());
}
