import { ProviderFault } from '@cux/provider-sdk';
import type { HttpButton, HttpForm, HttpInterface } from '../interface/http-interface.ts';
import { basicCredential, type HttpAnswer, type HttpClient } from '../session/http-client.ts';
import { partsOf } from './address.ts';
import { scalarAt } from './json-pointer.ts';

/** A form as it is filled in now. */
export interface OpenForm {
  readonly form: HttpForm;
  readonly url: URL;
  /** Rises with each form that is opened: a reference to an older one is stale. */
  readonly generation: number;
  readonly values: Map<string, string>;
}

export type Pressed = 'done' | 'outcome_unknown' | 'lost';

/** The forms of an interface at one site: which is open, what it holds, and what its buttons send. */
export class FormSession {
  readonly #interface: HttpInterface;
  readonly http: HttpClient;
  #open: OpenForm | null = null;
  #generations = 0;
  /** The API has refused the credential, or asks for one. */
  signedOut = false;

  constructor(description: HttpInterface, http: HttpClient) {
    this.#interface = description;
    this.http = http;
  }

  get open(): OpenForm | null {
    return this.#open;
  }

  requireAlive(): void {
    if (this.http.ended) throw new ProviderFault('engine_gone', 'The session has ended; open another one.');
  }

  /** Opens the form of an address, and reads what it shows. False when there is no such form, or no answer. */
  async navigate(address: string, timeoutMs: number): Promise<boolean> {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    const form = this.#formOf(url);
    if (form === null) return false;
    this.#open = null;
    const loaded =
      form.load === null ? { status: 200, json: null } : await this.#load(form.load, form, url, timeoutMs);
    if (loaded === null) return false;
    // The guard answers 403 for what it blocks; an API that knows nobody says 401.
    this.signedOut = loaded.status === 401;
    if (!this.signedOut && loaded.status !== 200) return false;
    this.#show(form, url, loaded.json);
    return true;
  }

  /** Sends the one request of a button. An error is an answer too: what the site made of it, the store says. */
  async press(button: HttpButton, open: OpenForm, timeoutMs: number): Promise<Pressed> {
    const url = this.#addressOf(button.path, open);
    if (url === null) return 'lost';
    const body = button.body === undefined ? {} : { body: bodyOf(button.body, open) };
    const answer = await this.http.send({ method: button.method, url, timeoutMs, ...body });
    if (answer === null) return 'outcome_unknown';
    if (answer.status === 401) this.signedOut = true;
    if (button.leads_to !== undefined && answer.status >= 200 && answer.status < 300) {
      const next = filledFrom(button.leads_to, answer.json);
      if (next !== null) await this.navigate(new URL(next, open.url).href, timeoutMs);
    }
    return 'done';
  }

  /** Takes a person's credential, when the API accepts it and names their account. */
  async signIn(account: string, secret: string): Promise<boolean> {
    const { sign_in } = this.#interface;
    const origin = this.#open?.url.origin;
    if (sign_in === null || origin === undefined) return false;
    this.http.credential = basicCredential(account, secret);
    const answer = await this.http.send({ method: 'GET', url: `${origin}${sign_in.check.path}` });
    if (answer?.status !== 200 || scalarAt(answer.json, sign_in.check.account) !== account) {
      this.http.credential = null;
      return false;
    }
    this.signedOut = false;
    return this.navigate(`${origin}${sign_in.leads_to}`, 30_000);
  }

  async #load(path: string, form: HttpForm, url: URL, timeoutMs: number): Promise<HttpAnswer | null> {
    const parts = partsOf(form.address, url.pathname) ?? [];
    return this.http.send({ method: 'GET', url: `${url.origin}${filled(path, parts)}`, timeoutMs });
  }

  #show(form: HttpForm, url: URL, json: unknown): void {
    this.#generations += 1;
    const values = new Map<string, string>();
    for (const { name, pointer } of form.fields) {
      const value = pointer === null ? null : scalarAt(json, pointer);
      values.set(name, value === null ? '' : String(value));
    }
    const { sign_in } = this.#interface;
    // Whose credential it is, is shown by the form that comes after signing in.
    if (sign_in !== null && url.pathname === sign_in.leads_to && !this.signedOut) {
      values.set(sign_in.account, this.http.credential?.account ?? '');
    }
    this.#open = { form, url, generation: this.#generations, values };
  }

  #formOf({ pathname }: URL): HttpForm | null {
    return this.#interface.forms.find(({ address }) => partsOf(address, pathname) !== null) ?? null;
  }

  #addressOf(path: string, { form, url }: OpenForm): string | null {
    const parts = partsOf(form.address, url.pathname);
    return parts === null ? null : `${url.origin}${filled(path, parts)}`;
  }
}

function filled(path: string, parts: readonly string[]): string {
  return path.replaceAll(/\{(\d)\}/g, (_whole, digit: string) => parts[Number(digit) - 1] ?? '');
}

/** The next form's address, with values of the answer put in; null when one is not there. */
function filledFrom(path: string, json: unknown): string | null {
  let complete = true;
  const next = path.replaceAll(/\{(\/[^}]*)\}/g, (_whole, pointer: string) => {
    const value = scalarAt(json, pointer);
    complete &&= value !== null;
    return encodeURIComponent(String(value));
  });
  return complete ? next : null;
}

function bodyOf(body: NonNullable<HttpButton['body']>, { values }: OpenForm): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([member, part]) => [
      member,
      'field' in part ? (values.get(part.field) ?? '') : part.value,
    ]),
  );
}
