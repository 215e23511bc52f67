import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listening, stopListening } from './listening.ts';

/** Where a page and its answers say something, each with a text of its own. */
const places = [
  'text',
  'title',
  'address',
  'history',
  'header',
  'cookie',
  'local',
  'session',
  'database',
  'cache',
  'file',
  'blob',
  'script',
  'image',
  'font',
  'worker',
  'console',
  'shader',
  'typed',
  'download',
  'blob-download',
  'data-download',
] as const;

export type Place = (typeof places)[number];

export function canaryOf(place: Place): string {
  return `canary-${place}-Xq4z7`;
}

export const canaries = places.map(canaryOf);

/** What the page has read back of what it put away: it is really there, and in no file. */
export interface PutAway {
  readonly local: string;
  readonly session: string;
  readonly database: string;
  readonly cache: string;
  readonly file: string;
  readonly cookie: string;
}

export interface UnkeptSite {
  readonly origin: string;
  readonly path: string;
  /** Resolves when the page has put everything away and asked for its downloads. */
  readonly done: Promise<PutAway>;
  /** How often a download was asked for. */
  downloads(): number;
  close(): Promise<void>;
}

const large = (place: Place): string => `${canaryOf(place)} `.repeat(20_000);

/** A page that says something everywhere a browser may keep it, and that downloads what it must not. */
export async function startUnkeptSite(): Promise<UnkeptSite> {
  let downloads = 0;
  let tell: (put: PutAway) => void = () => undefined;
  const done = new Promise<PutAway>((resolve) => {
    tell = resolve;
  });
  const cached = { 'cache-control': 'public, max-age=99999', etag: '"1"', 'x-note': canaryOf('header') };
  const answers: Readonly<Record<string, readonly [type: string, body: () => string]>> = {
    '/page': ['text/html', page],
    '/script.js': ['text/javascript', () => `/* ${large('script')} */ var z='${canaryOf('script')}';`],
    '/image.svg': [
      'image/svg+xml',
      () =>
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><desc>${large('image')}</desc></svg>`,
    ],
    '/font.woff': ['font/woff', () => large('font')],
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/done') tell(JSON.parse(searchParams.get('put') ?? '{}'));
    if (pathname === '/download') {
      downloads += 1;
      response.writeHead(200, { 'content-disposition': 'attachment; filename=f.bin' });
      response.end(large('download'));
      return;
    }
    const [type, body] = answers[pathname] ?? ['text/plain', () => ''];
    const cookie = `s=${canaryOf('cookie')}; Max-Age=9999`;
    response.writeHead(200, { ...cached, 'content-type': type, 'set-cookie': cookie });
    response.end(body());
  });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    path: `/page?${canaryOf('address')}`,
    done,
    downloads: () => downloads,
    close: () => stopListening(server),
  };
}

function page(): string {
  return `<!doctype html><title>${canaryOf('title')}</title>
<style>@font-face{font-family:x;src:url(/font.woff)} body{font-family:x}</style>
<p>${canaryOf('text')}</p><button>${canaryOf('text')}</button><label>Remark <input></label><img alt="" src="/image.svg"><canvas></canvas>
<script src="/script.js"></script>
<script>
const large = (text) => (text + ' ').repeat(20000);
const leave = (href) => { const a = document.createElement('a'); a.href = href; a.download = 'f'; document.body.append(a); a.click(); };
(async () => {
  localStorage.setItem('k', '${canaryOf('local')}');
  sessionStorage.setItem('k', '${canaryOf('session')}');
  console.log('${canaryOf('console')}');
  history.pushState({}, '', '/h/${canaryOf('history')}');
  const open = indexedDB.open('d', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('s');
  await new Promise((resolve) => { open.onsuccess = resolve; });
  const write = open.result.transaction('s', 'readwrite');
  write.objectStore('s').put(large('${canaryOf('database')}'), 't');
  write.objectStore('s').put(new Blob([large('${canaryOf('database')}')]), 'b');
  await new Promise((resolve) => { write.oncomplete = resolve; });
  const read = open.result.transaction('s').objectStore('s').get('t');
  await new Promise((resolve) => { read.onsuccess = resolve; });
  const cache = await caches.open('c');
  await cache.put('/z', new Response(large('${canaryOf('cache')}')));
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle('f', { create: true });
  const writer = await handle.createWritable();
  await writer.write(large('${canaryOf('file')}'));
  await writer.close();
  const blobs = Array.from({ length: 20 }, () => new Blob([large('${canaryOf('blob')}')]));
  new Worker(URL.createObjectURL(new Blob(['/* ${canaryOf('worker')} */ 1'])));
  const gl = document.querySelector('canvas').getContext('webgl');
  if (gl !== null) {
    const shader = gl.createShader(gl.FRAGMENT_SHADER);
    gl.shaderSource(shader, '// ${canaryOf('shader')}\\nvoid main(){gl_FragColor=vec4(1.0);}');
    gl.compileShader(shader);
  }
  const put = {
    local: localStorage.getItem('k'),
    session: sessionStorage.getItem('k'),
    database: read.result.slice(0, 40),
    cache: (await (await cache.match('/z')).text()).slice(0, 40),
    file: (await (await handle.getFile()).text()).slice(0, 40),
    cookie: document.cookie,
  };
  leave('/download');
  await new Promise((resolve) => setTimeout(resolve, 300));
  leave(URL.createObjectURL(new Blob([large('${canaryOf('blob-download')}'), ...blobs])));
  await new Promise((resolve) => setTimeout(resolve, 300));
  leave('data:application/octet-stream,' + '${canaryOf('data-download')}'.repeat(500));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await fetch('/done?put=' + encodeURIComponent(JSON.stringify(put)));
})();
</script>`;
}
