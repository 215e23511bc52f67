import type { GuardEndpoint } from '@cux/provider-sdk';
import { type Dispatcher, ProxyAgent, request } from 'undici';

const maximumBytes = 4_194_304;

export interface HttpAnswer {
  readonly status: number;
  /** The JSON of the answer; null where it has none. */
  readonly json: unknown;
}

export interface OutgoingRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly url: string;
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

/** What an API asks for, as a header. It is in no log, no observation and no error. */
export type Credential = { readonly account: string; readonly authorization: string } | null;

/** Requests of one session, all of them through the guard's proxy. Redirects are not followed: an API has none to follow. */
export class HttpClient {
  readonly #agent: ProxyAgent;
  readonly #ended = new AbortController();
  credential: Credential;

  constructor(guard: GuardEndpoint, credential: Credential) {
    this.#agent = new ProxyAgent({
      uri: guard.proxyUrl,
      proxyTunnel: false,
      requestTls: { ca: guard.certificateAuthority },
    });
    this.credential = credential;
  }

  /** Null when there was no answer: blocked at the proxy's end, refused, too late. Nothing is sent twice. */
  async send({ method, url, body, timeoutMs = 30_000 }: OutgoingRequest): Promise<HttpAnswer | null> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (this.credential !== null) headers.authorization = this.credential.authorization;
    try {
      const answer = await request(url, {
        method,
        headers,
        dispatcher: this.#agent,
        signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(timeoutMs)]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, json: parsed(await boundedText(answer.body)) };
    } catch {
      return null;
    }
  }

  get ended(): boolean {
    return this.#ended.signal.aborted;
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#agent.destroy().catch(() => undefined);
  }
}

/** The credential that HTTP Basic sends for a name and a secret. */
export function basicCredential(account: string, secret: string): NonNullable<Credential> {
  const encoded = Buffer.from(`${account}:${secret}`, 'utf8').toString('base64');
  return { account, authorization: `Basic ${encoded}` };
}

async function boundedText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new RangeError('the answer is larger than is read');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
