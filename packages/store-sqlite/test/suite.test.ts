import {
  auditTests,
  copyTests,
  sequenceTests,
  storeCaseTests,
  storyTests,
  twoProcessTests,
  workspaceTests,
} from '@cux/store-suite';
import { engine } from './support/engine.ts';

storeCaseTests(engine);
storyTests(engine);
sequenceTests(engine);
twoProcessTests(engine);
auditTests(engine);
workspaceTests(engine);
copyTests(engine);
