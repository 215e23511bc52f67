import { judge, kernelOver, startWorker, type Worker } from '@cux/store-suite';
import { type PostgresServer, runSql, startPostgres } from '@cux/store-suite/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine, placeIn } from './support/engine.ts';

/** This server is killed, so it is nobody else's. */
let server: PostgresServer;
const workers: Worker[] = [];
const rounds = Number(process.env.CUX_KILL_ROUNDS ?? 1);

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(async () => {
  for (const worker of workers) await worker.kill().catch(() => undefined);
  await server.remove();
});

/** Each ends the server in another way, and has it back. */
const ends: Readonly<Record<string, () => Promise<void>>> = {
  'as in a crash': async () => {
    await server.stop('immediate');
    await server.start();
  },
  'by SIGKILL': async () => {
    await server.stop('kill');
    await server.start();
  },
  'by SIGKILL of a process that serves a store': async () => {
    const [serving] = await runSql<{ pid: number }>(
      server.url,
      `select pid from pg_stat_activity where application_name = 'cux' and state <> 'idle'
        union all select pid from pg_stat_activity where application_name = 'cux'`,
    );
    process.kill(serving?.pid ?? 0, 'SIGKILL');
  },
};

describe('a server that is killed under load', () => {
  it(`loses no command that was answered, and lets no gate be consumed twice (${rounds} rounds)`, async () => {
    const place = placeIn('cux', server.url);
    await (await place.open()).close();
    for (const series of [1, 2]) {
      const worker = startWorker(engine, place, series);
      workers.push(worker);
      // The first one makes the goal that both work for.
      await worker.hasTold(3);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const end of Object.values(ends)) {
        for (const worker of workers) await worker.hasTold(worker.told.length + 5);
        await end();
      }
    }
    // They go on by themselves: what was under way has been stored, or asked for again under its own key.
    for (const worker of workers) await worker.hasTold(worker.told.length + 10);
    for (const worker of workers) await worker.kill();
    await judge(
      place,
      workers.flatMap(({ told }) => told),
    );
    const kernel = await kernelOver(place);
    expect(await kernel.verifyAudit('newsdesk')).toMatchObject({ ok: true });
    await kernel.close();
  });
});
