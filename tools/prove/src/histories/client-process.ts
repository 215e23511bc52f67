import { once } from 'node:events';
import { createKernel, randomIds, type Store, systemClock } from '@cux/kernel';
import { records } from '@cux/kernel/store-suite';
import { givenWork } from '../processes/child.ts';
import { openStore, type StoreAddress } from '../stores/address.ts';
import { playClients } from './client.ts';
import type { Play } from './operation.ts';

/** One of the processes of a concurrent history. Says that it is ready, waits for a line, plays, and tells what it saw. */
export interface HistoryWork extends Play {
  readonly address: StoreAddress;
  /** A defect that is put in on purpose: the store compares no revision. */
  readonly planted: boolean;
}

const work = givenWork<HistoryWork>();
const store = await openStore(work.address);
const kernel = createKernel({
  store: work.planted ? comparingNothing(store) : store,
  clock: systemClock,
  ids: randomIds,
  capabilities: [{ capability_id: records.capability, outcome: 'Approved content is published once.' }],
});

function comparingNothing(honest: Store): Store {
  return { ...honest, commit: (batch) => honest.commit({ ...batch, expectations: [] }) };
}

process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (const operation of await playClients(kernel, work))
  process.stdout.write(`${JSON.stringify(operation)}\n`);
process.stdout.write('over\n');
await kernel.close();
process.stdin.destroy();
