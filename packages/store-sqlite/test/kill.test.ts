import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createKernel, type Kernel, randomIds, systemClock } from '@cux/kernel';
import { records } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { temporaryPath } from './support/temporary.ts';

const workspace = 'newsdesk';
const worker = fileURLToPath(new URL('./support/worker.ts', import.meta.url));
const rounds = Number(process.env.CUX_KILL_ROUNDS ?? 6);

interface Worker {
  readonly child: ChildProcess;
  readonly told: string[];
  readonly errors: string[];
}

function start(path: string, series: number, hold = ''): Worker {
  const child = spawn(process.execPath, [worker, path, String(series), hold], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told: string[] = [];
  const errors: string[] = [];
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => told.push(line));
  createInterface({ input: child.stderr ?? process.stdin }).on('line', (line) => errors.push(line));
  return { child, told, errors };
}

/** Waits until a worker has told so many lines, or has ended by itself. */
async function heard({ child, told, errors }: Worker, lines: number): Promise<void> {
  while (told.length < lines) {
    if (child.exitCode !== null) throw new Error(`the worker ended: ${errors.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function killed({ child }: Worker): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function kernelOver(path: string): Promise<Kernel> {
  const store = await openSqliteStore({ path });
  return createKernel({
    store,
    clock: systemClock,
    ids: randomIds,
    capabilities: [{ capability_id: records.capability, outcome: 'Approved content is published once.' }],
  });
}

/** What each acknowledgement promises of the store. */
async function promised(kernel: Kernel, line: string): Promise<boolean> {
  const [what, id = ''] = line.split(' ');
  switch (what) {
    case 'begun':
      return (await kernel.todo(workspace, id)) !== null;
    case 'asked':
      return (await kernel.gate(workspace, id)) !== null;
    case 'approved':
      return (await kernel.gate(workspace, id))?.decided_by?.kind === 'human';
    case 'committed':
      return (await kernel.attempt(workspace, id))?.permit_id != null;
    case 'reported':
      return (await kernel.attempt(workspace, id))?.receipt != null;
    case 'settled':
      return (await kernel.attempt(workspace, id))?.state === 'settled';
    default:
      throw new Error(`an unknown line: ${line}`);
  }
}

async function lost(kernel: Kernel, told: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const line of told) if (!(await promised(kernel, line))) missing.push(line);
  return missing;
}

async function noGateTwice(kernel: Kernel): Promise<void> {
  const attempts = await kernel.attempts(workspace);
  const spent = attempts
    .filter((attempt) => attempt.permit_id !== null)
    .map((attempt) => attempt.request.gate_binding?.gate_id);
  expect(new Set(spent).size).toBe(spent.length);
}

describe('a process that is killed', () => {
  it(`loses nothing that it acknowledged (${rounds} kills)`, async () => {
    const path = temporaryPath();
    const told: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const running = start(path, round);
      await heard(running, 3 + round * 2);
      await killed(running);
      told.push(...running.told);
      const kernel = await kernelOver(path);
      const dead = [`process-${round}`];
      const report = await kernel.recover(workspace, 'process-0', { deadProcesses: dead });
      for (const action of report.actions) expect(action.to, action.because).not.toBe('unchanged');
      expect(
        await lost(
          kernel,
          running.told.filter((line) => !line.startsWith('settled')),
        ),
      ).toEqual([]);
      expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
      await kernel.close();
    }
    const kernel = await kernelOver(path);
    expect(await lost(kernel, told)).toEqual([]);
    await noGateTwice(kernel);
    await kernel.close();
    expect(told.length).toBeGreaterThan(rounds * 5);
  });

  it('between its commit and its press leaves exactly that to be found out', async () => {
    const path = temporaryPath();
    const holding = start(path, 1, 'hold-after-commit');
    await heard(holding, 4);
    await killed(holding);
    const kernel = await kernelOver(path);
    const report = await kernel.recover(workspace, 'process-0', { deadProcesses: ['process-1'] });
    expect(report.actions).toMatchObject([{ from: 'committed', to: 'outcome_unknown' }]);
    const attempt_id = report.actions[0]?.attempt_id ?? '';
    expect(await kernel.attempt(workspace, attempt_id)).toMatchObject({ permit_spent: null });
    expect(await lost(kernel, holding.told)).toEqual([]);
    await kernel.close();
  });

  it('leaves the other process on the file at work', async () => {
    const path = temporaryPath();
    const first = start(path, 1);
    await heard(first, 1);
    const second = start(path, 2);
    await heard(second, 6);
    await killed(first);
    const before = second.told.length;
    await heard(second, before + 6);
    await killed(second);
    const kernel = await kernelOver(path);
    expect(await lost(kernel, [...first.told, ...second.told])).toEqual([]);
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
    await noGateTwice(kernel);
    await kernel.close();
  });
});
