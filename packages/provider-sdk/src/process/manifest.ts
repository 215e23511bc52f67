import { foreignId, readStrictJson, recordLimits } from '@cux/contracts';
import { z } from 'zod';
import { allConformanceFeatures, type ConformanceFeature } from '../conformance/feature.ts';
import { ProviderFault } from '../provider/provider-fault.ts';

/**
 * What a provider in another process says of itself. It is read before anything is started, and permits nothing: what
 * it claims is what the conformance suite demands of it.
 */
export const manifestSchema = z.strictObject({
  schema_version: z.literal('cux_provider_manifest_v1'),
  provider_id: foreignId(120),
  describes: z.string().min(1).max(400),
  /** The versions of the protocol that it speaks, both ends included. */
  protocol: z
    .strictObject({ minimum: z.number().int().min(1), maximum: z.number().int().min(1) })
    .refine(({ minimum, maximum }) => minimum <= maximum),
  visibility: z.enum(['visible', 'replayable', 'visible_or_replayable']),
  primitives: z.strictObject({
    screenshots: z.enum(['host_owned', 'unsupported']),
    accessibility_tree: z.enum(['optional', 'supported', 'unsupported']),
    browser_session: z.enum(['optional', 'supported', 'unsupported']),
    record_replay: z.enum(['optional', 'supported', 'unsupported']),
    external_write: z.enum(['gated', 'unsupported']),
    private_source_read: z.enum(['gated', 'unsupported']),
  }),
  /** `guard_proxy`: every request of it goes through the proxy that it is handed. Anything else writes nothing. */
  traffic: z.enum(['guard_proxy', 'own']),
  /**
   * How it leaves nothing that was observed on a disk; left out by one that cannot promise it, which is given no work where
   * nothing may be kept.
   */
  zero_retention: z.enum(['writes_nothing', 'in_working_directory']).optional(),
  /** What its engine can do beyond the plain form; the conformance suite plays the scenarios that need it. */
  features: z.array(z.enum(allConformanceFeatures as [ConformanceFeature, ...ConformanceFeature[]])).max(20),
  /** JSON Schema of the configuration that an operator may give. */
  config_schema: z.record(z.string(), z.unknown()),
  command: z.strictObject({
    /** A program on the path, or a path from the manifest's own folder. */
    executable: z.string().min(1).max(400),
    /** The process starts in the manifest's folder. */
    arguments: z.array(z.string().max(1_000)).max(50),
  }),
});

export type ProviderManifest = z.infer<typeof manifestSchema>;

/** Strictly; throws a `ProviderFault` (`manifest_invalid`) that names the places and no value. */
export function readManifest(bytes: Uint8Array): ProviderManifest {
  const reading = readStrictJson(bytes, recordLimits);
  const parsed = reading.ok ? manifestSchema.safeParse(reading.value) : null;
  if (parsed?.success === true) return parsed.data;
  const places = reading.ok
    ? (parsed?.error?.issues ?? []).map(({ path }) => `/${path.map(String).join('/')}`)
    : reading.findings.map(({ rule }) => rule);
  throw new ProviderFault(
    'manifest_invalid',
    `The manifest of the provider is not one; correct it at ${[...new Set(places)].slice(0, 5).join(', ')}.`,
  );
}

/** The configuration in the manifest's own shape. Throws a `ProviderFault` (`config_invalid`). */
export function checkConfig(
  manifest: ProviderManifest,
  config: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parsed = configSchemaOf(manifest).safeParse(config);
  if (parsed.success) return { ...config };
  const places = parsed.error.issues.map(({ path }) => `/${path.map(String).join('/')}`);
  throw new ProviderFault(
    'config_invalid',
    `The configuration does not fit the manifest of ${manifest.provider_id}; correct it at ${[...new Set(places)].slice(0, 5).join(', ')}.`,
  );
}

function configSchemaOf({ config_schema: schema }: ProviderManifest): z.ZodType {
  try {
    return z.fromJSONSchema(schema);
  } catch (cause) {
    throw new ProviderFault(
      'manifest_invalid',
      'The config_schema of the manifest is no JSON Schema that can be read; correct it.',
      { cause },
    );
  }
}
