// An agent's own attempt
export type { AgentAction } from './driver/agent-action.ts';
export { type Acted, AgentAttempt, type AgentAttemptInput } from './driver/agent-attempt.ts';
export { AgentDraft } from './driver/agent-draft.ts';
// The plan driver
export { type Blocker, blocker } from './driver/blocker.ts';
export type { ScreenRules, StepEnvironment } from './driver/environment.ts';
export { type GuardMark, markGuard } from './driver/guard-mark.ts';
export { type DriverLimits, defaultLimits } from './driver/limits.ts';
export { PlanFault } from './driver/plan-fault.ts';
export type { ApprovedElement } from './driver/prepare-approved.ts';
export type { RecordedStep } from './driver/recorded-step.ts';
export { type RehearsalInput, rehearsePlan } from './driver/rehearse-plan.ts';
export {
  type AttemptHooks,
  type AttemptReport,
  type CommitDecision,
  type RunPlanInput,
  runPlan,
} from './driver/run-plan.ts';
export { type ReferenceAction, type StepAction, step, stepOnReference } from './driver/step.ts';
export { createTimeBox, type TimeBox } from './driver/time-box.ts';
export { type UnitForm, unitForms } from './driver/unit-form.ts';
// The effect guard
export { chromiumGuardArguments } from './guard/chromium-arguments.ts';
export { decideRequest } from './guard/decide-request.ts';
export { fingerprintOf } from './guard/fingerprint.ts';
export type { Guard, GuardRecord, SpentRule } from './guard/guard.ts';
export { GuardCore, type Ruling } from './guard/guard-core.ts';
export type { GuardEndpoint } from './guard/guard-endpoint.ts';
export { GuardMisuse } from './guard/guard-misuse.ts';
export {
  type ActiveRule,
  type BlockRule,
  blockRules,
  denyingState,
  type GuardState,
} from './guard/guard-state.ts';
export { type MonotonicClock, monotonicClock, monotonicFrom } from './guard/monotonic-clock.ts';
export type { GuardDecision, ObservedRequest, WriteWatch } from './guard/observed-write.ts';
export { type SketchedField, sketchWrite, type WriteSketch } from './guard/sketch-write.ts';
export { type StartGuardOptions, startGuard } from './guard/start-guard.ts';
export { systemClock } from './guard/system-clock.ts';
// Engines that outlive their host
export { endOrphan, type OrphanEnd, recordEngine } from './orphans/engine-record.ts';
export { processExists, processPlace, processStart, wasStartedAnew } from './orphans/process-life.ts';
// What an engine's process is started with
export { type Variables, variablesNamed } from './process/variables-named.ts';
// Ports
export { gatedBrowserProfile } from './provider/gated-browser-profile.ts';
export type {
  DoctorLine,
  OpenSessionOptions,
  Provider,
  ProviderSession,
  SurfaceGeometry,
  ZeroRetention,
} from './provider/provider.ts';
export { ProviderFault } from './provider/provider-fault.ts';
export type { LiveView, ScreenFrame } from './surface/live-view.ts';
export { type PersonInput, personInputSchema } from './surface/person-input.ts';
export { readProvider, readSession, readSurface } from './surface/read-session.ts';
export type {
  ActionOutcome,
  AttachedFile,
  CapturedEvidence,
  ElementRef,
  Intent,
  Lookup,
  Observation,
  OpenOutcome,
  Readiness,
  Resolution,
  StopSign,
  Surface,
  Takeover,
} from './surface/surface.ts';
