import { join } from 'node:path';
import type { Publication } from '../src/newsroom/article.ts';
import { readNewsroomState } from '../src/newsroom/newsroom-files.ts';

export type Mode = 'browser' | 'mock';

/** What the site of this state folder has published, by its own files. */
export function publicationsIn(state: string, mode: Mode): readonly Publication[] {
  return readNewsroomState(join(state, mode === 'mock' ? 'newsroom-mock' : 'newsroom', 'site')).publications;
}

/** The same for the story of an agent's single actions. */
export function agentPublicationsIn(state: string, mode: Mode): readonly Publication[] {
  const folder = mode === 'mock' ? 'newsroom-agent-mock' : 'newsroom-agent';
  return readNewsroomState(join(state, folder, 'site')).publications;
}
