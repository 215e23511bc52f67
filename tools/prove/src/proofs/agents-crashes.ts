import { tellStory } from '../agents/crash-story.ts';
import { makeAgentsSetup } from '../agents/setup.ts';
import type { Proof, ProofResult, Scale } from './proof.ts';

/** Of the storage calls, each so many-th is tried. */
const each: Readonly<Record<Scale, number>> = { share: 1_173, short: 293, long: 1 };

/**
 * A host dies at every storage call of an agent's story (waking, drafting, a takeover, a question, its answer, the press), before
 * and after it. Another host and people bring the story to its end: the desk has the article once.
 */
export const agentsCrashes: Proof = {
  name: 'agents-storage-calls',
  run: (scale) => crashAgents(each[scale]),
};

/** @param step tries each so many-th storage call, from the first on */
export async function crashAgents(step: number): Promise<ProofResult> {
  const setup = await makeAgentsSetup();
  const whole = await tellStory(setup, null);
  const violations = whole.violations.map((what) => `without a crash: ${what}`);
  let points = 0;
  for (let call = 1; call <= whole.calls; call += step) {
    for (const moment of ['before', 'after'] as const) {
      points += 1;
      const told = await tellStory(setup, { process: 'process-1', call, moment });
      violations.push(...told.violations.map((what) => `${moment} storage call ${call}: ${what}`));
    }
  }
  return {
    runs: `${points} of ${2 * whole.calls} points, each brought to its end`,
    faults: { 'process dies at a storage call': points },
    violations,
  };
}
