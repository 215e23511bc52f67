import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@cux/kernel';
import { memoryFolderFor } from '@cux/runtime';
import { openMemoryVault } from '@cux/vault';
import type { OpenState } from '../state/open-state.ts';

/** The state as an application of a `zdr` workspace uses it: what is seen goes into the memory of this command. */
export interface InMemory {
  readonly state: OpenState;
  readonly memoryDirectory: string | undefined;
  /** Removes what was copied for a viewer, and the folder where nothing else is in it. */
  close(): Promise<void>;
}

export async function keepInMemory(state: OpenState): Promise<InMemory> {
  const folder = await memoryFolderFor(state.location.folder);
  const vault = openMemoryVault({ clock: systemClock });
  return {
    state: { ...state, seen: { vault, folder } },
    memoryDirectory: folder ?? undefined,
    close: async () => {
      if (folder === null) return;
      await rm(join(folder, 'evidence'), { recursive: true, force: true });
      // Another command's session may be in it.
      await rmdir(folder).catch(() => undefined);
    },
  };
}
