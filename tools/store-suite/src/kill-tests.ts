import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { judge, kernelOver } from './judge.ts';
import { startWorker, type Worker } from './workers.ts';

const workspace = 'newsdesk';
/**
 * Processes that are killed while they work; what they were told is judged in the tables.
 *
 * @param usual how many are killed one after the other; `CUX_KILL_ROUNDS` says otherwise
 */
export function killTests(engine: Engine, usual: number): void {
  const rounds = Number(process.env.CUX_KILL_ROUNDS ?? usual);
  describe(`a process that is killed at work on ${engine.name}`, () => {
    const started: Worker[] = [];
    const start = (...given: Parameters<typeof startWorker>): Worker => {
      const worker = startWorker(...given);
      started.push(worker);
      return worker;
    };
    afterEach(async () => {
      for (const worker of started.splice(0)) await worker.kill().catch(() => undefined);
    });

    it(`loses nothing that it was answered (${rounds} kills)`, async () => {
      const place = await engine.place();
      const told: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const worker = start(engine, place, round);
        await worker.hasTold(9 + round * 4);
        await worker.kill();
        told.push(...worker.told);
        await judge(place, worker.told);
        const kernel = await kernelOver(place);
        const deadProcesses = [worker.processId];
        const report = await kernel.recover(workspace, 'process-0', { deadProcesses });
        for (const action of report.actions) expect(action.to, action.because).not.toBe('unchanged');
        expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
        await kernel.close();
      }
      await judge(place, told);
      expect(told.length).toBeGreaterThan(rounds * 10);
    });

    it('between its commit and its press leaves exactly that to be found out', async () => {
      const place = await engine.place();
      const worker = start(engine, place, 1, 'hold-after-commit');
      await worker.hasTold(1, 'committed');
      await worker.kill();
      const kernel = await kernelOver(place);
      const report = await kernel.recover(workspace, 'process-0', { deadProcesses: [worker.processId] });
      expect(report.actions).toMatchObject([{ from: 'committed', to: 'outcome_unknown' }]);
      const attempt = await kernel.attempt(workspace, report.actions[0]?.attempt_id ?? '');
      expect(attempt).toMatchObject({ permit_spent: null });
      await kernel.close();
      await judge(place, worker.told);
    });

    it('leaves the other process on the same store at work', async () => {
      const place = await engine.place();
      const first = start(engine, place, 1);
      await first.hasTold(1);
      const second = start(engine, place, 2);
      await second.hasTold(10);
      await first.kill();
      await second.hasTold(second.told.length + 10);
      await second.kill();
      await judge(place, [...first.told, ...second.told]);
      const kernel = await kernelOver(place);
      expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
      await kernel.close();
    });
  });
}
