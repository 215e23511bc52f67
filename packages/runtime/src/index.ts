// Computers and their Screens
export {
  type ComputerHost,
  createComputerHost,
  type ObservationRequest,
  type Settled,
  type WakeRequest,
} from './computer/computer-host.ts';
export type { ScreenTakeover, TakeoverRequest } from './computer/take-over-screen.ts';
// The host
export { createHost } from './host/create-host.ts';
export type { Host, HostOptions, HostRefusal, Person, TodoRun } from './host/host.ts';
export type { HostEvent } from './host/host-event.ts';
export { defaultHostLimits, type HostLimits } from './host/host-limits.ts';

// Faults in their own words, and the person at this terminal
export { type ExplainedFault, explainedFault } from './process/explained-fault.ts';
export { personAtTerminal } from './process/person-at-terminal.ts';
// Naming the life of a process
export { currentProcessIdentity, isProcessAlive } from './process/process-identity.ts';
// What the vault may not lose, and how its names are made
export { contentName } from './vault/content-name.ts';
export { type NeededInVault, neededInVault } from './vault/needed-in-vault.ts';
