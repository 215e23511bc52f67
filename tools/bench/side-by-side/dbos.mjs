import { DBOS } from '@dbos-inc/dbos-sdk';
import { serve } from './serve.mjs';

// A workflow that waits for a message and then takes one step. Argument: the address of its database.
DBOS.setConfig({
  name: 'side-by-side',
  systemDatabaseUrl: process.argv[2],
  runAdminServer: false,
  logLevel: 'error',
});

const waiting = DBOS.registerWorkflow(
  async () => {
    const approved = await DBOS.recv('approval', 600);
    return DBOS.runStep(async () => approved === true, { name: 'act' });
  },
  { name: 'waiting' },
);

await DBOS.launch();
serve(
  async (id) => {
    const handle = await DBOS.startWorkflow(waiting, { workflowID: id })();
    await DBOS.send(id, true, 'approval');
    if ((await handle.getResult()) !== true) throw new Error('The workflow did not go on.');
  },
  () => DBOS.shutdown(),
);
