import { defineConfig } from 'tsup';

export default defineConfig({
  // The second one is for whoever runs the command within a process of theirs: the tests of the examples.
  entry: ['src/main.ts', 'src/run-program.ts'],
  format: ['esm'],
  target: 'node22',
  sourcemap: true,
  clean: true,
});
