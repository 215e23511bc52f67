// A host that is killed in a zdr workspace: drafts the article up to its question, says which gate asks, and waits.

import { people } from './people.ts';
import { begin, command, mainTodo, pendingGate } from './story.ts';
import { openWorld, providerId } from './world.ts';

const [path = '', origin = ''] = process.argv.slice(2);
const world = await openWorld({ path, site: { origin, close: async () => undefined } as never });
await command(world.kernel, 'set-retention', people.operator, { retention: { kind: 'zdr' } });
await begin(world.kernel);
const run = await world.host.runTodo(mainTodo, providerId);
const gate = await pendingGate(world.kernel);
process.stdout.write(
  `${JSON.stringify({ run: run.kind, gate_id: gate?.gate_id, held_by: gate?.held_by })}\n`,
);
setInterval(() => undefined, 1_000);
