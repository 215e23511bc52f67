import { storeCaseTests, storyTests } from '@cux/store-suite';
import { engine } from './support/engine.ts';

// The rest of the suite on PostgreSQL is played with the proofs; on SQLite the tests play all of it.
storeCaseTests(engine);
storyTests(engine);
