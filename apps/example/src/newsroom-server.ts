import { createAdaptorServer } from '@hono/node-server';
import { newsroomApplication } from './newsroom/newsroom-application.ts';
import { type NewsroomMessage, newsroomSettingsSchema } from './newsroom/newsroom-message.ts';
import { NewsroomStore } from './newsroom/newsroom-store.ts';

/** The newsroom's own process. It ends with its parent: the channel between them closes however the parent ends. */
function serve(): void {
  const settings = newsroomSettingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
  const store = new NewsroomStore(settings.directory, () => new Date());
  const application = newsroomApplication({ store, unexpectedDialog: settings.unexpectedDialog });
  const server = createAdaptorServer({ fetch: application.fetch });
  server.once('error', (error) => {
    const taken = 'code' in error && error.code === 'EADDRINUSE';
    tell(taken ? { kind: 'port-taken' } : { kind: 'failed', message: error.message });
  });
  server.listen(settings.port, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') tell({ kind: 'listening', port: address.port });
  });
}

function tell(message: NewsroomMessage): void {
  process.send?.(message);
}

process.once('disconnect', () => process.exit(0));
// A Ctrl-C at the terminal reaches the whole group; the parent says when the server ends.
process.on('SIGINT', () => {});
try {
  serve();
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : 'unknown fault' });
}
