import { workOf, workUntilKilled } from '@cux/store-suite/work';
import { openSqliteStore } from '../../src/index.ts';

const { place, work } = workOf(process.argv.slice(2));
await workUntilKilled(await openSqliteStore({ path: place }), work);
