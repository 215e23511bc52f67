import { engineNames } from '../stores/engines.ts';
import { historiesOn } from './histories.ts';
import { idempotency } from './idempotency.ts';
import { killOn } from './kill.ts';
import { mutations } from './mutations.ts';
import type { Proof } from './proof.ts';
import { simulation } from './simulation.ts';

/** Every proof, in the order of the table. */
export const proofs: readonly Proof[] = [
  simulation,
  ...engineNames.map(killOn),
  ...engineNames.map(historiesOn),
  mutations,
  idempotency,
];
