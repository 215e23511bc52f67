import type { PlanStep } from '@cux/contracts';
import { monotonicClock } from '../guard/monotonic-clock.ts';
import type { ElementRef } from '../surface/surface.ts';
import { type AttemptFacts, addStep, stopAt } from './attempt-facts.ts';
import { type Blocker, blocker, readinessBlockers } from './blocker.ts';
import { checkScreen } from './check-screen.ts';
import type { StepEnvironment } from './environment.ts';
import { extractFacts } from './extract-facts.ts';
import { findReadyTarget } from './find-target.ts';
import { evidenceClassesOf, keepEvidence } from './keep-evidence.ts';
import { withLeaseKept } from './keep-lease.ts';
import { holdForStep, holdLateAnswers } from './late-answers.ts';
import { pressFinalAction } from './press-final-action.ts';
import { countHeldFields, leaveDocument, readBackFields } from './read-back-fields.ts';
import type { RunPlanInput } from './run-plan.ts';
import { createSafePoints, type SafePoints } from './safe-points.ts';
import { step } from './step.ts';
import type { UnitForm } from './unit-form.ts';
import { verifyFactsAgain } from './verify-facts.ts';

export interface UnitRun {
  readonly input: RunPlanInput;
  readonly form: UnitForm;
  readonly facts: AttemptFacts;
  readonly environment: StepEnvironment;
}

/** The run, with where it may go back to. */
type UnderWay = UnitRun & { readonly points: SafePoints };

/** How each form ends, once its steps are done. Answers the step to go on from, where the final action has to be reached again. */
const endings: {
  readonly [Ending in UnitForm['ending']]: (run: UnderWay) => Promise<number | null>;
} = {
  look: endLooking,
  gate: endAtGate,
  press: endWithPress,
};

/** Opens the start, carries out the steps, ends as the form says. Stops at the first blocker. */
export async function runUnit(unit: UnitRun): Promise<void> {
  const { input, facts, form, environment } = unit;
  const { steps, start_url: start } = input.plan;
  const run: UnderWay = { ...unit, points: createSafePoints(environment, steps) };
  const [first] = steps;
  // A page that makes something on GET is opened once, also when the plan names its start twice.
  const startsItself = first?.kind === 'open' && first.url === start;
  if (!startsItself) stopAt(facts, await takeStep(run, { kind: 'open', url: start }), null);
  let from: number | null = 0;
  while (from !== null) {
    await takeSteps(run, from);
    await keepLease(run);
    if (facts.stop !== null) return;
    from = await endings[form.ending](run);
  }
}

async function takeSteps(run: UnderWay, from: number): Promise<void> {
  const { input, facts, points } = run;
  const { steps } = input.plan;
  let index = from;
  for (let action = steps[index]; action !== undefined && facts.stop === null; action = steps[index]) {
    if (!(await input.hooks.progress(index))) {
      stopAt(facts, blocker('cancelled'), index);
      return;
    }
    points.entering(index);
    const found = await takeStep(run, action);
    const again = found === null ? null : await points.before(index, found);
    if (again === null) stopAt(facts, found, index);
    index = again ?? index + 1;
  }
}

/** The waits that follow the steps must not cost the lease: it is renewed before each. */
async function keepLease({ input, facts }: UnitRun): Promise<void> {
  if (facts.stop === null && !(await input.hooks.progress(input.plan.steps.length))) {
    stopAt(facts, blocker('cancelled'), null);
  }
}

async function takeStep(run: UnitRun, action: PlanStep): Promise<Blocker | null> {
  const { facts, environment, input } = run;
  if (action.kind === 'capture') {
    const { hooks } = input;
    return withLeaseKept(hooks, () =>
      keepEvidence(environment.surface, hooks, facts, [action.evidence_class]),
    );
  }
  if (action.kind === 'open') {
    const lost = await leaveDocument(environment, facts, input.plan.settle_ms);
    if (lost !== null) return lost;
  }
  await holdForStep(environment, action.kind);
  const done = await step(environment, action);
  addStep(facts, action, done);
  return done.blocker;
}

async function endLooking(run: UnderWay): Promise<null> {
  const { facts, environment } = run;
  stopAt(facts, await checkScreen(environment), null);
  if (facts.stop === null) await takeFacts(run);
  facts.ending = 'completed';
  return null;
}

/** The draft is read back, its final action is there and ready, and nobody presses it. */
async function endAtGate(run: UnderWay): Promise<number | null> {
  const { facts, environment, input } = run;
  stopAt(facts, await readBackFields(environment, facts, input.plan.settle_ms), null);
  if (facts.stop === null) await takeFacts(run);
  const found = facts.stop === null ? await checkFinalAction(run) : null;
  const again = found === null ? null : await backFromEnd(run, found);
  if (again !== null) return again;
  stopAt(facts, found, null);
  facts.ending = input.plan.final_action === null ? 'completed' : 'stopped_at_gate';
  return null;
}

/** Where to go on from when the final action is gone, because what held it was closed by a known modal. */
function backFromEnd({ points, input }: UnderWay, found: Blocker): Promise<number | null> {
  return points.before(input.plan.steps.length, found);
}

async function checkFinalAction({ environment, input }: UnitRun): Promise<Blocker | null> {
  if (input.plan.final_action === null) return checkScreen(environment);
  const found = await findReadyTarget(environment, input.plan.final_action);
  return found.kind === 'found' ? null : found.blocker;
}

/** Prepare, commit, press. Evidence of what will be pressed is kept before anybody is asked to commit. */
async function endWithPress(run: UnderWay): Promise<number | null> {
  const { facts, environment, input } = run;
  const { plan } = input;
  facts.ending = 'completed';
  stopAt(facts, await readBackFields(environment, facts, plan.settle_ms), null);
  if (facts.stop !== null || plan.final_action === null) return null;
  const found = await findReadyTarget(environment, plan.final_action);
  if (found.kind === 'stopped') {
    const again = await backFromEnd(run, found.blocker);
    if (again === null) stopAt(facts, found.blocker, null);
    return again;
  }
  await pressFound(run, found.element);
  return null;
}

/** From here on nothing is taken again. */
async function pressFound(run: UnitRun, element: ElementRef): Promise<void> {
  const { facts, environment, input } = run;
  const { plan, hooks } = input;
  const classes = evidenceClassesOf(plan).filter((evidenceClass) => evidenceClass !== 'read_back');
  const wanted = classes.length === 0 ? (['screenshot'] as const) : classes;
  const kept = () => keepEvidence(environment.surface, hooks, facts, wanted);
  stopAt(facts, await withLeaseKept(hooks, kept), null);
  await keepLease(run);
  if (facts.stop === null) stopAt(facts, await approach(environment, facts, element), null);
  if (facts.stop === null) stopAt(facts, await verifyFactsAgain(environment, plan), null);
  if (facts.stop !== null) return;
  const decision = await hooks.prepared();
  if (decision.kind === 'refused') {
    stopAt(facts, blocker(decision.code), null);
    return;
  }
  const { attemptId, clock, monotonic = monotonicClock } = input;
  const { surface, limits } = environment;
  const send = () => surface.press(element, limits.press);
  const press = { environment, facts, plan, attemptId, clock, monotonic, send };
  await pressFinalAction(press, decision);
  if (facts.stop === null) await takeFacts(run);
  if (facts.press !== 'not_attempted') await hooks.pressed?.();
}

/**
 * Checks once more after the evidence, with the pointer on its way and with what the page still had to do: what refuses
 * now costs no approval.
 */
async function approach(
  environment: StepEnvironment,
  facts: AttemptFacts,
  element: ElementRef,
): Promise<Blocker | null> {
  await holdLateAnswers(environment, false);
  const { kind } = await environment.surface.readiness(element, 'press');
  if (kind !== 'ready') return (await checkScreen(environment)) ?? blocker(readinessBlockers[kind]);
  return countHeldFields(environment, facts);
}

/** Reads the plan's facts; a required one that is not there stops the attempt. */
async function takeFacts({ environment, facts, input }: UnitRun): Promise<void> {
  const { values, missing } = await extractFacts(environment, input.plan);
  facts.extractions = values;
  if (missing) stopAt(facts, blocker('extraction_missing'), null);
}
