import { readFileSync } from 'node:fs';
import { systemClock } from '@cux/kernel';
import type { Action } from '@cux/policy';
import { readPolicyFile } from '../application/policy-file.ts';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import { readText } from './read-text.ts';

const nothingUsed = { attempts: 0, actions: 0, wall_ms: 0, external_writes: 0, interventions: 0 };

/** Decides one action by a policy file. An action that cannot be decided is forbidden, and the reason says why. */
export async function policyExplain(output: Output, file: string, action: string): Promise<void> {
  const reading = await readPolicyFile(file);
  if (!reading.ok) {
    throw new CliFault(
      'refused',
      `The policy has ${reading.problems.length} mistakes; cux policy check shows them.`,
    );
  }
  const facts = readText(action === '-' ? readFileSync(0, 'utf8') : action);
  if (!facts.ok) throw new CliFault('refused', 'The action is no JSON object; --help shows what it holds.');
  // Policy takes anything and forbids what is no action.
  const asked = { at: systemClock.now(), used: nothingUsed, ...facts.value } as unknown as Action;
  const decision = reading.policy.decide(asked);
  answer(output, decision, [
    decision.effect,
    ...decision.reasons.map(({ id, text }) => `because ${id}: ${text}`),
    `version ${decision.policy_version}`,
  ]);
}
