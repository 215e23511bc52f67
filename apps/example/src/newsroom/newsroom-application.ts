import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { packageFile } from '../disk/package-files.ts';
import { articleInputSchema } from './article.ts';
import type { NewsroomStore, SaveOutcome } from './newsroom-store.ts';
import { editorPage, indexPage, messagePage, publicPage } from './pages.ts';

export interface NewsroomOptions {
  readonly store: NewsroomStore;
  /** Show editors a dialog that no recipe knows. */
  readonly unexpectedDialog: boolean;
}

const maximumBody = 256 * 1024;

/** The newsroom as a web application. Errors of the caller are 4xx with a message; nothing is saved then. */
export function newsroomApplication(options: NewsroomOptions): Hono {
  const application = new Hono();
  application.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
  });
  addPages(application, options);
  addInterface(application, options.store);
  application.get('/assets/:name{editor\\.js|newsroom\\.css}', async (context) => {
    const name = context.req.param('name');
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/css';
    return context.body(await readFile(packageFile('site', name), 'utf8'), 200, {
      'Content-Type': `${type}; charset=utf-8`,
    });
  });
  application.notFound((context) => context.html(messagePage('Not found', 'There is nothing here.'), 404));
  return application;
}

function addPages(application: Hono, { store, unexpectedDialog }: NewsroomOptions): void {
  application.get('/', (context) => context.html(indexPage(store.articles())));
  application.get('/articles/new', (context) =>
    context.redirect(`/articles/${store.createAutoDraft().id}/edit`),
  );
  application.get('/articles/:id{[0-9]+}/edit', (context) => {
    const article = store.article(Number(context.req.param('id')));
    if (article === null) return context.notFound();
    return context.html(editorPage(article, unexpectedDialog));
  });
  application.get('/news/:id{[0-9]+}', (context) => {
    const article = store.article(Number(context.req.param('id')));
    if (article?.status !== 'published') return context.notFound();
    return context.html(publicPage(article));
  });
}

function addInterface(application: Hono, store: NewsroomStore): void {
  application.use('/api/*', async (context, next) => {
    const origin = context.req.header('Origin');
    if (origin !== undefined && origin !== new URL(context.req.url).origin) {
      return context.json({ message: 'Other sites may not write here.' }, 403);
    }
    await next();
  });
  application.get('/api/articles/:id{[0-9]+}', (context) => {
    const article = store.article(Number(context.req.param('id')));
    return article === null ? context.json({ message: 'No such article.' }, 404) : context.json(article);
  });
  application.post('/api/articles/:id{[0-9]+}', bodyLimit({ maxSize: maximumBody }), async (context) => {
    if (!/^application\/json\b/i.test(context.req.header('Content-Type') ?? '')) {
      return context.json({ message: 'Send the article as application/json.' }, 415);
    }
    const parsed = readJson(await context.req.text());
    if (parsed === undefined) return context.json({ message: 'The article is not JSON.' }, 400);
    const input = articleInputSchema.safeParse(parsed);
    if (!input.success) return context.json({ message: z.prettifyError(input.error) }, 422);
    return answer(store.save(Number(context.req.param('id')), input.data));
  });
  application.all('/api/articles/:id{[0-9]+}', (context) =>
    context.json({ message: 'Use GET or POST.' }, 405, { Allow: 'GET, POST' }),
  );
  application.post('/api/acknowledgements', (context) => {
    store.acknowledge();
    return context.body(null, 204);
  });
}

function answer(outcome: SaveOutcome): Response {
  switch (outcome.kind) {
    case 'saved':
      return Response.json(outcome.article);
    case 'unknown-article':
      return Response.json({ message: 'No such article.' }, { status: 404 });
    case 'refused':
      return Response.json({ message: outcome.message }, { status: outcome.status });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
