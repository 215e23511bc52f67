// An agent's single actions
export type { ActionAnswer, ActionRefusal, ActRequest } from './action/answers.ts';
export { actionsPerAttempt, type BeginRequest, type Begun } from './action/begin-attempt.ts';
export { ladder } from './action/ladder.ts';
// What people are shown and asked

// Stored sessions, and how a person without a display signs in
export { type SignInForm, signInByForm } from './attempt/sign-in-by-form.ts';
export { forgetStoredSession, hasStoredSession, type StoredSession } from './attempt/stored-session.ts';
export { type AttentionEntry, attentionEntry, wasDeclined } from './attention/attention-entry.ts';
export {
  type Interventions,
  interventionsByGoal,
  interventionsOf,
  noInterventions,
} from './attention/interventions.ts';
export { waitingForPeople, waitingOfGoal } from './attention/waiting-for-people.ts';
// What every program begins with
export {
  type HostParts,
  openRuntime,
  type Runtime,
  type RuntimeOptions,
} from './composition/open-runtime.ts';
// Computers and their Screens
export {
  type ComputerHost,
  createComputerHost,
  type ObservationRequest,
  type Settled,
  type WakeRequest,
} from './computer/computer-host.ts';
export { computerRecord, screenRecord, usageRecord } from './computer/public-records.ts';
export type { ScreenTakeover, TakeoverRequest } from './computer/take-over-screen.ts';
// The host
export { createHost } from './host/create-host.ts';
export type { Host, HostOptions, HostRefusal, Person, TodoRun } from './host/host.ts';
export type { HostEvent } from './host/host-event.ts';
export { defaultHostLimits, type HostLimits } from './host/host-limits.ts';
export type { ProviderStanding } from './host/provider-standing.ts';
// Telling people that a gate waits
export { type DeliverDue, type DeliveryReport, deliverDue } from './notifications/deliver-due.ts';
export {
  type Delivery,
  type DeliveryLog,
  fileDeliveryLog,
} from './notifications/delivery-log.ts';
export {
  type GateNotification,
  type NotificationReceiver,
  notificationId,
  type Receipt as NotificationReceipt,
} from './notifications/gate-notification.ts';
// Faults in their own words, and the person at this terminal
export { type ExplainedFault, explainedFault } from './process/explained-fault.ts';
export { type NpmRun, optionsTakenByNpm, takenByNpm } from './process/options-taken-by-npm.ts';
export { personAtTerminal } from './process/person-at-terminal.ts';
// Naming the life of a process
export { currentProcessIdentity, isMemoryGone, isProcessAlive } from './process/process-identity.ts';
// Providers: registry and lifecycle
export {
  decideLifecycle,
  type LifecycleChange,
  type LifecycleDecision,
  type LifecycleRefusal,
} from './providers/decide-lifecycle.ts';
export { inspectRelease, type ReleasePlace } from './providers/inspect-release.ts';
export {
  type AnyManifest,
  type ProviderPackage,
  providerContract,
  providerPackageSchema,
} from './providers/provider-package.ts';
export {
  type LifecycleDone,
  type LifecycleOutcome,
  ProviderRegistry,
  type RegistryOptions,
  type ReleaseSource,
} from './providers/provider-registry.ts';
export { RegistryFault } from './providers/registry-fault.ts';
export type { ProviderRelease, RegisteredProvider, RegistryState } from './providers/registry-state.ts';
// Where nothing may be kept
export { isInMemory, memoryFolderFor } from './retention/memory-folder.ts';
// What the vault may not lose, and how its names are made
export { attachmentName } from './vault/attachment-name.ts';
export { contentName } from './vault/content-name.ts';
export { contentSource, type ItemContent, keepContent, storedContent } from './vault/item-content.ts';
export { type NeededInVault, neededInVault } from './vault/needed-in-vault.ts';
export { withinItsDays } from './vault/within-its-days.ts';
// What comes next
export { everyPage } from './work/every-page.ts';
export { type NextStep, nextStep, pendingGate } from './work/next-step.ts';
