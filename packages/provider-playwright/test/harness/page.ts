/** A small page: a button or a field posts to a path when something happens to it. */
export function page(body: string, script = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">
<script>const post = (path) => fetch(path, { method: 'POST' }).catch(() => 0);</script></head>
<body>${body}<script>${script}</script></body></html>`;
}
