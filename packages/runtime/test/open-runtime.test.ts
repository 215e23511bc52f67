import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuiltInPolicy } from '@cux/policy';
import { openRuntime } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { openMemoryVault } from '@cux/vault';
import { describe, expect, it, type TestContext } from 'vitest';
import { vaultAtFirstUse } from '../src/composition/vault-at-first-use.ts';

function folderOf(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'cux-runtime-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const capability = { capability_id: 'content-ops', outcome: 'An article is published.' };
const vaultOf = (folder: string) => ({
  directory: join(folder, 'vault'),
  keyFile: join(folder, 'vault.key'),
  keyText: undefined,
});

describe('the composition that every program begins with', () => {
  it('tries again to open a vault that could not be opened', async () => {
    let tries = 0;
    const { vault, openVault } = vaultAtFirstUse(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the disk is full');
      return openMemoryVault({ clock: { now: () => 0 } });
    });
    await expect(openVault()).rejects.toThrow('the disk is full');
    expect(await vault.put(new Uint8Array([1]))).toMatch(/^sha256:/);
    await openVault();
    expect(tries).toBe(2);
  });

  it('makes a vault, and a key for it, when it is first asked for anything', async (test) => {
    const folder = folderOf(test);
    const store = await openSqliteStore({ path: join(folder, 'cux.sqlite') });
    const runtime = await openRuntime({ store, capabilities: [capability], vault: vaultOf(folder) });
    test.onTestFinished(() => runtime.close());
    expect(await runtime.kernel.gates('w', {})).toEqual([]);
    expect([existsSync(join(folder, 'vault')), existsSync(join(folder, 'vault.key'))]).toEqual([
      false,
      false,
    ]);
    await runtime.vault.putNamed('a', new Uint8Array([1]));
    expect([existsSync(join(folder, 'vault')), existsSync(join(folder, 'vault.key'))]).toEqual([true, true]);
    expect(await runtime.vault.getNamed('a')).toEqual(new Uint8Array([1]));
  });

  it('gives each host a name of its own in this process, and keeps a guard that was given', async (test) => {
    const folder = folderOf(test);
    const store = await openSqliteStore({ path: join(folder, 'cux.sqlite') });
    const runtime = await openRuntime({ store, capabilities: [capability], vault: vaultOf(folder) });
    test.onTestFinished(() => runtime.close());
    const startGuard = () => Promise.reject(new Error('none'));
    const parts = {
      ...{ workspace: 'w', capabilities: [], providers: [], workingDirectory: folder, startGuard },
      operator: { kind: 'operator', id: 'o' } as const,
      agent: { kind: 'agent', id: 'a' } as const,
      policy: createBuiltInPolicy({ schema_version: 'cux_action_policy_v1', label: 'none', rules: [] }),
    };
    const [one, other] = [await runtime.hostOptions(parts), await runtime.hostOptions(parts)];
    expect(one.processId).not.toBe(other.processId);
    expect(one.startGuard).toBe(startGuard);
    expect(one.vault).toBe(runtime.vault);
  });

  it('closes the store where the kernel cannot be made', async (test) => {
    const folder = folderOf(test);
    const store = await openSqliteStore({ path: join(folder, 'cux.sqlite') });
    const closed: string[] = [];
    const closing = { ...store, close: async () => void closed.push('store') };
    await expect(
      openRuntime({ store: closing, capabilities: [capability, capability], vault: vaultOf(folder) }),
    ).rejects.toMatchObject({ name: 'KernelFault' });
    expect(closed).toEqual(['store']);
    await store.close();
  });
});
