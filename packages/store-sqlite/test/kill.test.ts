import { isWhole, killTests } from '@cux/store-suite';
import { engine } from './support/engine.ts';

killTests(engine, isWhole ? 3 : 1);
