import { idempotency } from './idempotency.ts';
import { mutations } from './mutations.ts';
import type { Proof } from './proof.ts';
import { simulation } from './simulation.ts';

/** Every proof, in the order of the table. */
export const proofs: readonly Proof[] = [simulation, mutations, idempotency];
