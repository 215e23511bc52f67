import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readTextIfPresent } from '../disk/durable-files.ts';
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

const publicationSchema = z.strictObject({
  id: z.number().int(),
  from: z.string(),
  to: z.string(),
  /** The account that did it; empty for the site itself, and where nobody wrote it down. */
  by: z.string().default(''),
});

/** One time that a post was saved as out: for readers, for its hour, or for members. */
export type WordPressPublication = z.infer<typeof publicationSchema>;

/** Every publication that the site wrote down itself; the same post published twice is two. */
export function readPublications(directory: string): readonly WordPressPublication[] {
  const lines = (readTextIfPresent(join(directory, 'publications.jsonl')) ?? '').split('\n');
  return lines.filter((line) => line !== '').map((line) => publicationSchema.parse(JSON.parse(line)));
}
