import type { AttemptFacts } from './attempt-facts.ts';
import { type Blocker, blocker } from './blocker.ts';
import { checkScreen } from './check-screen.ts';
import type { StepEnvironment } from './environment.ts';
import { holdLateAnswers } from './late-answers.ts';

/**
 * Reads back every field of the present document after the settle delay. All of them, at the end: a page that
 * reloads, re-renders or reverts late loses values that were there when they were put in.
 */
export async function readBackFields(
  environment: StepEnvironment,
  facts: AttemptFacts,
  settleMs: number,
): Promise<Blocker | null> {
  if (facts.fields.size > 0) {
    await holdLateAnswers(environment, true);
    await environment.box.pause(settleMs);
  }
  const obstacle = await checkScreen(environment);
  if (obstacle !== null) return obstacle;
  const lost = await countHeldFields(environment, facts);
  // What came up while the fields were read explains why they could not be.
  return lost === null ? null : ((await checkScreen(environment)) ?? lost);
}

/** The values as they are now, without waiting and without touching anything. */
export async function countHeldFields(
  { surface }: Pick<StepEnvironment, 'surface'>,
  facts: AttemptFacts,
): Promise<Blocker | null> {
  let held = 0;
  for (const { target, expected } of facts.fields.values()) {
    if ((await surface.holds(target, expected)) === 'held') held += 1;
  }
  facts.draft = {
    fields_expected: facts.fieldsLeftHeld + facts.fields.size,
    fields_held: facts.fieldsLeftHeld + held,
  };
  return held === facts.fields.size ? null : blocker('value_not_held');
}

/** Before the plan leaves a document: what it holds is checked now, since it cannot be later. */
export async function leaveDocument(
  environment: StepEnvironment,
  facts: AttemptFacts,
  settleMs: number,
): Promise<Blocker | null> {
  if (facts.fields.size === 0) return null;
  const lost = await readBackFields(environment, facts, settleMs);
  if (lost !== null) return lost;
  facts.fieldsLeftHeld += facts.fields.size;
  facts.fields.clear();
  return null;
}
