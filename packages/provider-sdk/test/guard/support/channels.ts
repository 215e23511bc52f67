/** Origins that a hostile page knows: its own, and another one that is just as allowed. */
export interface Origins {
  readonly own: string;
  readonly other: string;
}

/** One way for a write to leave a browser. It writes to `/w/NAME` of either origin. */
export interface Channel {
  readonly name: string;
  /** Runs in the page once it has loaded. */
  readonly script: (origins: Origins) => string;
  readonly head?: string;
  /** Called with the page after it has loaded: `leave` navigates away, `click` presses the only link. */
  readonly last?: 'leave' | 'click';
  /** Leaves its page as it is, so that all of these run beside each other in one. */
  readonly besideOthers?: boolean;
  /** Engines may lack it, or may hold it back by themselves: then the guard sees nothing. */
  readonly mayBeSilent?: boolean;
}

const submit = (target: string, attributes = '') =>
  `document.body.innerHTML = '<form method="post" action="${target}" ${attributes}><input name="a" value="1"></form>';
   document.forms[0].submit();`;

const blobWorker = (code: string) => `URL.createObjectURL(new Blob([${JSON.stringify(code)}]))`;

const postFrom = (url: string) =>
  `fetch(${JSON.stringify(url)}, { method: 'POST', body: 'a=1', mode: 'no-cors' })`;

export const channels: readonly Channel[] = [
  { name: 'form', script: () => submit('/w/form') },
  { name: 'form-blank', script: () => submit('/w/form-blank', 'target="_blank"') },
  { name: 'form-multipart', script: () => submit('/w/form-multipart', 'enctype="multipart/form-data"') },
  { name: 'form-cross', script: ({ other }) => submit(`${other}/w/form-cross`) },
  { name: 'download', script: () => submit('/w/download') },
  { name: 'fetch', besideOthers: true, script: () => postFrom('/w/fetch') },
  { name: 'fetch-cross', besideOthers: true, script: ({ other }) => postFrom(`${other}/w/fetch-cross`) },
  {
    name: 'fetch-preflight',
    besideOthers: true,
    script: ({ other }) => `fetch('${other}/w/fetch-preflight', { method: 'PUT', body: '{}' })`,
  },
  {
    name: 'fetch-delete',
    besideOthers: true,
    script: () => `fetch('/w/fetch-delete', { method: 'DELETE' })`,
  },
  {
    name: 'fetch-override',
    besideOthers: true,
    script: () => `fetch('/w/fetch-override', { headers: { 'X-HTTP-Method-Override': 'DELETE' } })`,
  },
  {
    name: 'xhr',
    besideOthers: true,
    script: () => `const x = new XMLHttpRequest(); x.open('POST', '/w/xhr'); x.send('a=1');`,
  },
  {
    name: 'keepalive',
    besideOthers: true,
    script: () => `fetch('/w/keepalive', { method: 'POST', keepalive: true, body: 'a' })`,
  },
  { name: 'beacon', besideOthers: true, script: () => `navigator.sendBeacon('/w/beacon', 'a')` },
  {
    name: 'beacon-unload',
    script: () => `addEventListener('pagehide', () => navigator.sendBeacon('/w/beacon-unload', 'a'))`,
    last: 'leave',
  },
  {
    name: 'beacon-close',
    script: () => `addEventListener('pagehide', () => navigator.sendBeacon('/w/beacon-close', 'a'));
                   addEventListener('visibilitychange', () => navigator.sendBeacon('/w/beacon-close', 'b'))`,
    mayBeSilent: true,
  },
  {
    name: 'popup',
    besideOthers: true,
    script: () => `window.open('/popup')`,
  },
  {
    name: 'fetch-later',
    script: () => `if (window.fetchLater) fetchLater('/w/fetch-later', { method: 'POST', body: 'a' })`,
    mayBeSilent: true,
  },
  {
    name: 'websocket',
    besideOthers: true,
    script: ({ own }) => `new WebSocket('${own.replace('http', 'ws')}/w/websocket')`,
  },
  {
    name: 'websocket-worker',
    besideOthers: true,
    script: ({ own }) =>
      `new Worker(${blobWorker(`new WebSocket('${own.replace('http', 'ws')}/w/websocket-worker')`)})`,
  },
  {
    name: 'worker',
    besideOthers: true,
    script: ({ own }) => `new Worker(${blobWorker(postFrom(`${own}/w/worker`))})`,
  },
  {
    name: 'module-worker',
    besideOthers: true,
    script: () => `new Worker('/module-worker.js', { type: 'module' })`,
  },
  {
    name: 'nested-worker',
    besideOthers: true,
    script: ({ own }) =>
      `new Worker(${blobWorker(`new Worker(${blobWorker(postFrom(`${own}/w/nested-worker`))})`)})`,
  },
  {
    name: 'ended-worker',
    besideOthers: true,
    script: ({ own }) => endedWorker(own),
    mayBeSilent: true,
  },
  { name: 'shared-worker', besideOthers: true, script: () => `new SharedWorker('/shared-worker.js')` },
  {
    name: 'service-worker',
    besideOthers: true,
    script: () => `navigator.serviceWorker.register('/service-worker.js')`,
  },
  {
    name: 'cross-frame',
    script: ({ other }) => `document.body.innerHTML = '<iframe src="${other}/frame"></iframe>'`,
  },
  { name: 'object', besideOthers: true, script: () => add('<object data="/object"></object>') },
  { name: 'embed', besideOthers: true, script: () => add('<embed src="/embed" type="text/html">') },
  { name: 'sandbox', besideOthers: true, script: ({ own }) => sandboxedForm(own) },
  { name: 'written-popup', besideOthers: true, script: ({ own }) => writtenPopup(own) },
  {
    name: 'upload-stream',
    besideOthers: true,
    script: () =>
      `fetch('/w/upload-stream', { method: 'POST', duplex: 'half', body: new Blob(['a=1']).stream() }).catch(() => 0)`,
    mayBeSilent: true,
  },
  {
    name: 'prerender',
    besideOthers: true,
    script: () =>
      `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules',
         text: '{"prerender":[{"source":"list","urls":["/prerendered"],"eagerness":"immediate"}]}' }))`,
    mayBeSilent: true,
  },
  {
    name: 'form-frame',
    besideOthers: true,
    script: () => namedFrameForm('/w/form-frame'),
  },
  {
    name: 'frame-pagehide',
    script: ({ own }) => hiddenFrame(`navigator.sendBeacon('${own}/w/frame-pagehide', 'a')`),
  },
  {
    name: 'frame-keepalive',
    script: ({ own }) =>
      hiddenFrame(`fetch('${own}/w/frame-keepalive', { method: 'POST', keepalive: true, body: 'a' })`),
  },
  {
    name: 'script-popup',
    script: () => `window.open("javascript:fetch('/w/script-popup',{method:'POST'}),void 0")`,
    mayBeSilent: true,
  },
  {
    name: 'named-popup',
    besideOthers: true,
    script: ({ own }) => namedPopup(`${own}/w/named-popup`),
  },
  {
    name: 'import-map',
    script: () =>
      `const map = Object.assign(document.createElement('script'), { type: 'importmap', text: '{"imports":{"writer":"/writer.js"}}' });
       document.head.append(map); import('writer');`,
  },
  {
    name: 'event-source',
    besideOthers: true,
    script: () =>
      `new EventSource('/events').onmessage = ({ data }) => fetch(data, { method: 'POST', body: 'a' })`,
  },
  {
    name: 'socket-stream',
    besideOthers: true,
    script: ({ own }) =>
      `if (window.WebSocketStream) new WebSocketStream('${own.replace('http', 'ws')}/w/socket-stream').opened.catch(() => 0)`,
    mayBeSilent: true,
  },
  {
    name: 'web-transport',
    besideOthers: true,
    script: ({ own }) =>
      `if (window.WebTransport) { const way = new WebTransport('${own.replace('http:', 'https:')}/w/web-transport'); way.ready.catch(() => 0); way.closed.catch(() => 0); }`,
    mayBeSilent: true,
  },
  {
    name: 'shared-beacon',
    besideOthers: true,
    script: ({ own }) =>
      `new SharedWorker(${blobWorker(
        `const send = self.navigator.sendBeacon; if (send) send.call(navigator, '${own}/w/shared-beacon', 'a'); else ${postFrom(`${own}/w/shared-beacon`)}`,
      )})`,
  },
  {
    name: 'background-fetch',
    script: () =>
      withServiceWorker(
        `registration.backgroundFetch?.fetch('a', [new Request('/w/background-fetch', { method: 'POST', body: 'a' })])`,
      ),
    mayBeSilent: true,
  },
  {
    name: 'background-sync',
    script: () =>
      withServiceWorker(
        `Promise.all([registration.sync?.register('a'), registration.periodicSync?.register('a', { minInterval: 1 })])`,
      ),
    mayBeSilent: true,
  },
  {
    name: 'attribution',
    besideOthers: true,
    script: ({ own }) =>
      `const seen = new Image(); seen.attributionSrc = '${own}/w/attribution'; seen.src = '/quiet';`,
    mayBeSilent: true,
  },
  {
    name: 'identity',
    besideOthers: true,
    script: ({ own }) =>
      `navigator.credentials?.get({ identity: { providers: [{ configURL: '${own}/identity.json', clientId: 'a' }] } }).catch(() => 0)`,
    mayBeSilent: true,
  },
  {
    name: 'reporting',
    script: () =>
      `navigator.geolocation.getCurrentPosition(() => 0); const sync = new XMLHttpRequest(); sync.open('GET', '/quiet', false); sync.send();`,
    mayBeSilent: true,
  },
  { name: 'data-frame', script: ({ own }) => dataFrame(own) },
  {
    name: 'script-url',
    script: () => `location.href = "javascript:fetch('/w/script-url',{method:'POST'}),void 0"`,
  },
  {
    name: 'ping',
    script: () => `document.body.innerHTML = '<a ping="/w/ping" href="/quiet">go</a>'`,
    last: 'click',
  },
  {
    name: 'csp-report',
    script: () => `document.body.append(Object.assign(new Image(), { src: 'data:image/png;base64,AA' }))`,
    mayBeSilent: true,
  },
  {
    name: 'report-to',
    script: () => `document.body.append(Object.assign(new Image(), { src: 'data:image/png;base64,AA' }))`,
    mayBeSilent: true,
  },
];

const add = (html: string) => `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)});`;

function namedFrameForm(target: string): string {
  const html = `<iframe name="named"></iframe><form method="post" action="${target}" target="named"></form>`;
  return `${add(html)} document.body.lastElementChild.submit();`;
}

/** A frame of this site that does something as it goes away, and is taken away. */
function hiddenFrame(leaving: string): string {
  const code = `addEventListener('pagehide', () => { ${leaving} })`;
  return `{ const frame = document.createElement('iframe'); frame.srcdoc = ${JSON.stringify(
    `<script>${code}</script>`,
  ).replaceAll(
    '</script>',
    '<\\/script>',
  )}; frame.onload = () => frame.remove(); document.body.append(frame); }`;
}

/** A window by its name, which a form of its opener is then sent into. */
function namedPopup(target: string): string {
  const html = `<form method="post" action="${target}" target="side"></form>`;
  return `open('about:blank', 'side'); ${add(html)} document.body.lastElementChild.submit();`;
}

/** Runs once this page alone has a service worker: one that had them all would swallow what others send as they end. */
function withServiceWorker(work: string): string {
  return `navigator.serviceWorker.register('/helping-worker.js', { scope: location.pathname }).then(() => navigator.serviceWorker.ready)
    .then(async (registration) => {
      while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 10));
      return ${work};
    }).catch(() => 0);`;
}

function endedWorker(own: string): string {
  const code = `fetch('${own}/w/ended-worker', { method: 'POST', keepalive: true, mode: 'no-cors' }); postMessage(0)`;
  return `const ended = new Worker(${blobWorker(code)}); ended.onmessage = () => ended.terminate();`;
}

function sandboxedForm(own: string): string {
  const html = `<form method=post action='${own}/w/sandbox'></form><img src=x onerror='document.forms[0].submit()'>`;
  return add(`<iframe sandbox="allow-scripts allow-forms" srcdoc="${html}"></iframe>`);
}

function writtenPopup(own: string): string {
  const html = `<form method=post action='${own}/w/written-popup'></form>`;
  return `const written = open('about:blank'); written.document.write(${JSON.stringify(html)}); written.document.forms[0].submit();`;
}

function dataFrame(own: string): string {
  const html = `<form method=post action="${own}/w/data-frame"></form><script>document.forms[0].submit()</script>`;
  return `document.body.innerHTML = '<iframe></iframe>'; document.querySelector('iframe').srcdoc = ${JSON.stringify(
    html,
  ).replaceAll('</script>', '<\\/script>')}`;
}

/** Scripts and frames that the channels load. */
export const channelFiles: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/popup': {
    type: 'text/html',
    text: `<script>navigator.sendBeacon('/w/popup', 'a'); window.close()</script>`,
  },
  '/module-worker.js': {
    type: 'text/javascript',
    text: `await fetch('/w/module-worker', { method: 'POST' })`,
  },
  '/shared-worker.js': { type: 'text/javascript', text: `fetch('/w/shared-worker', { method: 'POST' })` },
  '/service-worker.js': {
    type: 'text/javascript',
    text: `addEventListener('install', () => fetch('/w/service-worker', { method: 'POST' }))`,
  },
  '/helping-worker.js': {
    type: 'text/javascript',
    text: `addEventListener('install', () => skipWaiting());
           addEventListener('activate', (event) => event.waitUntil(clients.claim()));
           for (const type of ['sync', 'periodicsync'])
             addEventListener(type, (event) => event.waitUntil(fetch('/w/background-sync', { method: 'POST' })));`,
  },
  '/object': { type: 'text/html', text: `<script>navigator.sendBeacon('/w/object', 'a')</script>` },
  '/embed': { type: 'text/html', text: `<script>navigator.sendBeacon('/w/embed', 'a')</script>` },
  '/prerendered': { type: 'text/html', text: `<script>fetch('/w/prerender', { method: 'POST' })</script>` },
  '/writer.js': { type: 'text/javascript', text: `fetch('/w/import-map', { method: 'POST' })` },
  '/events': { type: 'text/event-stream', text: 'data: /w/event-source\n\n' },
  '/identity.json': {
    type: 'application/json',
    text: '{"accounts_endpoint":"/accounts","id_assertion_endpoint":"/w/identity","login_url":"/quiet"}',
  },
  '/frame': { type: 'text/html', text: `<script>navigator.sendBeacon('/w/cross-frame', 'a')</script>` },
  '/quiet': { type: 'text/html', text: 'quiet' },
};
