import { randomUUID } from 'node:crypto';
import { ProviderFault } from '@cux/provider-sdk';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { horizon } from '../injected/input-timers.ts';
import { openClosedRoots } from './closed-roots-hook.ts';
import { injectedScript } from './injected-script.ts';
import { PageTarget } from './page-target.ts';
import { hookPermissionRequests } from './permission-hook.ts';
import { hookInputTimers } from './timer-hook.ts';

/** The open targets of one session and which of them is acted on. */
export class Screen {
  readonly context: BrowserContext;
  readonly targets: PageTarget[] = [];
  unexpectedTarget = false;
  human = false;
  /** Called when another target, or none, is shown or held by a dialog. */
  onChange: (() => void) | null = null;
  private readonly script: string;
  private activeLabel: string | null = null;
  private opening = false;
  private connected = true;
  private browser: CDPSession | null = null;
  private counter = 0;

  private constructor(context: BrowserContext, script: string) {
    this.context = context;
    this.script = script;
  }

  static async start(context: BrowserContext): Promise<Screen> {
    const secret = () => `cux-${randomUUID()}`;
    const events = { permission: secret(), timer: secret(), hold: secret() };
    const screen = new Screen(context, await injectedScript(events));
    await context.addInitScript(hookPermissionRequests, events.permission);
    await context.addInitScript(hookInputTimers, { told: events.timer, hold: events.hold, horizon });
    await context.addInitScript(openClosedRoots);
    context.on('dialog', (dialog) => {
      screen.targetOf(dialog.page())?.hold(dialog);
      screen.onChange?.();
    });
    context.on('close', () => screen.disconnect());
    const page = context.pages()[0] ?? (await context.newPage());
    screen.activeLabel = (await screen.adopt(page)).label;
    context.on('page', (opened) => screen.meet(opened));
    await screen.watchTargets();
    return screen;
  }

  /** The target that is acted on; null once it is closed. No other takes its place by itself. */
  get active(): PageTarget | null {
    this.mustBeConnected();
    const target = this.targets.find(({ label }) => label === this.activeLabel);
    return target === undefined || target.closed ? null : target;
  }

  get open(): readonly PageTarget[] {
    this.mustBeConnected();
    return this.targets.filter(({ closed }) => !closed);
  }

  activate(label: string): boolean {
    const known = this.open.some((target) => target.label === label);
    if (known) {
      this.activeLabel = label;
      this.onChange?.();
    }
    return known;
  }

  /** A new target that was asked for; it becomes the active one. */
  async openTarget(): Promise<PageTarget> {
    this.mustBeConnected();
    this.opening = true;
    try {
      const target = await this.adopt(await this.context.newPage());
      this.activeLabel = target.label;
      this.onChange?.();
      return target;
    } finally {
      this.opening = false;
    }
  }

  mustBeConnected(): void {
    if (!this.connected) {
      throw new ProviderFault('engine_gone', 'The browser has ended: open a new session.');
    }
  }

  /** Asks the browser itself: that a killed one has ended is heard of later than its pages fall silent. */
  async mustAnswer(): Promise<void> {
    this.mustBeConnected();
    await this.browser?.send('Browser.getVersion').catch(() => this.disconnect());
    this.mustBeConnected();
  }

  disconnect(): void {
    this.connected = false;
    for (const target of this.targets) {
      target.end();
    }
  }

  /**
   * A target that another one opened, seen from the browser itself: a tab whose first request was blocked is
   * never reported as a page.
   */
  private async watchTargets(): Promise<void> {
    const browser = (await this.context.browser()?.newBrowserCDPSession()) ?? null;
    this.browser = browser;
    browser?.on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.type === 'page' && targetInfo.openerId !== undefined) {
        this.unexpectedTarget ||= !this.human;
        this.active?.page.bringToFront().catch(() => undefined);
      }
    });
    await browser?.send('Target.setDiscoverTargets', { discover: true });
  }

  private targetOf(page: Page | null): PageTarget | undefined {
    return this.targets.find((target) => target.page === page);
  }

  private async adopt(page: Page): Promise<PageTarget> {
    this.counter += 1;
    const target = await PageTarget.attach(`t${this.counter}`, page, this.script, this.human);
    this.targets.push(target);
    page.on('close', () => this.onChange?.());
    this.onChange?.();
    return target;
  }

  /** A target that the page opened: known, guarded like the others, never made active. */
  private meet(page: Page): void {
    if (this.opening) {
      return;
    }
    // What a person opens is not unexpected, and is theirs to switch to.
    this.unexpectedTarget ||= !this.human;
    this.adopt(page)
      .then(() => this.active?.page.bringToFront())
      .catch(() => undefined);
  }
}
