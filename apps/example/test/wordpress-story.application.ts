import { join } from 'node:path';
import { expect, it } from 'vitest';
import { harvestArticle } from '../src/story/articles.ts';
import { readPosts, readPublications } from '../src/wordpress/wordpress-oracle.ts';
import { endOf, runDemo, startDemo, untilPrinted, verdictOf } from './demo-process.ts';
import { leftNaming } from './processes.ts';
import { published } from './story-ends.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What WordPress's own database says of everything but the post that every WordPress begins with. */
async function postsOf(
  state: string,
): Promise<readonly { readonly status: string; readonly title: string }[]> {
  const posts = await readPosts(join(state, 'wordpress', 'site'), process.env.CUX_PHP ?? 'php');
  return posts
    .filter(({ id }) => id !== 1)
    .map(({ status, title }) => ({ status, title }))
    .filter(({ status }) => status !== 'auto-draft');
}

it('publishes one post on a real WordPress, once a person has approved it, Ctrl-C in between or not', {
  timeout: 600_000,
}, async (test) => {
  const state = temporaryFolder(test);
  // One set-up for both: stopped while a person signs in, the next run goes on.
  const demo = startDemo(state, ['--site', 'wordpress', '--decide', 'approve']);
  const ended = endOf(demo);
  await untilPrinted(demo, 'the guard lets writer sign in');
  demo.kill('SIGINT');
  const interrupted = await ended;
  expect(interrupted.errors).toMatch(/^cux demo: interrupted; nothing is lost.*\n$/);
  expect(interrupted.code).toBe(130);
  expect(await leftNaming(state)).toEqual([]);
  expect(readPublications(join(state, 'wordpress', 'site'))).toEqual([]);

  const end = await runDemo(state, ['--site', 'wordpress', '--decide', 'approve']);
  // Read from the database while the gate was pending, and told before anybody had decided.
  expect(end.output).toMatch(/The gate\n.*: post \d+ is draft; 0 publications .*The flag --decide answers/s);
  expect(verdictOf(end)).toEqual(published);
  expect(await postsOf(state)).toEqual([{ status: 'publish', title: harvestArticle.title }]);
  expect(readPublications(join(state, 'wordpress', 'site'))).toMatchObject([
    { from: 'draft', to: 'publish' },
  ]);
  expect(await leftNaming(state)).toEqual([]);
});
