import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { type PhpMessage, phpSettingsSchema } from './wordpress/php-message.ts';

/**
 * Holds PHP's development server. Its workers outlive a killed parent and keep the port, so they get a process
 * group of their own, and this small process ends the group when the demo is gone, whatever the way.
 */
function watch(): void {
  const settings = phpSettingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
  const log = openSync(settings.logFile, 'a', 0o600);
  const server = spawn(settings.php, ['-S', `127.0.0.1:${settings.port}`, '-t', settings.documentRoot], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...environmentOfSite(), PHP_CLI_SERVER_WORKERS: '4' },
  });
  const end = (): never => {
    endGroup(server.pid);
    process.exit(0);
  };
  process.once('disconnect', end);
  process.once('SIGTERM', end);
  server.once('spawn', () => tell({ kind: 'started' }));
  server.once('error', () => tell({ kind: 'ended' }));
  server.once('exit', () => tell({ kind: 'ended' }));
}

/** What belongs to cux (the key of its vault among it) is none of the site's business. */
function environmentOfSite(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('CUX_'));
  return Object.fromEntries(others);
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

function tell(message: PhpMessage): void {
  if (process.connected) process.send?.(message);
}

// A Ctrl-C at the terminal reaches the whole group; the demo says when its site ends.
process.on('SIGINT', () => {});
watch();
