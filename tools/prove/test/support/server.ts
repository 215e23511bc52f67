import { shareServer } from '../../src/stores/one-server.ts';

let end: () => Promise<void> = async () => undefined;

/** One PostgreSQL server for all test files. */
export async function setup(): Promise<void> {
  end = await shareServer();
}

export async function teardown(): Promise<void> {
  await end();
}
