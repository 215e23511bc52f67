import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Provider } from '@cux/provider-sdk';
import { expect } from 'vitest';
import type { ActionAnswer } from '../../src/index.ts';
import { AgentWorld } from './agent-world.ts';
import type { DeskSite } from './desk-site.ts';
import { type KilledMoment, killHostAt, openStoreAt, openVaultIn, type StoreAddress } from './killed-host.ts';
import { people, workspace } from './people.ts';
import { accepted, command } from './story.ts';

export interface KilledRow {
  /** The host is killed when … */
  readonly when: KilledMoment;
  /** What the same key is answered afterwards; null where it was a waking. */
  readonly after: string | null;
  /** The writes that the site has had, then and for good. */
  readonly writes: readonly string[];
  readonly todo: string;
  /** What the same key is answered when a person has said what came of it; nobody has to where it is left out. */
  readonly settled?: string;
}

const published = ['POST /publish status=published&title=Hello'];
const saved = ['POST /draft status=draft&title='];

/** A host is killed at a moment; another one recovers. Nothing is done twice, and the same key is answered what is so. */
export const killedRows: readonly KilledRow[] = [
  { when: 'engine starts', after: null, writes: [], todo: 'open' },
  { when: 'screen is attached', after: null, writes: [], todo: 'open' },
  { when: 'field is filled', after: 'outcome_unknown', writes: [], todo: 'open' },
  { when: 'action is settled', after: 'outcome_unknown', writes: saved, todo: 'open' },
  { when: 'press is prepared', after: 'approval.superseded', writes: [], todo: 'open' },
  {
    when: 'press is committed',
    after: 'outcome_unknown',
    writes: [],
    todo: 'blocked',
    settled: 'approval.nothing-sent',
  },
  {
    when: 'press is made',
    after: 'outcome_unknown',
    writes: published,
    todo: 'blocked',
    settled: 'performed',
  },
  {
    when: 'press is reported',
    after: 'outcome_unknown',
    writes: published,
    todo: 'blocked',
    settled: 'performed',
  },
];

export interface KilledPlace {
  readonly site: DeskSite;
  readonly address: StoreAddress;
  /** What the new host has; the killed one had the same. */
  readonly provider: { readonly name: 'mock' | 'playwright'; readonly port: Provider };
  /** What goes on between the end of the one and the start of the other, in the folder of their sessions. */
  readonly meanwhile?: (folder: string) => Promise<void>;
}

export async function playKilled(
  { when, after, writes, todo, settled }: KilledRow,
  { site, address, provider, meanwhile }: KilledPlace,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cux-killed-host-'));
  const before = site.writes.length;
  const arrived = () => site.writes.slice(before);
  const work = { moment: when, origin: site.origin, folder, address, provider: provider.name };
  const killed = await killHostAt(work, () => expect.poll(arrived).toEqual(writes));
  await meanwhile?.(folder);
  const store = await openStoreAt(address);
  const world = await AgentWorld.open({
    ...{ site, store, resume: killed, workingDirectory: folder, patience: 5_000 },
    ...{ vault: await openVaultIn(folder), provider: provider.port },
  });
  try {
    expect((await computerOf(world))?.lifecycle).toBe(after === null ? 'waking' : 'awake');
    await world.recoverAttempts();
    await world.host.recover();
    expect(await computerOf(world)).toMatchObject({ lifecycle: 'sleeping', placement: null });
    // The engine's crash handlers end by themselves once it is gone, when they get to it.
    await expect.poll(() => processesNaming(folder)).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('session-'))).toEqual([]);

    const retry = async () => word(await world.send(killed.intent, { key: killed.key }));
    if (after !== null) expect(await retry()).toBe(after);
    await world.wake();
    expect(await computerOf(world)).toMatchObject({ lifecycle: 'awake' });
    if (after !== null) expect(await retry()).toBe(after);
    expect(await world.todo()).toMatchObject({ state: todo });
    expect(arrived()).toEqual(writes);

    if (killed.intent !== null) {
      // What the dead host had shown is nothing that may be pressed now.
      if (todo === 'open') await world.begin();
      expect(await world.send(killed.intent, { key: 'old-reference' })).toMatchObject({ kind: 'refused' });
    }
    if (settled !== undefined) {
      await settleByPerson(world, killed.gate_id ?? '', writes.length > 0);
      expect(await retry()).toBe(settled);
    }
    expect(arrived()).toEqual(writes);
    expect(await world.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  } finally {
    await world.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const computerOf = ({ kernel, computer_id }: AgentWorld) => kernel.computer(workspace, computer_id);

const word = (came: ActionAnswer): string => (came.kind === 'refused' ? came.rule : came.kind);

/** A person has looked at the site, and says what came of it. */
async function settleByPerson(world: AgentWorld, gate_id: string, happened: boolean): Promise<void> {
  const { consumed_by } = await world.gate(gate_id);
  const outcome = happened ? 'happened' : 'not_happened';
  const looked_at = await world.kernel.now(workspace);
  const said = { attempt_id: consumed_by ?? '', outcome, looked_at, reason: null } as const;
  accepted(await command(world.kernel, 'settle-outcome', people.editor, said));
}

/** Processes that name the folder in their command line, as an engine names that of its session. */
async function processesNaming(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder));
}
