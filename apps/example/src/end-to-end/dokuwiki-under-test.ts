import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dokuwiki } from '@cux/content-ops';
import { signInByForm } from '@cux/runtime';
import { articleOf } from '../story/articles.ts';
import { DemoFault } from '../story/demo-fault.ts';
import { requirePhp } from '../wordpress/require-php.ts';
import { type RunningWordPress, startPhp } from '../wordpress/start-wordpress.ts';
import type { ApplicationUnderTest } from './application.ts';
import { startAgain } from './start-again.ts';

const password = 'writer-of-the-wiki';
const installed = '/usr/share/dokuwiki';
const folders = [
  'attic',
  'cache',
  'index',
  'log',
  'locks',
  'media',
  'media_attic',
  'media_meta',
  'meta',
  'pages',
  'tmp',
];

/** Whether Debian's package of DokuWiki is here. */
export function hasDokuWiki(): boolean {
  return existsSync(installed);
}

/** DokuWiki from Debian's package, with a data folder of its own; judged by the files of that folder. */
export async function dokuwikiUnderTest(
  directory: string,
  signal: AbortSignal,
): Promise<ApplicationUnderTest> {
  if (!hasDokuWiki()) {
    throw new DemoFault(
      'site_failed',
      'DokuWiki is not installed; on Debian: apt-get install --no-install-recommends dokuwiki',
    );
  }
  const php = await requirePhp(process.env);
  await setUp(directory, php);
  const serve = (port: number): Promise<RunningWordPress> =>
    startPhp(join(directory, 'root'), join(directory, 'php.log'), { php, port, ready: '/doku.php', signal });
  const first = await serve(0);
  const { origin, port } = first;
  let running: RunningWordPress | null = first;
  const data = join(directory, 'data');
  const form = dokuwiki.sign_in?.form;
  return {
    name: 'DokuWiki',
    origin,
    recipe: 'dokuwiki',
    account: 'writer',
    content: (number) => ({ page: `notes_${number}`, body: `${articleOf(number).body}\n\nNote ${number}.` }),
    stored: async (page, content) => {
      const text = textOf(join(data, 'pages', `${page}.txt`));
      if (text !== null) return { status: 'page', holdsContent: text === content.body };
      const drafts = (await draftsIn(join(data, 'cache'))).filter((draft) => draft.includes(`"${page}"`));
      return drafts.length === 0
        ? { status: 'absent', holdsContent: false }
        : { status: 'draft', holdsContent: drafts.some((draft) => draft.includes(content.body ?? '')) };
    },
    publications: async (page) =>
      (textOf(join(data, 'meta', `${page}.changes`)) ?? '').split('\n').filter((line) => line !== '').length,
    person: async (takeover) => {
      if (form === undefined) return;
      await signInByForm(takeover, form, {
        account: 'writer',
        secret: async () => password,
        wallPaths: [],
        signal,
      });
    },
    pause: async () => {
      await running?.stop();
      running = null;
    },
    resume: async () => {
      running ??= await startAgain(() => serve(port));
    },
    stop: async () => running?.stop(),
  };
}

async function setUp(directory: string, php: string): Promise<void> {
  const root = join(directory, 'root');
  await cp(installed, root, { recursive: true, dereference: true });
  for (const folder of folders) await mkdir(join(directory, 'data', folder), { recursive: true });
  const conf = join(directory, 'conf');
  await cp('/etc/dokuwiki', conf, { recursive: true, dereference: true });
  const hash = execFileSync(
    php,
    ['-r', `echo password_hash(${JSON.stringify(password)}, PASSWORD_BCRYPT);`],
    { encoding: 'utf8' },
  );
  await writeFile(join(conf, 'users.auth.php'), `writer:${hash}:Writer:writer@example.invalid:user\n`);
  await writeFile(join(conf, 'acl.auth.php'), '*\t@ALL\t1\n*\t@user\t8\n');
  await writeFile(
    join(conf, 'local.php'),
    `<?php $conf['title']='cux'; $conf['useacl']=1; $conf['superuser']='@admin'; $conf['savedir']=${JSON.stringify(join(directory, 'data'))}; $conf['updatecheck']=0; $conf['passcrypt']='bcrypt'; $conf['license']='0';\n`,
  );
  await writeFile(
    join(root, 'inc', 'preload.php'),
    `<?php define('DOKU_CONF', ${JSON.stringify(`${conf}/`)}); define('DOKU_INC', ${JSON.stringify(`${root}/`)});`,
  );
}

function textOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

async function draftsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries
    .filter((name) => name.endsWith('.draft'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'));
}
