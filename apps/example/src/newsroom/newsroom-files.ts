import { join } from 'node:path';
import { z } from 'zod';
import { readTextIfPresent } from '../disk/durable-files.ts';
import { type Article, articleSchema, type Publication, publicationSchema } from './article.ts';

const articlesFileSchema = z.strictObject({
  next_id: z.number().int().min(1),
  articles: z.array(articleSchema),
  /** How often somebody pressed the button of the dialog that nobody expected. */
  acknowledgements: z.number().int().min(0),
});

/** Everything the newsroom knows, as it stands on disk. */
export interface NewsroomState {
  readonly nextId: number;
  readonly articles: ReadonlyMap<number, Article>;
  readonly publications: readonly Publication[];
  readonly acknowledgements: number;
}

export const articlesFile = (directory: string): string => join(directory, 'articles.json');
export const publicationsFile = (directory: string): string => join(directory, 'publications.jsonl');

/**
 * Reads the newsroom's state without its server. A publication counts once its line is whole, and it outranks
 * `articles.json`: the line is written first, so a kill between the two files loses nothing.
 */
export function readNewsroomState(directory: string): NewsroomState {
  const text = readTextIfPresent(articlesFile(directory));
  const file =
    text === null
      ? { next_id: 1, articles: [], acknowledgements: 0 }
      : articlesFileSchema.parse(JSON.parse(text));
  const publications = readPublications(directory);
  const articles = new Map(file.articles.map((article) => [article.id, article]));
  for (const publication of publications) articles.set(publication.article.id, publication.article);
  return {
    nextId: file.next_id,
    articles,
    publications,
    acknowledgements: file.acknowledgements,
  };
}

/** The text of `articles.json` for a state. */
export function articlesFileText(state: Omit<NewsroomState, 'publications'>): string {
  const file: z.infer<typeof articlesFileSchema> = {
    next_id: state.nextId,
    articles: [...state.articles.values()],
    acknowledgements: state.acknowledgements,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** How many bytes of the list of publications are whole lines; what follows was never acknowledged. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

function readPublications(directory: string): readonly Publication[] {
  const text = readTextIfPresent(publicationsFile(directory)) ?? '';
  return wholeLines(text)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => publicationSchema.parse(JSON.parse(line)));
}
