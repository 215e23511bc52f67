// The host
export { createHost } from './host/create-host.ts';
export type { Host, HostOptions, Person, Refused, TodoRun } from './host/host.ts';
export type { HostEvent } from './host/host-event.ts';
export { defaultHostLimits, type HostLimits } from './host/host-limits.ts';

// Naming the life of a process
export { currentProcessIdentity, isProcessAlive } from './process/process-identity.ts';
