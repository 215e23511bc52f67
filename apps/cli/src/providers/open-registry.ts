import { join } from 'node:path';
import { randomIds, systemClock } from '@cux/kernel';
import { ProviderRegistry } from '@cux/runtime';
import type { StateLocation } from '../state/locate-state.ts';
import { loadRelease, type RunConfig } from './load-release.ts';

/** The registry of a state folder. */
export function openRegistry(
  { folder }: Pick<StateLocation, 'folder'>,
  run: RunConfig = {},
): ProviderRegistry {
  return new ProviderRegistry({
    folder: join(folder, 'providers', 'registry'),
    clock: systemClock,
    ids: randomIds,
    load: (release) => loadRelease(release, run),
  });
}

/** Where the files of providers lie that do not come with cux. */
export function releasesFolder({ folder }: Pick<StateLocation, 'folder'>): string {
  return join(folder, 'providers', 'releases');
}
