// A host that is killed: opens a session behind a guard, says where, and waits.
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { startGuard } from '@cux/provider-sdk';

const [workingDirectory, executablePath] = process.argv.slice(2);
const guard = await startGuard({ clock: { now: () => Date.now() } });
await createPlaywrightProvider({ executablePath }).openSession({
  guard: guard.endpoint,
  viewport: { width: 800, height: 600 },
  storedSession: null,
  workingDirectory,
  signal: new AbortController().signal,
});
process.stdout.write('open\n');
setInterval(() => undefined, 1_000);
