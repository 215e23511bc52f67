import { workOf, workUntilKilled } from '@cux/store-suite/work';
import { openPostgresStore } from '../../src/index.ts';

const { place, work } = workOf(process.argv.slice(2));
await workUntilKilled(await openPostgresStore(JSON.parse(place)), work);
