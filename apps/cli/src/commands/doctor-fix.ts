import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemClock } from '@cux/kernel';
import type { CommandContext } from '../command-context.ts';
import { fetchRelease } from '../providers/fetch-release.ts';
import { openRegistry, releasesFolder } from '../providers/open-registry.ts';
import { shippedPackage } from '../providers/shipped.ts';
import type { StateLocation } from '../state/locate-state.ts';
import { generatedSchemas } from './init.ts';

/** Files that were brought this recently may be of a change that is under way, in milliseconds. */
const underWayMs = 3_600_000;

/**
 * Does what can be done without a person: schemas of this very cux, the provider that comes with it installed or probed anew,
 * and files of providers removed that nothing names. Rules, content, gates and the store are a person's.
 */
export async function fixApplication(
  context: CommandContext,
  configSchema: unknown,
): Promise<readonly string[]> {
  const config = context.config();
  if (config === null) return [];
  const location = context.location();
  return [
    ...writeSchemas(dirname(config.path), configSchema),
    ...(await fixProvider(location, context.options().provider ?? 'playwright')),
    ...(await sweepReleases(location)),
  ];
}

function writeSchemas(folder: string, configSchema: unknown): readonly string[] {
  mkdirSync(join(folder, 'schemas'), { recursive: true });
  for (const [name, text] of generatedSchemas(configSchema)) writeFileSync(join(folder, name), text);
  return ['the schemas are those of this cux'];
}

async function fixProvider(location: StateLocation, providerId: string): Promise<readonly string[]> {
  const registry = openRegistry(location);
  const present = await registry.find(providerId);
  const own = shippedPackage(providerId);
  if (present === null) {
    if (own === null) return [];
    const { source } = await fetchRelease(releasesFolder(location), {
      source: providerId,
      config: {},
      confinement: 'enforced',
    });
    const outcome = await registry.install(source);
    return outcome.kind === 'refused' ? [] : [`the provider ${providerId} is installed`];
  }
  const standing = await registry.standing(providerId);
  // Only what came with cux, and lies where cux lies: other files that have changed are a person's to look at.
  if (
    standing.kind === 'ready' ||
    standing.rule !== 'provider.not-ready' ||
    own?.folder !== present.active.folder
  ) {
    return [];
  }
  const outcome = await registry.renew(providerId);
  return outcome.kind === 'refused' ? [] : [`the provider ${providerId} was probed anew`];
}

/** Files that no registered provider names, now or for going back. */
async function sweepReleases(location: StateLocation): Promise<readonly string[]> {
  const folder = releasesFolder(location);
  const providers = await openRegistry(location).list();
  const named = new Set(providers.flatMap(({ active, previous }) => [active.folder, previous?.folder]));
  const unnamed = foldersIn(folder).filter(
    (path) => !named.has(path) && statSync(path).mtimeMs < systemClock.now() - underWayMs,
  );
  for (const path of unnamed) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  return unnamed.length === 0 ? [] : [`${unnamed.length} releases that nothing names were removed`];
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
