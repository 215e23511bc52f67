import { readNewsroomState } from '../newsroom/newsroom-files.ts';
import { startNewsroom } from '../newsroom/start-newsroom.ts';
import { articleOf } from './articles.ts';
import type { DemoSite } from './demo-site.ts';
import type { StateFolder } from './state-folder.ts';

/** Starts the newsroom in its own process and judges it by its files. */
export async function newsroomSite(
  state: StateFolder,
  port: number,
  unexpectedDialog: boolean,
): Promise<DemoSite> {
  const running = await startNewsroom({ directory: state.site, port, unexpectedDialog });
  return {
    name: 'the newsroom',
    origin: running.origin,
    port: running.port,
    recipe: 'newsroom',
    account: 'editor',
    content: (number) => ({ ...articleOf(number), section: 'Culture' }),
    countPublications: async () => readNewsroomState(state.site).publications.length,
    describeItem: async (itemId) => {
      const article = readNewsroomState(state.site).articles.get(Number(itemId));
      return article === undefined ? 'no such article' : `article ${article.id} is ${article.status}`;
    },
    person: null,
    stop: running.stop,
  };
}
