import type { GuardEndpoint } from '@cux/provider-sdk';
import { CookieJar } from 'tough-cookie';
import { type Dispatcher, ProxyAgent, request } from 'undici';

const maximumRedirects = 10;
const maximumBytes = 1_048_576;

export interface HttpAnswer {
  readonly status: number;
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly body: string;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends the wait for its answer. */
  readonly signal?: AbortSignal;
}

/** How a mock session's requests leave, and what it keeps of whoever is signed in. */
export interface Network {
  /** Null when there is no answer: blocked, refused, aborted. */
  send(outgoing: OutgoingRequest): Promise<HttpAnswer | null>;
  /** What a stored session holds. */
  exportState(): Uint8Array;
  close(): Promise<void>;
}

/**
 * The mock's network: every request is a real one through the guard proxy, redirects hop by hop, with the cookies
 * of one session. Answers null when there is no answer: blocked, refused, aborted.
 */
export class HttpClient implements Network {
  readonly #agent: ProxyAgent;
  readonly #ended = new AbortController();
  #jar: CookieJar;

  constructor(guard: GuardEndpoint, jar: CookieJar = new CookieJar()) {
    this.#agent = new ProxyAgent({
      uri: guard.proxyUrl,
      proxyTunnel: false,
      requestTls: { ca: guard.certificateAuthority },
    });
    this.#jar = jar;
  }

  async send(outgoing: OutgoingRequest): Promise<HttpAnswer | null> {
    try {
      return await this.#follow(outgoing, 0);
    } catch {
      return null;
    }
  }

  /** Cookies only; the mock has no other storage. */
  exportState(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(this.#jar.serializeSync()));
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#agent.destroy();
  }

  async #follow(outgoing: OutgoingRequest, hops: number): Promise<HttpAnswer | null> {
    if (hops > maximumRedirects) return null;
    const answer = await this.#exchange(outgoing);
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      await this.#jar.setCookie(cookie, outgoing.url, { ignoreError: true });
    }
    const { location } = answer.headers;
    if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string') {
      return { status: answer.statusCode, url: outgoing.url, body: await boundedText(answer.body) };
    }
    await answer.body.dump();
    return this.#follow(redirected(outgoing, answer.statusCode, location), hops + 1);
  }

  async #exchange({ method, url, headers, body, signal }: OutgoingRequest): Promise<Dispatcher.ResponseData> {
    const cookie = await this.#jar.getCookieString(url);
    return request(url, {
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }) },
      dispatcher: this.#agent,
      signal: signal === undefined ? this.#ended.signal : AbortSignal.any([this.#ended.signal, signal]),
      ...(body === undefined ? {} : { body }),
    });
  }
}

/** The client of a stored session. Throws when the bytes are not one. */
export function httpClientFrom(guard: GuardEndpoint, storedSession: Uint8Array | null): HttpClient {
  if (storedSession === null) return new HttpClient(guard);
  return new HttpClient(guard, CookieJar.deserializeSync(new TextDecoder().decode(storedSession)));
}

/** As a browser does: 307 and 308 keep method and body, the others become a GET. */
function redirected(from: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const url = new URL(location, from.url).href;
  return status === 307 || status === 308
    ? { ...from, url }
    : { method: 'GET', url, ...(from.signal ? { signal: from.signal } : {}) };
}

async function boundedText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new RangeError('the answer is larger than the mock reads');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
