import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/postgres/index.ts', 'src/work/index.ts'],
  format: ['esm'],
  target: 'node22',
  sourcemap: true,
  clean: true,
  external: ['vitest'],
});
