import { killTests } from '@cux/store-suite';
import { engine } from './support/engine.ts';

killTests(engine, 3);
