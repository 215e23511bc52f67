import { digestSchema, foreignId } from '@cux/contracts';
import { z } from 'zod';

const path = z.string().min(1).max(4_000);

/** One state of a provider's files: what was installed, and what it was found to be when it was probed. */
export const providerReleaseSchema = z.strictObject({
  kind: z.enum(['package', 'process']),
  /** As the package calls it, or a piece of the manifest's digest. */
  version: z.string().min(1).max(200),
  /** Where its files lie. */
  folder: path,
  /** From the folder. */
  manifest: path,
  config: z.record(z.string(), z.unknown()),
  confinement: z.enum(['enforced', 'declared']),
  /**
   * What the probe was about. Readiness is bound to all three: whatever of them is different now has not been probed.
   */
  probed: z.strictObject({
    manifest_digest: digestSchema,
    executable_digest: digestSchema,
    config_digest: digestSchema,
    at: z.number().int().min(0),
  }),
});

export type ProviderRelease = z.infer<typeof providerReleaseSchema>;

export const registeredProviderSchema = z.strictObject({
  provider_id: foreignId(120),
  enabled: z.boolean(),
  active: providerReleaseSchema,
  /** What an upgrade has taken the place of; what a rollback goes back to. */
  previous: providerReleaseSchema.nullable(),
});

export type RegisteredProvider = z.infer<typeof registeredProviderSchema>;

/** Everything that is registered. Each change is one revision more, and is written whole. */
export const registryStateSchema = z.strictObject({
  schema_version: z.literal('cux_provider_registry_v1'),
  revision: z.number().int().min(0),
  providers: z.array(registeredProviderSchema).max(100),
});

export type RegistryState = z.infer<typeof registryStateSchema>;

export const emptyRegistry: RegistryState = {
  schema_version: 'cux_provider_registry_v1',
  revision: 0,
  providers: [],
};
