import { ProviderFault } from '@cux/provider-sdk';
import type { Effect } from '../fixture/effect.ts';
import type { Fixture } from '../fixture/fixture.ts';
import type { ElementState } from './element-state.ts';
import { acceptedText } from './element-state.ts';
import type { Network } from './http-client.ts';
import { scalarAt } from './json-pointer.ts';
import { MockDocument } from './mock-document.ts';
import { References } from './references.ts';
import { runEffect } from './run-effect.ts';
import { matchTemplate } from './template.ts';

export type NativeDialog = Extract<Effect, { kind: 'native_dialog' }>['dialog'];

const longestJourneyMs = 5_000;

/** The state of one mock session: documents, targets, dialogs. It carries out what the fixture declares. */
export class MockBrowser {
  readonly fixture: Fixture;
  readonly http: Network;
  readonly done = new Set<string>();
  readonly references = new References();
  document: MockDocument | null = null;
  dialog: NativeDialog | null = null;
  permission: string | null = null;
  targets: string[] = ['t1'];
  activeTarget: string | null = 't1';
  #opened = 1;
  unexpectedTargetOpened = false;
  /** Until when the page answers nothing, in milliseconds of stalling that are still to come. */
  stalledFor = 0;
  #alive = true;
  #generation = 0;
  #leaving: Promise<unknown> | null = null;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #unnamed = 0;

  constructor(fixture: Fixture, http: Network) {
    this.fixture = fixture;
    this.http = http;
  }

  /** Throws a `ProviderFault` once the engine has ended. */
  requireAlive(): void {
    if (!this.#alive)
      throw new ProviderFault('engine_gone', 'The mock engine has ended; open a new session.');
  }

  endEngine(): void {
    this.#alive = false;
    this.#clearTimers();
  }

  /** A target that nobody asked for. */
  openTarget(): void {
    this.#opened += 1;
    this.targets.push(`t${this.#opened}`);
    this.unexpectedTargetOpened = true;
  }

  closeTarget(): void {
    this.targets = this.targets.filter((label) => label !== this.activeTarget);
    this.activeTarget = null;
    this.document = null;
    this.#clearTimers();
  }

  /** Absolute, with `{address}` put in. */
  addressOf(url: string): string {
    const filled = url.replaceAll('{address}', encodeURIComponent(this.document?.addressPart ?? ''));
    return new URL(filled, this.fixture.origin).href;
  }

  async navigate(url: string, signal?: AbortSignal): Promise<'reached' | 'stopped' | 'failed'> {
    const address = this.addressOf(url);
    const answer = await this.http.send({ method: 'GET', url: address, ...(signal ? { signal } : {}) });
    if (answer === null || answer.status >= 400) return 'failed';
    this.#clearTimers();
    this.#generation += 1;
    this.dialog = null;
    const reached = new URL(answer.url);
    const document = new MockDocument(this.fixture, this.#generation, reached, this.#screenAt(reached));
    this.document = document;
    await this.#loadValues(document);
    for (const effect of document.screen?.on_load ?? []) await runEffect(this, effect);
    return this.dialog === null ? 'reached' : 'stopped';
  }

  /** A page that goes elsewhere by itself. Whoever asks next asks what it comes to. */
  leave(url: string): Promise<unknown> {
    const leaving = this.navigate(url).finally(() => {
      if (this.#leaving === leaving) this.#leaving = null;
    });
    this.#leaving = leaving;
    return leaving;
  }

  /**
   * Resolves once the page is where it was going; at once when it goes nowhere. How long a site takes to answer then decides
   * nothing about what is seen; one that never answers leaves the old page on show.
   */
  async arrived(): Promise<void> {
    if (this.#leaving === null) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, longestJourneyMs);
    });
    await Promise.race([this.#leaving, late]);
    clearTimeout(timer);
  }

  /** What follows a touch. Requests are under way when it returns, not answered. */
  touch(effects: readonly Effect[] | undefined): void {
    for (const effect of effects ?? []) void runEffect(this, effect);
  }

  later(afterMs: number, effects: readonly Effect[], id?: string): void {
    this.#unnamed += 1;
    const key = id ?? `unnamed ${this.#unnamed}`;
    this.dropLater(key);
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      this.touch(effects);
    }, afterMs);
    this.#timers.set(key, timer);
  }

  dropLater(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Puts a text in, as the field takes it. */
  change(element: ElementState, text: string): void {
    const before = element.value;
    element.value = acceptedText(element, text);
    this.touch(element.declared.on_change);
    const { reverts_after_ms: revertsAfter, id } = element.declared;
    if (revertsAfter !== undefined) {
      this.later(revertsAfter, [{ kind: 'set_value', element: id, value: before }]);
    }
  }

  async close(): Promise<void> {
    this.endEngine();
    await this.http.close();
  }

  #screenAt(address: URL) {
    if (address.origin !== this.fixture.origin) return null;
    for (const screen of this.fixture.screens) {
      const addressPart = matchTemplate(screen.path, address.pathname);
      if (addressPart !== null) return { screen, addressPart };
    }
    return null;
  }

  async #loadValues(document: MockDocument): Promise<void> {
    for (const { url, values } of document.screen?.loads ?? []) {
      const answer = await this.http.send({ method: 'GET', url: this.addressOf(url) });
      if (answer?.status !== 200) continue;
      const record = parsed(answer.body);
      for (const { element, pointer } of values) {
        const state = document.elements.get(element);
        const value = scalarAt(record, pointer);
        if (state !== undefined && value !== null) state.value = String(value);
      }
    }
  }

  #clearTimers(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** A body that is no JSON has no values. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
