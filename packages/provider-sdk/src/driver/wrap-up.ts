import type { BlockerCode } from '@cux/contracts';
import type { Surface } from '../surface/surface.ts';
import { type AttemptFacts, draftHeld, stopAt } from './attempt-facts.ts';
import { boundSurface } from './bounded-surface.ts';
import { extractFacts } from './extract-facts.ts';
import { Interruption } from './interruption.ts';
import { evidenceClassesOf, keepEvidence } from './keep-evidence.ts';
import { withLeaseKept } from './keep-lease.ts';
import type { DriverLimits } from './limits.ts';
import { countHeldFields } from './read-back-fields.ts';
import type { RunPlanInput } from './run-plan.ts';
import { createTimeBox, type TimeBox } from './time-box.ts';

/** How much of the last screen is looked at, to say whether an observation of it would be cut. */
const observationBudget = { nodes: 2_000, bytes: 45_000 };

/** Stops after which somebody waits for the end. */
const ended: ReadonlySet<BlockerCode> = new Set(['deadline_passed', 'cancelled', 'lifecycle_failure']);

/** Stops after which the page is not asked for anything but evidence. */
const silent: ReadonlySet<BlockerCode> = new Set([
  'native_dialog',
  'lifecycle_failure',
  'navigation_failed',
  'foreign_origin',
  'target_lost',
]);

/**
 * After the last step, in its own short time: facts that are still to be had, the last screen, the evidence.
 * It changes nothing on the page. An attempt that stopped early keeps its reason; one that claims something
 * and has no evidence for it does not claim it.
 */
export async function wrapUp(input: RunPlanInput, facts: AttemptFacts, limits: DriverLimits): Promise<void> {
  // Where there is no page that answers, its picture may never come: an error page of the browser's own, a page behind a dialog.
  const hurried = facts.stop !== null && (ended.has(facts.stop.blocker.code) || !answers(facts));
  const box = createTimeBox(input.clock, hurried ? limits.grace : limits.evidence, null);
  const hurry = () => box.shorten(limits.grace);
  if (input.signal.aborted) hurry();
  input.signal.addEventListener('abort', hurry, { once: true });
  try {
    await withLeaseKept(input.hooks, () => lookAndKeep(input, facts, limits, box), hurry);
  } finally {
    input.signal.removeEventListener('abort', hurry);
    box.end();
  }
}

async function lookAndKeep(
  input: RunPlanInput,
  facts: AttemptFacts,
  limits: DriverLimits,
  box: TimeBox,
): Promise<void> {
  const surface = boundSurface(input.session.surface, box);
  await quietly(() => lookOnce(input, facts, limits, surface, box));
  const captured = await quietly(async () => {
    const lacking = await keepEvidence(surface, input.hooks, facts, evidenceClassesOf(input.plan));
    stopAt(facts, lacking, null);
  });
  if (!captured) stopAt(facts, { code: 'evidence_missing', label: null, dialogKind: null }, null);
  if (mayBeAsked(facts) && draftHeld(facts)) await quietly(() => readAgain(surface, facts));
  // Whoever comes next finds a page that goes on by itself.
  if (answers(facts)) await quietly(async () => surface.holdLateAnswers?.(false));
}

function mayBeAsked(facts: AttemptFacts): boolean {
  return facts.press === 'not_attempted' && answers(facts);
}

function answers({ stop }: AttemptFacts): boolean {
  return stop === null || !silent.has(stop.blocker.code);
}

/** What is told as held is held when it is told: a page may take it back while evidence is gathered. */
async function readAgain(surface: Surface, facts: AttemptFacts): Promise<void> {
  stopAt(facts, await countHeldFields({ surface }, facts), null);
}

async function lookOnce(
  { plan }: RunPlanInput,
  facts: AttemptFacts,
  { poll }: DriverLimits,
  surface: Surface,
  box: TimeBox,
): Promise<void> {
  facts.unexpectedTargetOpened = surface.unexpectedTargetOpened();
  if (!answers(facts)) return;
  if (facts.stop !== null && facts.screenReached) {
    const limits = { extraction: 0, poll };
    const { values } = await extractFacts({ surface, box, limits }, plan);
    facts.extractions = { ...values, ...facts.extractions };
  }
  facts.observationTruncated = (await surface.observe(observationBudget)).truncated;
}

/** Whether it got through; an engine that is gone takes nothing away from what is known already. */
async function quietly(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (reason) {
    if (Interruption.isInstance(reason)) return false;
    throw reason;
  }
}
