import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Effect, Fixture, FixtureElement } from '@cux/provider-mock';

/** A site with one form: whatever is not read is a write, and is counted. The judge of all tests. */
export interface DeskSite {
  readonly origin: string;
  /** `POST /publish title=…`, in the order of arrival. */
  readonly writes: string[];
  /** How long an answer to a write takes, in milliseconds. */
  delay: number;
  close(): Promise<void>;
}

export async function startDeskSite(page = ''): Promise<DeskSite> {
  const writes: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      writes.push(`${request.method} ${request.url} ${body}`);
      setTimeout(() => response.writeHead(204).end(), site.delay);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const site: DeskSite = {
    origin: `http://127.0.0.1:${port}`,
    writes,
    delay: 0,
    close: () =>
      new Promise((closed) => {
        // First nobody new is let in: a connection that came in between would be waited for.
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return site;
}

function post(url: string, status: string): Effect {
  const fields = { status: { literal: status }, title: { element: 'title' } };
  return { kind: 'request', method: 'POST', url, body: { kind: 'form', fields } };
}

function button(id: string, name: string, on_press: Effect[]): FixtureElement {
  return { id, role: 'button', name, control: 'button', on_press };
}

/** The form as a page, for a provider with a browser. */
export const deskPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Desk</title><link rel="icon" href="data:,"></head>
<body><label>Title <input id="title"></label>
<button id="save">Save draft</button> <button id="publish">Publish</button> <button id="delete">Delete</button>
<button id="rename">Rename</button> <button id="die">Die</button>
<script>
  const send = (path, status) => fetch(path, { method: 'POST', body: new URLSearchParams({ status, title: title.value }) });
  save.onclick = () => send('/draft', 'draft');
  publish.onclick = () => send('/publish', 'published');
  document.getElementById('delete').onclick = () => send('/delete', 'deleted');
  rename.onclick = () => { publish.textContent = 'Delete'; };
</script></body></html>`;

/** The same form as declared states. */
export function deskFixture(origin: string): Fixture {
  return {
    schema_version: 'cux_mock_fixture_v1',
    origin,
    screens: [
      {
        id: 'desk',
        path: '/desk',
        elements: [
          { id: 'title', role: 'textbox', name: 'Title', control: 'text' },
          {
            id: 'section',
            role: 'combobox',
            name: 'Section',
            control: 'choice',
            options: ['News', 'Culture'],
          },
          button('save', 'Save draft', [post('/draft', 'draft')]),
          button('publish', 'Publish', [post('/publish', 'published')]),
          button('busy', 'Send newsletter', [{ kind: 'stall', for_ms: 700 }, post('/letters', 'sent')]),
          button('delete', 'Delete', [post('/delete', 'deleted')]),
          button('delete-later', 'Delete later', [
            { kind: 'later', after_ms: 250, effects: [post('/delete', 'deleted')] },
          ]),
          button('rename', 'Rename', [{ kind: 'rename', element: 'publish', name: 'Delete' }]),
          button('overwrite', 'Overwrite', [
            { kind: 'set_value', element: 'title', value: 'Something else' },
          ]),
          button('leave', 'Leave', [{ kind: 'navigate', url: '/elsewhere' }]),
          button('popup', 'Popup', [{ kind: 'open_target' }]),
          button('die', 'Die', [{ kind: 'end_engine' }]),
          button('ask', 'Ask', [{ kind: 'native_dialog', dialog: 'confirm' }]),
        ],
      },
      {
        id: 'elsewhere',
        path: '/elsewhere',
        elements: [button('twin', 'Publish', [post('/publish', 'published')])],
      },
    ],
    modals: [],
  };
}
