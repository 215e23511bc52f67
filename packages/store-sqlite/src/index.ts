export type { OpenOptions } from './open-database.ts';
export { openSqliteStore } from './open-sqlite-store.ts';
export { StoreFault } from './store-fault.ts';
