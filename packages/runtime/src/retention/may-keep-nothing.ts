import type { RetentionKind } from '@cux/contracts';
import type { Provider } from '@cux/provider-sdk';
import { refused } from '../attempt/build-attempt.ts';
import type { HostRefusal } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { isInMemory } from './memory-folder.ts';

export async function retentionOf({
  kernel,
  workspace,
}: Pick<RunContext, 'kernel' | 'workspace'>): Promise<RetentionKind> {
  return (await kernel.retention(workspace)).kind;
}

/** Why this host cannot work with this provider where nothing may be kept; null when it can. Nobody is contacted. */
export async function keepsSomething(
  { vault, memoryDirectory }: Pick<RunContext, 'vault' | 'memoryDirectory'>,
  { zeroRetention }: Provider,
): Promise<HostRefusal | null> {
  if (vault.durable) {
    return refused(
      'retention.durable-vault',
      'Nothing that is seen may reach a disk here (zdr), and the vault of this host writes to one: give the host a vault in memory.',
    );
  }
  if (zeroRetention === undefined) {
    return refused(
      'retention.provider',
      'Nothing that is seen may reach a disk here (zdr), and the provider does not promise it: use one that does.',
    );
  }
  if (zeroRetention === 'writes_nothing') return null;
  if (memoryDirectory !== undefined && (await isInMemory(memoryDirectory))) return null;
  return refused(
    'retention.no-memory-folder',
    'Nothing that is seen may reach a disk here (zdr), and the host has no folder in memory for the browser: use Linux with /dev/shm, or give the host a folder on a tmpfs.',
  );
}
