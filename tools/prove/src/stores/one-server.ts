import { openTestDatabase } from '@cux/store-suite/postgres';

/** Starts one PostgreSQL server for everything that runs in this process and in what it starts; answers its end. */
export async function shareServer(): Promise<() => Promise<void>> {
  const { url, end } = await openTestDatabase();
  const before = process.env.CUX_TEST_POSTGRES_URL;
  process.env.CUX_TEST_POSTGRES_URL = url;
  return async () => {
    if (before === undefined) delete process.env.CUX_TEST_POSTGRES_URL;
    else process.env.CUX_TEST_POSTGRES_URL = before;
    await end();
  };
}
