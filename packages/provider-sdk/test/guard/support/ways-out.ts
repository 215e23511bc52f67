/** Ways of a page to another origin that only read, and what each asks for there. */
interface WaysOut {
  readonly html: string;
  /** Runs once the page is there. */
  readonly script: string;
  readonly named: readonly string[];
}

/** Each asks `origin` for the path that it is called by. */
export function waysOut(origin: string): WaysOut {
  const at = (name: string) => `${origin}/${name}`;
  const tags: Readonly<Record<string, string>> = {
    style: `<link rel="stylesheet" href="${at('style')}">`,
    import: `<style>@import "${at('import')}"; div { background: url("${at('background')}") }</style><div>x</div>`,
    font: `<style>@font-face { font-family: f; src: url("${at('font')}") } p { font-family: f }</style><p>x</p>`,
    prefetch: `<link rel="prefetch" href="${at('prefetch')}">`,
    preload: `<link rel="preload" as="image" href="${at('preload')}">`,
    modulepreload: `<link rel="modulepreload" href="${at('modulepreload')}">`,
    script: `<script src="${at('script')}"></script>`,
    image: `<img src="${at('image')}">`,
    srcset: `<img srcset="${at('srcset')} 1x">`,
    poster: `<video poster="${at('poster')}"></video>`,
    video: `<video src="${at('video')}" preload="auto"></video>`,
    frame: `<iframe src="${at('frame')}"></iframe>`,
    object: `<object data="${at('object')}"></object>`,
    embed: `<embed src="${at('embed')}" type="text/html">`,
    svg: `<svg><image href="${at('svg')}"/></svg>`,
    refresh: `<iframe srcdoc='<meta http-equiv="refresh" content="0;url=${at('refresh')}">'></iframe>`,
    stylesheet: `<iframe src='data:text/xml,<?xml-stylesheet type="text/css" href="${at('stylesheet')}"?><a/>'></iframe>`,
    form: `<iframe srcdoc='<form action="${at('form')}"></form><script>document.forms[0].submit()</script>'></iframe>`,
  };
  const scripts: Readonly<Record<string, string>> = {
    fetch: `fetch('${at('fetch')}', { mode: 'no-cors' }).catch(() => 0)`,
    preflight: `fetch('${at('preflight')}', { headers: { 'x-a': '1' } }).catch(() => 0)`,
    events: `new EventSource('${at('events')}')`,
    worker: `new Worker(URL.createObjectURL(new Blob(["importScripts('${at('worker')}')"])))`,
    popup: `window.open('${at('popup')}')`,
    map: `document.head.append(Object.assign(document.createElement('script'), { type: 'importmap', text: '{"imports":{"mapped":"${at('map')}"}}' })); import('mapped').catch(() => 0)`,
    module: `import('${at('module')}').catch(() => 0)`,
  };
  return {
    html: Object.values(tags).join('\n'),
    script: `(() => { ${Object.values(scripts)
      .map((script) => `try { ${script} } catch {}`)
      .join('\n')} })()`,
    named: [
      ...Object.keys(tags).filter((name) => name !== 'stylesheet' && name !== 'form'),
      'background',
      ...Object.keys(scripts),
    ],
  };
}

/** What asks for nothing, and may still make a connection or ask for an address. */
export function hintsOf(origin: string): string {
  return `<link rel="preconnect" href="${origin}"><link rel="dns-prefetch" href="${origin}">
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${origin}/speculation"],"eagerness":"immediate"}]}</script>
<a ping="${origin}/ping" href="#here" id="pinging">x</a><script>document.getElementById('pinging').click()</script>`;
}
