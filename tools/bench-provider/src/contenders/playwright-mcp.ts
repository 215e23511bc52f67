import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection } from '@playwright/mcp';

interface Message {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

/** The client's end of a connection in this process. */
class Client {
  readonly transport = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    start: async () => undefined,
    send: async (message: unknown) => this.#receive(message as Message),
    close: async () => this.transport.onclose?.(),
  };
  readonly #waiting = new Map<number, (message: Message) => void>();
  #last = 0;

  #receive(message: Message): void {
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
  }

  notify(method: string): void {
    this.transport.onmessage?.({ jsonrpc: '2.0', method });
  }

  request(method: string, params: object): Promise<string> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        this.#waiting.delete(id);
        const text = result?.content?.map((part) => part.text ?? '').join('\n') ?? '';
        if (error !== undefined || result?.isError === true) reject(new Error(error?.message ?? text));
        else resolve(text);
      });
      this.transport.onmessage?.({ jsonrpc: '2.0', id, method, params });
    });
  }
}

export interface McpContender {
  open(url: string): Promise<void>;
  click(): Promise<void>;
  presses(): Promise<number>;
  close(): Promise<void>;
}

/** @param settle milliseconds that it waits after each action; its own default when left out */
export async function startPlaywrightMcp(executablePath: string, settle?: number): Promise<McpContender> {
  const outputDir = await mkdtemp(path.join(tmpdir(), 'cux-bench-'));
  const server = await createConnection({
    // It writes each snapshot to a file.
    outputDir,
    browser: {
      browserName: 'chromium',
      isolated: true,
      launchOptions: { executablePath, headless: true, chromiumSandbox: process.getuid?.() !== 0 },
      contextOptions: { viewport: { width: 1_280, height: 800 } },
    },
    ...(settle === undefined ? {} : { timeouts: { settle } }),
  });
  const client = new Client();
  await server.connect(client.transport as unknown as Parameters<typeof server.connect>[0]);
  await client.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '0' },
  });
  client.notify('notifications/initialized');
  const call = (name: string, parameters: object) =>
    client.request('tools/call', { name, arguments: parameters });
  let ref = '';
  return {
    open: async (url) => {
      await call('browser_navigate', { url });
      const snapshot = await call('browser_snapshot', {});
      ref = /button "Target".*?\[ref=(\w+)\]/.exec(snapshot)?.[1] ?? '';
      if (ref === '') throw new Error('the snapshot of playwright-mcp names no target');
    },
    click: async () => {
      await call('browser_click', { element: 'Target', target: ref, ref });
    },
    presses: async () =>
      Number(/\d+/.exec(await call('browser_evaluate', { function: '() => globalThis.presses ?? 0' }))?.[0]),
    close: async () => {
      await server.close();
      await rm(outputDir, { recursive: true, force: true });
    },
  };
}
