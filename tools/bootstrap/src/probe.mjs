import { join } from 'node:path';
import { findOnPath } from './toolchain.mjs';

// Runs under npx, with the fetched packages first on the PATH, and says where they are.
const pnpm = findOnPath('pnpm', process.env) ?? join(process.execPath, '..', 'pnpm');
console.log(JSON.stringify({ node: process.execPath, pnpm }));
