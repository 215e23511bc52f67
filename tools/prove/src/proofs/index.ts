import { engineNames } from '../stores/engines.ts';
import { agents } from './agents.ts';
import { agentsCrashes } from './agents-crashes.ts';
import { duplicatesOn } from './duplicates.ts';
import { historiesOn } from './histories.ts';
import { idempotency } from './idempotency.ts';
import { killOn } from './kill.ts';
import { mutations } from './mutations.ts';
import { pauses } from './pauses.ts';
import { powerCut } from './power-cut.ts';
import type { Proof } from './proof.ts';
import { simulation } from './simulation.ts';
import { storageCalls } from './storage-calls.ts';

/** Every proof, in the order of the table. */
export const proofs: readonly Proof[] = [
  simulation,
  agents,
  storageCalls,
  agentsCrashes,
  powerCut,
  ...engineNames.map(killOn),
  ...engineNames.map(historiesOn),
  pauses,
  ...engineNames.map(duplicatesOn),
  mutations,
  idempotency,
];
