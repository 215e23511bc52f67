import { defineConfig } from 'tsup';

export default defineConfig([
  {
    entry: ['src/index.ts'],
    format: ['esm'],
    target: 'node22',
    sourcemap: true,
    clean: true,
    // The manifest, beside what it names.
    publicDir: 'public',
  },
  // What runs inside the page, in a world of its own: one self-contained script, read as text at run time.
  {
    entry: { injected: 'src/injected/agent.ts' },
    format: ['iife'],
    target: 'chrome120',
    platform: 'browser',
    noExternal: [/.*/],
    outExtension: () => ({ js: '.js' }),
    sourcemap: false,
    clean: false,
  },
]);
