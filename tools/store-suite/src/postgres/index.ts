export { dropSchema, openTestDatabase, runSql, schemaName, type TestDatabase } from './for-tests.ts';
export { type PostgresServer, type ServerOptions, startPostgres } from './server.ts';
