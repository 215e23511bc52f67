import { foreignId } from '@cux/contracts';
import { manifestSchema } from '@cux/provider-sdk/process';
import { z } from 'zod';

/** The versions of the contract between a host and a provider in its own process (`Provider`, `Surface`) that this host speaks. */
export const providerContract = { minimum: 1, maximum: 1 } as const;

/**
 * What a provider that is a package says of itself. It is read before anything of it is loaded, and permits nothing. A
 * package points at it in its `package.json`: `"cux": { "provider": "cux-provider.json" }`.
 */
export const providerPackageSchema = z.strictObject({
  schema_version: z.literal('cux_provider_package_v1'),
  provider_id: foreignId(120),
  describes: z.string().min(1).max(400),
  /** The versions of the contract that it keeps, both ends included. */
  contract: z
    .strictObject({ minimum: z.number().int().min(1), maximum: z.number().int().min(1) })
    .refine(({ minimum, maximum }) => minimum <= maximum),
  primitives: manifestSchema.shape.primitives,
  /** JSON Schema of the configuration that an operator may give. */
  config_schema: z.record(z.string(), z.unknown()),
  /** The module, from the package's own folder; it exports `createProvider(config)`. */
  module: z
    .string()
    .max(400)
    .regex(/^\.\/[^\\]+$/)
    .refine((path) => !path.split('/').includes('..')),
});

export type ProviderPackage = z.infer<typeof providerPackageSchema>;

/** Any kind of manifest. */
export const anyManifestSchema = z.discriminatedUnion('schema_version', [
  providerPackageSchema,
  manifestSchema,
]);

export type AnyManifest = z.infer<typeof anyManifestSchema>;

/** The range of contract versions that a manifest names, whichever contract it is under. */
export function contractRange(manifest: AnyManifest): { readonly minimum: number; readonly maximum: number } {
  return manifest.schema_version === 'cux_provider_package_v1' ? manifest.contract : manifest.protocol;
}
