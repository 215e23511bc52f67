#!/usr/bin/env node
// No import but the last one, and nothing that was not in JavaScript by 2019: a Node that is too old to run cux must be able
// to read this file, or it would say no more than `SyntaxError`.

/** As `engines` of the manifest says. */
const oldest = [22, 18] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) {
  import('./command-line.ts');
} else {
  const message = `this is Node ${process.versions.node}, and cux needs ${oldest.join('.')} or newer: install one from https://nodejs.org, or run \`npm run cux\` in a clone of cux, which brings a Node of its own.`;
  const json = process.argv.includes('--json') || /^(?:1|true)$/.test(process.env.CUX_JSON || '');
  process.stderr.write(
    json ? `${JSON.stringify({ error: { code: 'node_too_old', message } })}\n` : `cux: ${message}\n`,
  );
  process.exitCode = 1;
}
