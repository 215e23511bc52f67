import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'conformance/index': 'src/conformance/index.ts',
    'process/index': 'src/process/index.ts',
    'looks-like/index': 'src/looks-like/index.ts',
  },
  format: ['esm'],
  target: 'node22',
  sourcemap: true,
  clean: true,
});
