import type { Scenario } from '../scenario.ts';
import { canaryScenario } from './canaries.ts';
import { draftScenarios } from './drafts.ts';
import { probeScenarios } from './probes.ts';
import { publicationScenarios } from './publications.ts';
import { retentionScenario } from './retention.ts';
import { stopScenarios } from './stops.ts';

/** What every provider has to get right before it is trusted with a site. */
export const scenarios: readonly Scenario[] = [
  ...draftScenarios,
  ...stopScenarios,
  ...publicationScenarios,
  ...probeScenarios,
  canaryScenario,
  retentionScenario,
];
