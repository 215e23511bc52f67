export type { AroundCall, StorageCall } from './calls.ts';
export { copyIntoSqlite } from './copy-into-sqlite.ts';
export { type InProcessOptions, openInProcessStore } from './in-process-store.ts';
export { type MemoryDisk, memoryDisk } from './memory-disk.ts';
export { migrateSqliteStore } from './migrate-sqlite-store.ts';
export type { Migrated } from './migrations/migrate.ts';
export type { OpenOptions } from './open-database.ts';
export { openSqliteStore, type StoreOptions } from './open-sqlite-store.ts';
export { StoreFault } from './store-fault.ts';
