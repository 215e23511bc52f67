import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ActionIntent } from '@cux/contracts';
import { type Store, systemClock } from '@cux/kernel';
import { openPostgresStore } from '@cux/store-postgres';
import { openSqliteStore } from '@cux/store-sqlite';
import { openFileVault, type Vault, VaultKey } from '@cux/vault';
import type { Resumed } from './agent-world-options.ts';

export type KilledMoment =
  | 'engine starts'
  | 'screen is attached'
  | 'field is filled'
  | 'action is settled'
  | 'press is prepared'
  | 'press is committed'
  | 'press is made'
  | 'press is reported';

export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string };

export interface KilledWork {
  readonly moment: KilledMoment;
  readonly origin: string;
  /** Of its vault and of its sessions. */
  readonly folder: string;
  readonly address: StoreAddress;
  readonly provider: 'mock' | 'playwright';
}

/** Where the host was when it was killed, and what it had been sent. */
export interface KilledReport extends Resumed {
  readonly key: string;
  readonly intent: ActionIntent | null;
  readonly gate_id: string | null;
}

export function openStoreAt(address: StoreAddress): Promise<Store> {
  return address.kind === 'sqlite' ? openSqliteStore(address) : openPostgresStore(address);
}

export function openVaultIn(folder: string): Promise<Vault> {
  const key = new VaultKey(new Uint8Array(32).fill(7));
  return openFileVault({ directory: `${folder}/vault`, key, clock: systemClock });
}

/**
 * Runs a host up to a moment, and ends it there with SIGKILL. Whatever the host printed after that is lost with it.
 *
 * @param arrived resolves when what the host had sent by then is at the site
 */
export async function killHostAt(work: KilledWork, arrived: () => Promise<void>): Promise<KilledReport> {
  const program = fileURLToPath(new URL('./killed-host-program.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const told = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await Promise.race([
    told,
    ended.then(([code]) => {
      throw new Error(`the host ended by itself (${code}) before it came to the moment when ${work.moment}`);
    }),
  ]);
  await arrived();
  child.kill('SIGKILL');
  await ended;
  return JSON.parse(String(line)) as KilledReport;
}
