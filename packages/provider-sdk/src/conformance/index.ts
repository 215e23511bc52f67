// What every provider has to get right, and the program that finds out
export {
  type ConformanceLine,
  type ConformanceOptions,
  type ConformanceStage,
  runConformance,
} from './run-conformance.ts';
export type { Scenario } from './scenario.ts';
export { scenarios } from './scenarios.ts';
