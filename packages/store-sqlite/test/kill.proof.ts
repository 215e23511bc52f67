import { fileURLToPath } from 'node:url';
import { killTests } from '@cux/store-suite';
import { engine } from './support/engine.ts';

killTests(engine, 3);
const worker = fileURLToPath(new URL('./support/caller-worker.ts', import.meta.url));
killTests({ ...engine, name: 'SQLite that its caller writes', worker }, 3);
