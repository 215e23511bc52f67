import { openTestDatabase, type TestDatabase } from '@cux/store-suite/postgres';
import type { TestProject } from 'vitest/node';

let database: TestDatabase;

/** One server for all test files. */
export async function setup(project: TestProject): Promise<void> {
  database = await openTestDatabase();
  project.provide('postgres', database.url);
  project.provide('prefix', database.prefix);
}

export async function teardown(): Promise<void> {
  await database.end();
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgres: string;
    readonly prefix: string;
  }
}
