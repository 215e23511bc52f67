import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { endOrphan, processExists, processStart, recordEngine } from '../../src/index.ts';

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'session-'));
  folders.push(made);
  return made;
}

/** A process that leads its group, like an engine, and whose home is this folder. */
async function engineIn(home: string): Promise<number> {
  const child = spawn('sleep', ['600'], {
    env: { PATH: process.env.PATH, HOME: home },
    detached: true,
    stdio: 'ignore',
  });
  children.push(child);
  await once(child, 'spawn');
  return child.pid ?? 0;
}

function alter(where: string, change: Readonly<Record<string, unknown>>): void {
  const path = join(where, 'engine.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }));
}

describe.runIf(process.platform === 'linux')('an engine that outlived its host', () => {
  it('is ended, by pid, start time and the folder that it names', async () => {
    const own = folder();
    const pid = await engineIn(own);
    await recordEngine(own, pid);
    expect(await endOrphan(own)).toBe('ended');
    expect(['0', null]).toContain(await processStart(pid));
    expect(await endOrphan(own)).toBe('gone');
  });

  it('that is stopped is ended as well', async () => {
    const own = folder();
    const pid = await engineIn(own);
    await recordEngine(own, pid);
    process.kill(pid, 'SIGSTOP');
    expect(await endOrphan(own)).toBe('ended');
  });

  it.each([
    ['gone', 'its pid has been given to another process since', { started: '7' }],
    ['gone', 'it is a process of another folder', { folder: '/nowhere/session-x' }],
    ['elsewhere', 'its pid is one of another machine', { place: 'f'.repeat(32) }],
    ['none', 'the record is not one', { pid: 'all' }],
  ] as const)('is left alone (%s) where %s', async (expected, _because, change) => {
    const own = folder();
    const pid = await engineIn(own);
    await recordEngine(own, pid);
    alter(own, change);
    expect(await endOrphan(own)).toBe(expected);
    expect(processExists(pid) && (await processStart(pid)) !== '0').toBe(true);
  });

  it('is not taken for one whose folder is called alike', async () => {
    const own = folder();
    const pid = await engineIn(`${own}-2`);
    await recordEngine(own, pid);
    expect(await endOrphan(own)).toBe('gone');
    expect(await processStart(pid)).not.toBe('0');
  });
});
