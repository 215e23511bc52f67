import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LiveView, personInputSchema, type ScreenFrame } from '@cux/provider-sdk';
import { serve } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { stream } from 'hono/streaming';
import { takeoverPage } from './takeover-page.ts';

/** A Screen that waits for its person at an address of this machine. */
export interface ServedTakeover {
  /** Opens the Screen for whoever has it: its last part is a secret that leaves the person's browser in no request line. */
  readonly url: string;
  /** Settles when the person has given the Screen back. */
  readonly handedBack: Promise<void>;
  close(): Promise<void>;
}

/** Inputs are small; a pasted text is the largest. */
const inputBytes = 128 * 1_024;

/**
 * Serves the page on loopback. Only requests with the secret see or do anything, only from this page itself, and none
 * after the Screen was given back.
 *
 * @param handBack gives the Screen back; the page says so only when it has come about
 */
export async function serveTakeover(
  live: LiveView,
  handBack: () => Promise<boolean>,
): Promise<ServedTakeover> {
  const token = randomBytes(32).toString('base64url');
  let over = false;
  let tell: () => void = () => undefined;
  const handedBack = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const hands = new Hono();
  hands.use(bearerAuth({ verifyToken: (given) => same(given, token) }));
  hands.use(async (context, next) =>
    over ? context.json({ error: 'The Screen was given back.' }, 410) : next(),
  );
  hands.get('/frames', (context) => frames(context, live));
  hands.post('/input', bodyLimit({ maxSize: inputBytes }), async (context) => {
    const input = personInputSchema.safeParse(await context.req.json().catch(() => null));
    if (!input.success) return context.json({ error: 'This is not an input of a person.' }, 400);
    return context.json(await live.input(input.data));
  });
  hands.post('/hand-back', async (context) => {
    if (!(await handBack())) return context.json({ error: 'It could not be given back.' }, 409);
    over = true;
    tell();
    return context.json({ over });
  });

  const application = new Hono();
  let origin = '';
  application.use(sameOriginOnly(() => origin));
  application.get('/', page);
  application.route('/', hands);
  const server = serve({ fetch: application.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/#${token}`,
    handedBack,
    close: () =>
      new Promise((resolve) => {
        over = true;
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Another site's page can name this address, and a rebound name can lead to it: neither gets an answer. */
function sameOriginOnly(origin: () => string): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host');
    const from = context.req.header('origin');
    if (`http://${host}` !== origin() || (from !== undefined && from !== origin())) {
      return context.json({ error: 'Open the address as it was given.' }, 403);
    }
    return next();
  };
}

function page(context: Context): Response {
  const nonce = randomBytes(16).toString('base64');
  context.header(
    'content-security-policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  context.header('cache-control', 'no-store');
  context.header('referrer-policy', 'no-referrer');
  context.header('x-content-type-options', 'nosniff');
  return context.html(takeoverPage(nonce)) as Response;
}

/** The newest frame, one a line, as fast as the person's browser takes them. */
function frames(context: Context, live: LiveView): Response {
  context.header('content-type', 'application/x-ndjson');
  context.header('cache-control', 'no-store');
  return stream(context, async (out) => {
    let newest: ScreenFrame | null = null;
    let wake: () => void = () => undefined;
    const stop = await live.watch((frame) => {
      newest = frame;
      wake();
    });
    out.onAbort(() => {
      wake();
      return stop();
    });
    while (!out.aborted) {
      const frame: ScreenFrame | null = newest;
      newest = null;
      if (frame !== null) await out.writeln(lineOf(frame));
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (newest !== null || out.aborted) resolve();
        });
      }
    }
  });
}

function lineOf({ bytes, mediaType, ...rest }: ScreenFrame): string {
  return JSON.stringify({ ...rest, media_type: mediaType, data: Buffer.from(bytes).toString('base64') });
}

function same(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
