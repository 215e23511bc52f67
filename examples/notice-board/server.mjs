// A small notice board to try a site recipe on: node server.mjs [PORT] [STORE.json]
// Sign in as "ann" with the password "a notice for ann". It keeps a draft beside what is up, and an empty POST puts it up.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port = '8090', file] = process.argv.slice(2);
const people = new Map([['ann', 'a notice for ann']]);
const sessions = new Map();
const notices = new Map(file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);

function keep() {
  if (file) writeFileSync(file, JSON.stringify([...notices]));
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (title, body) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;

const signInPage = page(
  'Sign in',
  `<form method="post" action="/sign-in"><label>Name <input name="name"></label>
   <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
);

function editor(slug, { draft, up }) {
  return page(
    up === null ? 'Notice' : 'Notice (up)',
    `<label>Heading <input id="heading" value="${escaped(draft.heading)}"></label>
     <label>Text <textarea id="text">\n${escaped(draft.text)}</textarea></label>
     <button id="keep">Keep draft</button> <button id="put-up">Put up</button> <p role="status" id="said"></p>
     <dialog aria-label="Cookies" id="cookies">Cookies help us.<button id="fine">Fine</button></dialog>
     <script>
       const at = (id) => document.getElementById(id);
       const send = (method, path, body) => fetch(path, { method, headers: { 'X-Board': '1', ...(body && { 'Content-Type': 'application/json' }) }, body });
       if (!localStorage.cookies) at('cookies').showModal();
       at('fine').onclick = () => { localStorage.cookies = 'fine'; at('cookies').close(); };
       at('keep').onclick = async () => {
         const draft = { heading: at('heading').value, text: at('text').value };
         const answer = await send('PATCH', '/notices/${slug}', JSON.stringify({ draft }));
         at('said').textContent = answer.ok ? 'Kept' : 'Not kept';
       };
       at('put-up').onclick = async () => {
         const answer = await send('POST', '/notices/${slug}/up');
         at('said').textContent = answer.ok ? 'Up' : 'Not up';
       };
       send('POST', '/seen', JSON.stringify({ page: 'editor' })).catch(() => {});
     </script>`,
  );
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function knows(name, password) {
  const wanted = Buffer.from(people.get(name) ?? '');
  const given = Buffer.from(password);
  return wanted.length > 0 && wanted.length === given.length && timingSafeEqual(wanted, given);
}

function accountOf({ headers }) {
  return sessions.get(/board=([0-9a-f]+)/.exec(headers.cookie ?? '')?.[1]) ?? null;
}

async function answer(request) {
  const { method } = request;
  const path = new URL(request.url, 'http://board').pathname;
  if (method === 'POST' && path === '/sign-in') {
    const form = new URLSearchParams(await bodyOf(request));
    if (!knows(form.get('name') ?? '', form.get('password') ?? '')) return { status: 303, to: '/sign-in' };
    const id = randomBytes(16).toString('hex');
    sessions.set(id, form.get('name'));
    return { status: 303, to: '/me', cookie: `board=${id}; HttpOnly; SameSite=Lax; Path=/` };
  }
  if (path === '/sign-in') return { html: signInPage };
  const account = accountOf(request);
  if (account === null) return method === 'GET' ? { status: 303, to: '/sign-in' } : { status: 401 };
  if (path === '/me')
    return { html: page('Me', `<label>Name <input value="${escaped(account)}" readonly></label>`) };
  if (path === '/notices/new' && method === 'GET') {
    const slug = `n${randomBytes(4).toString('hex')}`;
    notices.set(slug, { draft: { heading: '', text: '' }, up: null, times: 0 });
    keep();
    return { status: 303, to: `/notices/${slug}/edit` };
  }
  const [, slug, rest = ''] = /^\/notices\/([a-z0-9]+)(\/edit|\/up|\.json)?$/.exec(path) ?? [];
  const notice = notices.get(slug);
  if (notice === undefined) return { status: 404 };
  if (method === 'GET' && rest === '/edit') return { html: editor(slug, notice) };
  if (method === 'GET' && rest === '.json') {
    return { json: { state: notice.up === null ? 'draft' : 'up', ...notice } };
  }
  if (request.headers['x-board'] !== '1') return { status: 403 };
  if (method === 'PATCH' && rest === '') {
    const { heading, text } = JSON.parse(await bodyOf(request)).draft;
    notice.draft = { heading: String(heading), text: String(text) };
  } else if (method === 'POST' && rest === '/up') {
    notice.up = { ...notice.draft };
    notice.times += 1;
  } else return { status: 405 };
  keep();
  return { status: 204 };
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ status = 200, to, cookie, html, json }) => {
      if (to) response.setHeader('Location', to);
      if (cookie) response.setHeader('Set-Cookie', cookie);
      response.setHeader('Content-Type', json ? 'application/json' : 'text/html; charset=utf-8');
      response.writeHead(status).end(html ?? (json ? JSON.stringify(json) : ''));
    },
    () => response.writeHead(400).end(),
  );
});
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`the notice board is at http://127.0.0.1:${server.address().port}\n`);
});
