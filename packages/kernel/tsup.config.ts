import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/chain/index.ts', 'src/capability/index.ts', 'src/store-suite/index.ts'],
  format: ['esm'],
  target: 'node22',
  sourcemap: true,
  clean: true,
});
