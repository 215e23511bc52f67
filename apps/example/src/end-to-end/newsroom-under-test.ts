import { readNewsroomState } from '../newsroom/newsroom-files.ts';
import { type RunningNewsroom, startNewsroom } from '../newsroom/start-newsroom.ts';
import { articleOf } from '../story/articles.ts';
import type { ApplicationUnderTest } from './application.ts';
import { startAgain } from './start-again.ts';

/** The example newsroom, judged by its files. */
export async function newsroomUnderTest(directory: string): Promise<ApplicationUnderTest> {
  const first = await startNewsroom({ directory, port: 0, unexpectedDialog: false });
  const { origin, port } = first;
  let running: RunningNewsroom | null = first;
  return {
    name: 'newsroom',
    origin,
    recipe: 'newsroom',
    account: 'editor',
    content: (number) => ({ ...articleOf(number), section: 'Culture' }),
    stored: async (itemId, content) => {
      const article = readNewsroomState(directory).articles.get(Number(itemId));
      if (article === undefined) return { status: 'absent', holdsContent: false };
      const { headline, body, section } = article;
      const holdsContent = headline === content.title && body === content.body && section === content.section;
      return { status: article.status, holdsContent };
    },
    publications: async (itemId) =>
      readNewsroomState(directory).publications.filter(({ article }) => article.id === Number(itemId)).length,
    person: null,
    pause: async () => {
      await running?.stop();
      running = null;
    },
    resume: async () => {
      running ??= await startAgain(() => startNewsroom({ directory, port, unexpectedDialog: false }));
    },
    stop: async () => running?.stop(),
  };
}
