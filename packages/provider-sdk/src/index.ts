// Ports

// The plan driver
export type { AttemptHooks, AttemptReport, CommitDecision, RunPlanInput } from './driver/run-plan.ts';
// The effect guard
export type { Guard, GuardRecord } from './guard/guard.ts';
export type { GuardEndpoint } from './guard/guard-endpoint.ts';
export type { GuardDecision, ObservedRequest } from './guard/observed-write.ts';
export type { DoctorLine, OpenSessionOptions, Provider, ProviderSession } from './provider/provider.ts';
export { ProviderFault } from './provider/provider-fault.ts';
export type {
  ActionOutcome,
  CapturedEvidence,
  ElementRef,
  Observation,
  OpenOutcome,
  Readiness,
  Resolution,
  StopSign,
  Surface,
  Takeover,
} from './surface/surface.ts';
