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
  '/object': { type: 'text/html', text: `<script>navigator.sendBeacon('/w/object', 'a')</script>` },
  '/embed': { type: 'text/html', text: `<script>navigator.sendBeacon('/w/embed', 'a')</script>` },
  '/prerendered': { type: 'text/html', text: `<script>fetch('/w/prerender', { method: 'POST' })</script>` },
  '/frame': { type: 'text/html', text: `<script>navigator.sendBeacon('/w/cross-frame', 'a')</script>` },
  '/quiet': { type: 'text/html', text: 'quiet' },
};
