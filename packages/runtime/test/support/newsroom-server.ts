import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the site does with the write that publishes. */
export type PublishAnswer =
  | 'accepts'
  /** 500, with or without having stored it. */
  | 'fails-before-storing'
  | 'fails-after-storing'
  /** The connection ends without an answer. */
  | 'closes-before-storing'
  | 'closes-after-storing'
  /** The connection stays open and nothing comes. */
  | 'silent-before-storing'
  | 'silent-after-storing';

export interface Article {
  readonly id: number;
  status: 'auto-draft' | 'draft' | 'published';
  headline: string;
  body: string;
  section: string;
}

export interface NewsroomServer {
  readonly origin: string;
  /** Every publication that was stored: the judge of all tests. */
  readonly publications: Article[];
  /** Every write that asked for a publication, stored or not. */
  readonly publishWrites: string[];
  readonly articles: ReadonlyMap<number, Article>;
  /** Requests of any kind. */
  requests: number;
  publishAnswer: PublishAnswer;
  /** Editors have to be signed in. */
  wall: boolean;
  close(): Promise<void>;
}

/** What the site puts into the cookie of a signed-in editor. */
export const sessionCookie = 'CANARY-SESSION-COOKIE-7f3a';

/** A small newsroom on a real socket: drafts and publications use the same address and differ in the body. */
export async function startNewsroom(): Promise<NewsroomServer> {
  const articles = new Map<number, Article>();
  const publications: Article[] = [];
  const publishWrites: string[] = [];

  function answer(incoming: IncomingMessage, response: ServerResponse, body: string): ServerResponse {
    const { pathname } = new URL(incoming.url ?? '/', 'http://newsroom.invalid');
    const signedIn = (incoming.headers.cookie ?? '').includes(sessionCookie);
    if (pathname === '/login') return signIn(incoming, response);
    if (pathname === '/account') return signedIn ? page(response) : redirect(response, '/login');
    if (pathname === '/api/me') return json(response, { name: signedIn ? 'editor' : '' });
    if (newsroom.wall && !signedIn) return redirect(response, '/login');
    if (pathname === '/articles/new') return redirect(response, `/articles/${create().id}/edit`);
    const id = Number(/^\/(?:api\/)?articles\/(\d+)/.exec(pathname)?.[1]);
    const article = articles.get(id);
    if (article === undefined) return end(response, 404);
    if (incoming.method === 'GET')
      return pathname.startsWith('/api/') ? json(response, article) : page(response);
    return save(article, body, response);
  }

  function create(): Article {
    const article: Article = {
      id: articles.size + 1,
      status: 'auto-draft',
      headline: '',
      body: '',
      section: 'News',
    };
    articles.set(article.id, article);
    return article;
  }

  function save(article: Article, body: string, response: ServerResponse): ServerResponse {
    const input: Partial<Article> = JSON.parse(body);
    if (input.status !== 'published') {
      Object.assign(article, input);
      return json(response, article);
    }
    publishWrites.push(body);
    const { publishAnswer } = newsroom;
    if (!publishAnswer.endsWith('before-storing')) {
      Object.assign(article, input);
      publications.push({ ...article });
    }
    if (publishAnswer === 'accepts') return json(response, article);
    if (publishAnswer.startsWith('fails')) return end(response, 500);
    return publishAnswer.startsWith('closes') ? response.destroy() : response;
  }

  const server = createServer(async (incoming, response) => {
    newsroom.requests += 1;
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    answer(incoming, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const newsroom: NewsroomServer = {
    origin: `http://127.0.0.1:${port}`,
    publications,
    publishWrites,
    articles,
    requests: 0,
    publishAnswer: 'accepts',
    wall: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return newsroom;
}

function signIn(incoming: IncomingMessage, response: ServerResponse): ServerResponse {
  if (incoming.method === 'GET') return page(response);
  response.setHeader('set-cookie', `session=${sessionCookie}; Path=/; HttpOnly`);
  return redirect(response, '/account');
}

function json(response: ServerResponse, value: unknown): ServerResponse {
  response.setHeader('content-type', 'application/json');
  return response.end(JSON.stringify(value));
}

function page(response: ServerResponse): ServerResponse {
  response.setHeader('content-type', 'text/html');
  return response.end('<!doctype html><title>newsroom</title>');
}

function redirect(response: ServerResponse, location: string): ServerResponse {
  response.writeHead(302, { location });
  return response.end();
}

function end(response: ServerResponse, status: number): ServerResponse {
  response.writeHead(status);
  return response.end();
}
