import { twoProcessTests } from '@cux/store-suite';
import { engine } from './support/engine.ts';
// What the tests play a share of, at its whole length.
import './audit.test.ts';

twoProcessTests(engine);
