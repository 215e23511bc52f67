import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/main.ts', 'src/newsroom-server.ts', 'src/php-watchdog.ts'],
  format: ['esm'],
  target: 'node22',
  sourcemap: true,
  clean: true,
});
