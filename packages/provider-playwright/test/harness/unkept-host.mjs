// A host that is killed where nothing may be kept: opens a page in a session off the record, looks at it, says so, and waits.
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { startGuard } from '@cux/provider-sdk';

const [workingDirectory, executablePath, origin, path] = process.argv.slice(2);
const guard = await startGuard({ clock: { now: () => Date.now() } });
guard.configure({ allowed_origins: [origin], write_rules: [] });
const { surface } = await createPlaywrightProvider({ executablePath }).openSession({
  guard: guard.endpoint,
  viewport: { width: 800, height: 600 },
  storedSession: null,
  workingDirectory,
  retention: 'zdr',
  signal: new AbortController().signal,
});
await surface.open(`${origin}${path}`, 60_000);
const field = await surface.resolve({ role: 'textbox', name: 'Remark' });
if (field.kind === 'found') await surface.fill(field.element, process.env.CUX_TYPED ?? '');
const { tree } = await surface.observe({ nodes: 500, bytes: 20_000 });
const picture = await surface.capture('screenshot');
process.stdout.write(`${JSON.stringify({ tree, picture: picture?.bytes.length ?? 0 })}\n`);
setInterval(() => undefined, 1_000);
