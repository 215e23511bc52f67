import { readFileSync, writeFileSync } from 'node:fs';
import { withMachines } from './machine-section.ts';

// Draws the machines of docs/kernel.md anew.
const document = new URL('../../../docs/kernel.md', import.meta.url);
writeFileSync(document, withMachines(readFileSync(document, 'utf8')));
