import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SiteRecipe, shippedRecipes } from '@cux/content-ops';
import { signInByForm } from '@cux/runtime';
import { packageFile } from '../disk/package-files.ts';
import { articleOf } from '../story/articles.ts';
import {
  countPublications,
  documentRoot,
  installWordPress,
  readPeople,
} from '../wordpress/install-wordpress.ts';
import { obtainWordPress } from '../wordpress/obtain-wordpress.ts';
import { requirePhp } from '../wordpress/require-php.ts';
import { type RunningWordPress, startWordPress } from '../wordpress/start-wordpress.ts';
import { readPosts, readPublications } from '../wordpress/wordpress-oracle.ts';
import type { ApplicationUnderTest } from './application.ts';
import { startAgain } from './start-again.ts';

/** Trouble that the site is told to make; see `php/trouble.php`. */
export interface Trouble {
  readonly fail?: 'before' | 'after';
  readonly tour?: 'writing' | 'menu';
  readonly classic?: boolean;
  readonly no_iframe?: boolean;
}

/** A WordPress that every row of the table shares: each row has an item, and most an account, of its own. */
export interface WordPressStage {
  as(account: string, recipe: string, name?: string): ApplicationUnderTest;
  /** A person publishes the post with their own account and program, beside cux. */
  publishByHand(id: string, account: string): Promise<void>;
  trouble(trouble: Trouble): Promise<void>;
  /** Does something beside cux, as an administrator would; answers what it printed. See `php/meddle.php`. */
  meddle(action: string, ...args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** The name of the WordPress whose posts a person publishes. */
export const byHand = 'WordPress by hand';

const contributorPassword = 'contributor-of-the-table';

export async function wordpressStage(
  directory: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<WordPressStage> {
  const php = await requirePhp(process.env);
  const source = await obtainWordPress(process.env, say, signal);
  await installWordPress(directory, source, php, signal);
  await countPublications(directory);
  const plugins = join(documentRoot(directory), 'wp-content', 'mu-plugins');
  await mkdir(plugins, { recursive: true });
  await copyFile(packageFile('php', 'trouble.php'), join(plugins, 'trouble.php'));
  const first = await startWordPress(directory, php, 0, signal);
  const { origin, port } = first;
  let running: RunningWordPress | null = first;
  const pause = async (): Promise<void> => {
    await running?.stop();
    running = null;
  };
  const resume = async (): Promise<void> => {
    running ??= await startAgain(() => startWordPress(directory, php, port, signal));
  };
  const meddle = (action: string, ...args: readonly string[]): Promise<string> =>
    runPhp(
      php,
      [packageFile('php', 'meddle.php'), documentRoot(directory), action, ...args],
      contributorPassword,
    );
  await meddle('user', 'contributor', 'contributor');
  const passwordOf = (account: string): string =>
    account === 'contributor' ? contributorPassword : readPeople(directory).writer;

  const putOut = (itemId: string) =>
    readPublications(directory).filter(({ id, from }) => id === Number(itemId) && from !== 'publish');
  const secretOf = async (account: string, recipe: string): Promise<string> =>
    recipe === 'wordpress-rest' ? meddle('application-password', account) : passwordOf(account);

  return {
    meddle,
    publishByHand: async (id, account) => {
      const secret = await meddle('application-password', account);
      const credential = Buffer.from(`${account}:${secret}`, 'utf8').toString('base64');
      const answer = await fetch(`${origin}/index.php?rest_route=/wp/v2/posts/${id}`, {
        method: 'POST',
        headers: { authorization: `Basic ${credential}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'publish' }),
      });
      if (answer.status !== 200) throw new Error(`The site did not publish by hand: ${answer.status}.`);
    },
    trouble: (trouble) => writeFile(join(directory, 'trouble.json'), JSON.stringify(trouble)),
    stop: pause,
    as: (account, recipe, name = 'WordPress') => ({
      name,
      origin,
      recipe,
      account,
      content: (number) => ({ ...articleOf(number), title: `${articleOf(number).title} [${number}]` }),
      stored: async (itemId, content) => {
        const post = (await readPosts(directory, php)).find(({ id }) => id === Number(itemId));
        if (post === undefined) return { status: 'absent', holdsContent: false };
        const text = post.content.replaceAll('\r\n', '\n');
        return { status: post.status, holdsContent: post.title === content.title && text === content.body };
      },
      storedByTitle: async ({ title, body }) => {
        const posts = (await readPosts(directory, php)).filter((post) => post.title === title);
        const post = posts.at(-1);
        return { status: post?.status ?? 'absent', holdsContent: post?.content === body };
      },
      publications: async (itemId) => putOut(itemId).length,
      publicationsOfOurs: async (itemId) => putOut(itemId).filter(({ by }) => by === account).length,
      ...(name === byHand ? { publishedBy: 'person' as const } : {}),
      person: async (takeover) => {
        const form = recipeOf(recipe).sign_in?.form;
        const wallPaths = recipeOf(recipe).sign_in?.wall_paths ?? [];
        if (form !== undefined)
          await signInByForm(takeover, form, {
            account,
            secret: () => secretOf(account, recipe),
            wallPaths,
            signal,
          });
      },
      pause,
      resume,
      stop: async () => undefined,
    }),
  };
}

function runPhp(php: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(php, args, (error, output) =>
      error === null ? resolve(output.trim()) : reject(error),
    );
    child.stdin?.end(input);
  });
}

function recipeOf(name: string): SiteRecipe {
  const recipe = shippedRecipes.find((each) => each.name === name);
  if (recipe === undefined) throw new Error(`There is no recipe ${name}.`);
  return recipe;
}
