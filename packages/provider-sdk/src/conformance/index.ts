// What every provider has to get right, and the program that finds out
export { type BrokenProvider, brokenProviders } from './broken/broken-providers.ts';
export { allConformanceFeatures, type ConformanceFeature, conformanceFeatures } from './feature.ts';
export {
  type ConformanceLine,
  type ConformanceOptions,
  type ConformanceSubject,
  runConformance,
} from './run-conformance.ts';
export type { PlanExpectation, PlanPlay, ProbePlay, ProbeStage, Scenario } from './scenario.ts';
export { scenarios } from './scenarios/index.ts';
export type { ConformanceSite, SiteKey, SiteScript } from './site.ts';
export { makeSiteKey } from './site-key.ts';
export { findTraces, type Trace } from './traces/find-traces.ts';
