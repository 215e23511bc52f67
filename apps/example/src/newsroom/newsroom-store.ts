import { mkdirSync } from 'node:fs';
import { appendLineDurably, readTextIfPresent, writeFileDurably } from '../disk/durable-files.ts';
import type { Article, ArticleInput, Publication } from './article.ts';
import {
  articlesFile,
  articlesFileText,
  publicationsFile,
  readNewsroomState,
  wholeLines,
} from './newsroom-files.ts';

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly article: Article }
  | { readonly kind: 'unknown-article' }
  | { readonly kind: 'refused'; readonly status: 409 | 422; readonly message: string };

/** The newsroom's own state: every change is on disk before it is acknowledged. */
export class NewsroomStore {
  readonly #directory: string;
  readonly #now: () => Date;
  readonly #articles: Map<number, Article>;
  #nextId: number;
  #acknowledgements: number;

  constructor(directory: string, now: () => Date) {
    this.#directory = directory;
    this.#now = now;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    dropTornLine(directory);
    const state = readNewsroomState(directory);
    this.#articles = new Map(state.articles);
    this.#nextId = state.nextId;
    this.#acknowledgements = state.acknowledgements;
  }

  /** Opening the new-article page makes a row, as real editors do. */
  createAutoDraft(): Article {
    const article: Article = {
      id: this.#nextId,
      status: 'auto-draft',
      headline: '',
      body: '',
      section: 'News',
    };
    this.#nextId += 1;
    this.#articles.set(article.id, article);
    this.#write();
    return article;
  }

  article(id: number): Article | null {
    return this.#articles.get(id) ?? null;
  }

  articles(): readonly Article[] {
    return [...this.#articles.values()];
  }

  save(id: number, input: ArticleInput): SaveOutcome {
    const present = this.#articles.get(id);
    if (present === undefined) return { kind: 'unknown-article' };
    const article: Article = { id, ...input };
    if (input.status === 'published') return this.#publish(article);
    if (present.status === 'published') {
      return { kind: 'refused', status: 409, message: 'This article is published; it takes no drafts.' };
    }
    this.#articles.set(id, article);
    this.#write();
    return { kind: 'saved', article };
  }

  /** The button of the unexpected dialog writes; a run that dismisses it is found out here. */
  acknowledge(): void {
    this.#acknowledgements += 1;
    this.#write();
  }

  #publish(article: Article): SaveOutcome {
    if (article.headline.trim() === '' || article.body.trim() === '') {
      return { kind: 'refused', status: 422, message: 'A published article needs a headline and a body.' };
    }
    const publication: Publication = { at: this.#now().toISOString(), article };
    appendLineDurably(publicationsFile(this.#directory), JSON.stringify(publication));
    this.#articles.set(article.id, article);
    this.#write();
    return { kind: 'saved', article };
  }

  #write(): void {
    const text = articlesFileText({
      nextId: this.#nextId,
      articles: this.#articles,
      acknowledgements: this.#acknowledgements,
    });
    writeFileDurably(articlesFile(this.#directory), text);
  }
}

/** A line without its line feed was being written when the server was killed; appending to it would spoil two. */
function dropTornLine(directory: string): void {
  const text = readTextIfPresent(publicationsFile(directory));
  if (text === null) return;
  const whole = wholeLines(text);
  if (whole.length < text.length) writeFileDurably(publicationsFile(directory), whole);
}
