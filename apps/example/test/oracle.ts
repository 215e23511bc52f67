import { join } from 'node:path';
import type { Publication } from '../src/newsroom/article.ts';
import { readNewsroomState } from '../src/newsroom/newsroom-files.ts';

export type Mode = 'browser' | 'mock';

/** What the site of this state folder has published, by its own files. */
export function publicationsIn(state: string, mode: Mode): readonly Publication[] {
  return readNewsroomState(join(state, mode === 'mock' ? 'newsroom-mock' : 'newsroom', 'site')).publications;
}
