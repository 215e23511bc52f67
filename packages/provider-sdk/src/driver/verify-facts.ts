import type { Plan, PlanStep } from '@cux/contracts';
import { type Blocker, blocker } from './blocker.ts';
import type { StepEnvironment } from './environment.ts';
import { readStore } from './extract-facts.ts';

export type FactStep = Extract<PlanStep, { kind: 'verify_fact' }>;

/**
 * Whether the site's own store says what the plan needs. A store that is slow to answer is asked again; an answer
 * that is another is the answer.
 */
export async function verifyFact(environment: StepEnvironment, fact: FactStep): Promise<Blocker | null> {
  const { box, limits } = environment;
  const value = await box.until(limits.extraction, limits.poll, () => readFact(environment, fact));
  return judged(fact, value);
}

/** All facts of the plan as they are now, asked once: somebody may have acted by hand since its steps. */
export async function verifyFactsAgain(
  environment: StepEnvironment,
  { steps }: Pick<Plan, 'steps'>,
): Promise<Blocker | null> {
  for (const fact of steps) {
    if (fact.kind !== 'verify_fact') continue;
    const differing = judged(fact, await readFact(environment, fact));
    if (differing !== null) return differing;
  }
  return null;
}

function readFact({ surface, rules }: StepEnvironment, { source }: FactStep) {
  return readStore(surface, rules, source, {});
}

function judged({ one_of: wanted }: FactStep, value: string | number | boolean | null): Blocker | null {
  if (value === null) return blocker('extraction_missing');
  return wanted.includes(value) ? null : blocker('fact_differs');
}
