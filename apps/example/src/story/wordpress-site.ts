import { join } from 'node:path';
import type { Person } from '@cux/runtime';
import {
  countPublications,
  installWordPress,
  isInstalled,
  readPeople,
} from '../wordpress/install-wordpress.ts';
import { obtainWordPress } from '../wordpress/obtain-wordpress.ts';
import { requirePhp } from '../wordpress/require-php.ts';
import { startWordPress } from '../wordpress/start-wordpress.ts';
import { readPosts, readPublications } from '../wordpress/wordpress-oracle.ts';
import { articleOf } from './articles.ts';
import type { DemoSite } from './demo-site.ts';
import { signInToWordPress } from './sign-in-to-wordpress.ts';
import type { StateFolder } from './state-folder.ts';

const account = 'writer';

/** Sets WordPress up where that has not been done, starts it, and judges it by its own database. */
export async function wordpressSite(
  state: StateFolder,
  port: number,
  say: (line: string) => void,
  askPassword: ((account: string, hint: string) => Promise<string>) | null,
  signal: AbortSignal,
): Promise<DemoSite> {
  const php = await requirePhp(process.env);
  if (!isInstalled(state.site)) {
    const source = await obtainWordPress(process.env, say, signal);
    say('Setting up a WordPress of its own …');
    await installWordPress(state.site, source, php, signal);
  }
  await countPublications(state.site);
  const running = await startWordPress(state.site, php, port, signal);
  const posts = () => readPosts(state.site, php);
  const passwords = join(state.site, 'people.json');
  const enterPassword = async (): Promise<string> =>
    askPassword === null ? readPeople(state.site).writer : askPassword(account, passwords);
  const person: Person = async (takeover) => {
    if (await signInToWordPress(takeover, account, enterPassword, signal)) return;
    say(`WordPress did not let ${account} in: was that the password that stands in ${passwords}?`);
  };
  return {
    name: 'WordPress',
    origin: running.origin,
    port: running.port,
    recipe: 'wordpress',
    account,
    content: (number) => ({ ...articleOf(number) }),
    countPublications: async () => readPublications(state.site).length,
    describeItem: async (itemId) => {
      const post = (await posts()).find(({ id }) => id === Number(itemId));
      return post === undefined ? 'no such post' : `post ${post.id} is ${statusWord(post.status)}`;
    },
    person,
    stop: running.stop,
  };
}

/** WordPress's own word for what is out reads like a command. */
function statusWord(status: string): string {
  return status === 'publish' ? 'published (“publish”, in WordPress’s words)' : status;
}
