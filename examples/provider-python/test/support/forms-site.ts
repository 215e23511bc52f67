import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Article {
  readonly id: number;
  readonly status: string;
  readonly headline: string;
  readonly body: string;
  readonly section: string;
}

/** A newsroom of plain forms, that counts its own publications: the judge. */
export interface FormsSite {
  readonly origin: string;
  /** Every article that was published, in order. */
  readonly publications: readonly Article[];
  /** Every request that is no read, as it arrived. */
  readonly writes: readonly string[];
  /** Called when a publication has been stored, before it is answered; `silence` leaves it without an answer. */
  published: () => Promise<'answer' | 'silence'>;
  close(): Promise<void>;
}

const sections = ['News', 'Culture', 'Sport'];
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function editor(article: Article): string {
  const options = sections.map(
    (section) => `<option${section === article.section ? ' selected' : ''}>${section}</option>`,
  );
  return `<!doctype html><html lang="en"><head><title>Article ${article.id}</title></head><body><h1>Article</h1>
<form method="post" action="/articles/${article.id}">
<label>Headline <input name="headline" maxlength="200" value="${escapeHtml(article.headline)}"></label>
<label>Body <textarea name="body">${escapeHtml(article.body)}</textarea></label>
<label>Section <select name="section">${options.join('')}</select></label>
<button name="status" value="draft">Save draft</button><button name="status" value="published">Publish</button>
</form></body></html>`;
}

export async function startFormsSite(): Promise<FormsSite> {
  const articles = new Map<number, Article>();
  const publications: Article[] = [];
  const writes: string[] = [];

  function read(path: string, response: ServerResponse): void {
    if (path === '/articles/new') {
      const id = articles.size + 1;
      articles.set(id, { id, status: 'auto-draft', headline: '', body: '', section: 'News' });
      response.writeHead(302, { location: `/articles/${id}/edit` }).end();
      return;
    }
    const article = articles.get(Number(/^\/(?:api\/)?articles\/(\d+)/.exec(path)?.[1]));
    if (article === undefined) response.writeHead(404).end();
    else if (path.startsWith('/api/')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(article));
    } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(editor(article));
  }

  async function write(path: string, body: string, response: ServerResponse): Promise<void> {
    const before = articles.get(Number(/^\/articles\/(\d+)$/.exec(path)?.[1]));
    if (before === undefined) {
      response.writeHead(404).end();
      return;
    }
    const article: Article = { ...before, ...Object.fromEntries(new URLSearchParams(body)) };
    articles.set(article.id, article);
    if (article.status === 'published') {
      publications.push(article);
      if ((await site.published()) === 'silence') return;
    }
    response.writeHead(303, { location: `/articles/${article.id}/edit` }).end();
  }

  const server = createServer(async (request: IncomingMessage, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.method === 'GET') return read(path, response);
    writes.push(`${request.method} ${path}`);
    return write(path, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const site: FormsSite = {
    origin: `http://127.0.0.1:${port}`,
    publications,
    writes,
    published: async () => 'answer',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}
