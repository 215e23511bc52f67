// Providers that live in another process
export {
  loadProcessProvider,
  type ProcessProvider,
  type ProcessProviderOptions,
} from './load-process-provider.ts';
export { manifestSchema, type ProviderManifest, readManifest } from './manifest.ts';
export { defaultProcessLimits, type ProcessLimits } from './process-limits.ts';
export { longestLine, protocolVersions } from './protocol.ts';
export { protocolSchemas } from './protocol-schemas.ts';
