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
import { holdForStep, holdLateAnswers } from './late-answers.ts';
import { pressFinalAction } from './press-final-action.ts';
import { countHeldFields, leaveDocument, readBackFields } from './read-back-fields.ts';
import type { RunPlanInput } from './run-plan.ts';
import { step } from './step.ts';
import type { UnitForm } from './unit-form.ts';
import { verifyFactsAgain } from './verify-facts.ts';

export interface UnitRun {
  readonly input: RunPlanInput;
  readonly form: UnitForm;
  readonly facts: AttemptFacts;
  readonly environment: StepEnvironment;
}

/** How each form ends, once its steps are done. */
const endings: { readonly [Ending in UnitForm['ending']]: (run: UnitRun) => Promise<void> } = {
  look: endLooking,
  gate: endAtGate,
  press: endWithPress,
};

/** Opens the start, carries out the steps, ends as the form says. Stops at the first blocker. */
export async function runUnit(run: UnitRun): Promise<void> {
  const { input, facts, form } = run;
  const [first] = input.plan.steps;
  // A page that makes something on GET is opened once, also when the plan names its start twice.
  const startsItself = first?.kind === 'open' && first.url === input.plan.start_url;
  if (!startsItself) await takeStep(run, { kind: 'open', url: input.plan.start_url }, null);
  for (const [index, action] of input.plan.steps.entries()) {
    if (facts.stop !== null) return;
    if (await input.hooks.progress(index)) await takeStep(run, action, index);
    else stopAt(facts, blocker('cancelled'), index);
  }
  await keepLease(run);
  if (facts.stop === null) await endings[form.ending](run);
}

/** The waits that follow the steps must not cost the lease: it is renewed before each. */
async function keepLease({ input, facts }: UnitRun): Promise<void> {
  if (facts.stop === null && !(await input.hooks.progress(input.plan.steps.length))) {
    stopAt(facts, blocker('cancelled'), null);
  }
}

async function takeStep(run: UnitRun, action: PlanStep, index: number | null): Promise<void> {
  const { facts, environment, input } = run;
  if (action.kind === 'capture') {
    const classes = [action.evidence_class];
    stopAt(facts, await keepEvidence(environment.surface, input.hooks, facts, classes), index);
    return;
  }
  if (action.kind === 'open') {
    stopAt(facts, await leaveDocument(environment, facts, input.plan.settle_ms), index);
    if (facts.stop !== null) return;
  }
  await holdForStep(environment, action.kind);
  const done = await step(environment, action);
  addStep(facts, action, done);
  stopAt(facts, done.blocker, index);
}

async function endLooking(run: UnitRun): Promise<void> {
  const { facts, environment } = run;
  stopAt(facts, await checkScreen(environment), null);
  if (facts.stop === null) await takeFacts(run);
  facts.ending = 'completed';
}

/** The draft is read back, its final action is there and ready, and nobody presses it. */
async function endAtGate(run: UnitRun): Promise<void> {
  const { facts, environment, input } = run;
  stopAt(facts, await readBackFields(environment, facts, input.plan.settle_ms), null);
  if (facts.stop === null) await takeFacts(run);
  if (facts.stop === null) stopAt(facts, await checkFinalAction(run), null);
  facts.ending = input.plan.final_action === null ? 'completed' : 'stopped_at_gate';
}

async function checkFinalAction({ environment, input }: UnitRun): Promise<Blocker | null> {
  if (input.plan.final_action === null) return checkScreen(environment);
  const found = await findReadyTarget(environment, input.plan.final_action);
  return found.kind === 'found' ? null : found.blocker;
}

/** Prepare, commit, press. Evidence of what will be pressed is kept before anybody is asked to commit. */
async function endWithPress(run: UnitRun): Promise<void> {
  const { facts, environment, input } = run;
  const { plan, hooks } = input;
  facts.ending = 'completed';
  stopAt(facts, await readBackFields(environment, facts, plan.settle_ms), null);
  if (facts.stop !== null || plan.final_action === null) return;
  const found = await findReadyTarget(environment, plan.final_action);
  if (found.kind === 'stopped') {
    stopAt(facts, found.blocker, null);
    return;
  }
  const classes = evidenceClassesOf(plan).filter((evidenceClass) => evidenceClass !== 'read_back');
  const wanted = classes.length === 0 ? (['screenshot'] as const) : classes;
  stopAt(facts, await keepEvidence(environment.surface, hooks, facts, wanted), null);
  await keepLease(run);
  if (facts.stop === null) stopAt(facts, await approach(environment, facts, found.element), null);
  if (facts.stop === null) stopAt(facts, await verifyFactsAgain(environment, plan), null);
  if (facts.stop !== null) return;
  const decision = await hooks.prepared();
  if (decision.kind === 'refused') {
    stopAt(facts, blocker(decision.code), null);
    return;
  }
  const { attemptId, clock, monotonic = monotonicClock } = input;
  const { surface, limits } = environment;
  const send = () => surface.press(found.element, limits.press);
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
