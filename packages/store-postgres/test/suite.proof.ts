import { auditTests, copyTests, sequenceTests, twoProcessTests, workspaceTests } from '@cux/store-suite';
import { engine } from './support/engine.ts';

sequenceTests(engine);
twoProcessTests(engine);
auditTests(engine);
workspaceTests(engine);
copyTests(engine);
