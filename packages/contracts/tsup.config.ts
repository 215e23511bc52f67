import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/digest/index.ts'],
  format: ['esm'],
  target: 'node22',
  sourcemap: true,
  clean: true,
  // Three small libraries, of which a part is used: in the same file, because finding and loading theirs takes longer
  // than everything else at import. Named in THIRD-PARTY-NOTICES.md.
  noExternal: ['@noble/hashes', 'canonicalize', 'jsonc-parser'],
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
    // Half of the text, half of the time to compile it. Names stay as they are, for whoever reads a stack.
    options.minifyWhitespace = true;
    options.minifySyntax = true;
  },
});
