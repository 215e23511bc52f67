import { readNewsroomState } from '../newsroom/newsroom-files.ts';
import { startNewsroom } from '../newsroom/start-newsroom.ts';
import type { DemoSite } from './demo-site.ts';
import type { StateFolder } from './state-folder.ts';

/** The article that the story is about. */
export const harvestArticle = {
  title: 'Harvest festival draws a record crowd',
  body: 'More than four thousand visitors came to the market square on Sunday.\n\nThe festival returns next year on the last weekend of September.',
};

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
    content: { ...harvestArticle, section: 'Culture' },
    countPublications: async () => readNewsroomState(state.site).publications.length,
    describeItem: async (itemId) => {
      const article = readNewsroomState(state.site).articles.get(Number(itemId));
      return article === undefined ? 'no such article' : `article ${article.id} is ${article.status}`;
    },
    person: null,
    stop: running.stop,
  };
}
