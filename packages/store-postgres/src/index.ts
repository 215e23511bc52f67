export { copyIntoPostgres } from './copy-into-postgres.ts';
export type { Migrated } from './migrations/migrate.ts';
export { migratePostgresStore, openPostgresStore } from './open-postgres-store.ts';
export type { OpenOptions } from './options.ts';
export { StoreFault, type StoreFaultCode } from './store-fault.ts';
