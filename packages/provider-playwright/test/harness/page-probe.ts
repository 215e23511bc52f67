import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Lets a probe reach the browser beside the provider's own channel. */
export const probeArguments = ['--remote-debugging-port=0'];

interface ListedTarget {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

/**
 * Looks at the page past the provider: what its fields really hold, and what a hostile page would do at a
 * given moment. It answers no dialog, as Playwright's own second client would.
 */
export class PageProbe {
  private readonly port: number;

  private constructor(port: number) {
    this.port = port;
  }

  static async reach(workingDirectory: string): Promise<PageProbe> {
    const file = path.join(workingDirectory, 'profile', 'DevToolsActivePort');
    for (let tries = 0; tries < 100; tries += 1) {
      const port = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
      if (port > 0) {
        return new PageProbe(port);
      }
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error('the browser named no port for the probe');
  }

  private async target(origin: string): Promise<ListedTarget | undefined> {
    const listed = await fetch(`http://127.0.0.1:${this.port}/json/list`);
    const targets = (await listed.json()) as ListedTarget[];
    return targets.find(({ type, url }) => type === 'page' && url.startsWith(origin));
  }

  /** Null when there is no such page, or when it does not answer (a dialog holds it). */
  async evaluate(origin: string, expression: string): Promise<unknown> {
    const answer = await this.send(origin, 'Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    return (answer as { result?: { value?: unknown } } | null)?.result?.value ?? null;
  }

  /** A real pointer that the provider did not send. */
  async pressAt(origin: string, x: number, y: number): Promise<void> {
    const at = { x, y, button: 'left', clickCount: 1 };
    await this.send(origin, 'Input.dispatchMouseEvent', { ...at, type: 'mousePressed' });
    await this.send(origin, 'Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' });
  }

  /** A key of a person, which is what makes a page believe that somebody is there. */
  async pressKey(origin: string): Promise<void> {
    const key = { key: 'a', text: 'a', windowsVirtualKeyCode: 65 };
    await this.send(origin, 'Input.dispatchKeyEvent', { ...key, type: 'keyDown' });
    await this.send(origin, 'Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
  }

  private async send(origin: string, method: string, parameters: object): Promise<unknown> {
    const target = await this.target(origin);
    if (target === undefined) {
      return null;
    }
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    try {
      return await new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve(null), 20_000);
        socket.onerror = () => reject(new Error('the probe lost the page'));
        socket.onclose = () => resolve(null);
        socket.onopen = () => socket.send(JSON.stringify({ id: 1, method, params: parameters }));
        socket.onmessage = ({ data }) => {
          clearTimeout(timer);
          resolve((JSON.parse(String(data)) as { result?: unknown }).result ?? null);
        };
      });
    } finally {
      socket.close();
    }
  }

  /** Closes the page as if somebody had closed its tab. */
  async closePage(origin: string): Promise<void> {
    const target = await this.target(origin);
    if (target !== undefined) {
      await fetch(`http://127.0.0.1:${this.port}/json/close/${target.id}`);
    }
  }
}
