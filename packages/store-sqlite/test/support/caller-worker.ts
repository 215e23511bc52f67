import { workOf, workUntilKilled } from '@cux/store-suite/work';
import { openSqliteStore } from '../../src/index.ts';

// As `worker.ts`, without a thread: the process writes the file by itself, as a short command does.
const { place, work } = workOf(process.argv.slice(2));
await workUntilKilled(await openSqliteStore({ path: place, writer: 'caller' }), work);
