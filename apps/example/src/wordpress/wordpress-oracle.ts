import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { packageFile } from '../disk/package-files.ts';
import { documentRoot } from './install-wordpress.ts';

const run = promisify(execFile);

const postSchema = z.strictObject({
  id: z.number().int(),
  status: z.string(),
  title: z.string(),
  content: z.string(),
  author: z.string(),
});

/** A post as WordPress's own database holds it. */
export type Post = z.infer<typeof postSchema>;

/** Every post of the site, read by a PHP script through WordPress, beside the server and without cux. */
export async function readPosts(directory: string, php: string): Promise<readonly Post[]> {
  const { stdout } = await run(php, [packageFile('php', 'state.php'), documentRoot(directory)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return z.array(postSchema).parse(JSON.parse(stdout));
}

/** How many posts have left for readers, or will at their hour. */
export function countPublished(posts: readonly Post[]): number {
  return posts.filter(({ status }) => status === 'publish' || status === 'future' || status === 'private')
    .length;
}
