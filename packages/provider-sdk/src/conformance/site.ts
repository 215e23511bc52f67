import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

/** What the site keeps of its one entry. */
export interface SiteEntry {
  readonly id: 7;
  readonly status: string;
  readonly title: string;
  readonly summary: string;
}

/** How a site behaves in one scenario. */
export interface SiteScript {
  /** The page at `/entry`; texts of the entry have to go through `escapeHtml`. */
  readonly page: (entry: SiteEntry, elsewhere: string) => string;
  /** What comes instead of the page at `/entry`, and of the entry at `/api/entries/7`. */
  readonly entry?: { readonly redirect: (elsewhere: string) => string } | 'silence';
  /** What becomes of a write: it is saved (default), or saved and answered with an error, which the entry then tells of. */
  readonly write?: 'saved' | 'fails';
  /** What `/api/entries/7` tells beside the entry; `asks`: nothing to nobody, but asks to sign in (401). */
  readonly api?: Readonly<Record<string, string>> | 'asks';
}

/** A site on a real socket, and another origin beside it. Both count. */
export interface ConformanceSite {
  readonly origin: string;
  readonly startUrl: string;
  /** The other origin, which no plan allows. */
  readonly elsewhere: string;
  /** What the provider's writes hold: the fields of a page's form, or JSON. */
  readonly sends: 'form' | 'json';
  /** State-changing requests and upgrades that have arrived so far, as `METHOD path`. */
  readonly writes: readonly string[];
  /** Everything else that has arrived. */
  readonly reads: readonly string[];
  /** Requests of any kind at the other origin. */
  readonly strays: readonly string[];
  /** The cookies that came with each read, in the order of `reads`. */
  readonly cookies: readonly string[];
  close(): Promise<void>;
}

/** PEM texts of a certificate for 127.0.0.1. */
export interface SiteKey {
  readonly cert: string;
  readonly key: string;
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
  return text.replaceAll(/[&<"]/g, (character) => entities[character] ?? '');
}

export async function startConformanceSite(
  script: SiteScript,
  key: SiteKey | null,
  sends: ConformanceSite['sends'] = 'form',
): Promise<ConformanceSite> {
  const writes: string[] = [];
  const reads: string[] = [];
  const strays: string[] = [];
  const cookies: string[] = [];
  /** What the site tells of a write that it has answered with an error. */
  let failure: { readonly last_answer?: number } = {};
  let entry: SiteEntry = { id: 7, status: 'auto-draft', title: '', summary: '' };

  const other = createServer((request, response) => {
    strays.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'text/html');
    response.end(script.page(entry, ''));
  });
  const elsewhere = await listen(other, 'http');

  function read(path: string, response: ServerResponse): void {
    const isEntry = path === '/entry' || path === '/api/entries/7';
    if (isEntry && script.entry === 'silence') return;
    if (isEntry && script.entry !== undefined && script.entry !== 'silence')
      respond(response, 302, '', { location: script.entry.redirect(elsewhere) });
    else if (path === '/api/entries/7') readApi(response);
    else if (path === '/cookie') respond(response, 200, blank, { ...html, 'set-cookie': 'mark=set; Path=/' });
    else if (path === '/entry') respond(response, 200, script.page(entry, elsewhere), entryHeaders);
    else if (path === '/sign-in') respond(response, 200, script.page(entry, elsewhere), html);
    else respond(response, 404, blank, html);
  }

  function readApi(response: ServerResponse): void {
    if (script.api === 'asks') respond(response, 401, '{}', json);
    else respond(response, 200, JSON.stringify({ ...entry, ...failure, ...script.api }), json);
  }

  function write(request: IncomingMessage, body: string, response: ServerResponse): void {
    const type = request.headers['content-type'] ?? '';
    const isForm = type.startsWith('application/x-www-form-urlencoded');
    const isMultipart = type.startsWith('multipart/form-data');
    const fieldsOf = isForm ? fieldsOfForm : isMultipart ? fieldsOfMultipart : fieldsOfJson;
    entry = { ...entry, ...fieldsOf(body) };
    if (script.write === 'fails') {
      failure = { last_answer: 500 };
      respond(response, 500, wrong, html);
    } else if (isForm || isMultipart) respond(response, 303, '', { location: '/entry' });
    else respond(response, 200, '{}', json);
  }

  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = request;
    const [path = '/'] = url.split('?');
    const isRead = reading.has(method);
    (isRead ? reads : writes).push(`${method} ${path}`);
    if (isRead) cookies.push(request.headers.cookie ?? '');
    const body = await textOf(request).catch(() => null);
    if (body === null) return;
    if (isRead) read(path, response);
    else write(request, body, response);
  };
  const server = key === null ? createServer(listener) : createSecureServer({ ...key }, listener);
  server.on('upgrade', (request, socket) => {
    writes.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  const origin = await listen(server, key === null ? 'http' : 'https');
  return {
    origin,
    startUrl: `${origin}/entry`,
    sends,
    elsewhere,
    writes,
    reads,
    strays,
    cookies,
    close: async () => {
      await Promise.all([stop(server), stop(other)]);
    },
  };
}

const html = { 'content-type': 'text/html; charset=utf-8' } as const;
const json = { 'content-type': 'application/json' } as const;
/** A cookie that has to stay where it is. */
const entryHeaders = { ...html, 'set-cookie': 'session=canary-cookie-5d1; Path=/; HttpOnly' } as const;
const blank = '<!doctype html><html lang="en"><head><title>Entry</title></head><body></body></html>';

const wrong =
  '<!doctype html><html lang="en"><head><title>Error</title></head><body><h1>Something went wrong</h1></body></html>';

function respond(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, headers);
  response.end(body);
}

function fieldsOfForm(body: string): Partial<SiteEntry> {
  return knownFields(Object.fromEntries(new URLSearchParams(body)));
}

/** Its texts; the files in it are not looked at. */
function fieldsOfMultipart(body: string): Partial<SiteEntry> {
  const parts = body.matchAll(/name="(\w+)"\r\n\r\n([\s\S]*?)\r\n--/g);
  return knownFields(Object.fromEntries([...parts].map(([, name, value]) => [name, value])));
}

function fieldsOfJson(body: string): Partial<SiteEntry> {
  try {
    return knownFields(JSON.parse(body));
  } catch {
    return {};
  }
}

function knownFields(fields: unknown): Partial<SiteEntry> {
  const names = ['status', 'title', 'summary'] as const;
  const given = typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  const kept = names.flatMap((name) =>
    typeof given[name] === 'string' ? [[name, given[name]] as const] : [],
  );
  return Object.fromEntries(kept);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function listen(server: Server, scheme: 'http' | 'https'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `${scheme}://127.0.0.1:${port}`;
}

function stop(
  server: ReturnType<typeof createServer> | ReturnType<typeof createSecureServer>,
): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
