import { describe, expect, it } from 'vitest';
import { harvestArticle } from '../src/story/newsroom-site.ts';
import { runDemo } from './demo-process.ts';
import { runCux } from './run-cux.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

describe('cux, after a demo', together, () => {
  it('shows what was approved, as the demo did', async (test) => {
    const state = temporaryFolder(test);
    const { output } = await runDemo(state, ['--mock', '--decide', 'approve']);
    const { gates } = JSON.parse(await runCux(state, '--json', 'gate', 'list', '--all'));
    const shown = await runCux(state, 'gate', 'show', gates[0].gate_id);
    for (const told of [output, shown]) {
      for (const paragraph of harvestArticle.body.split('\n\n')) expect(told).toContain(paragraph);
      expect(told).toContain('Culture');
      expect(told).toContain(gates[0].subject.content_digest);
    }
  });
});
