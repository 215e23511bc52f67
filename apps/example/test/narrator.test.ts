import { describe, expect, it } from 'vitest';
import { createNarrator } from '../src/story/narrator.ts';

describe('what the story prints', () => {
  it('is plain, whatever a page had to say', () => {
    const written: string[] = [];
    const narrator = createNarrator({
      write: (text) => void written.push(text),
      colors: false,
      quiet: false,
      columns: null,
    });
    narrator.fact('page\n', '\u001b[2Jok\u202e');
    narrator.line('a\r\nb');
    expect(written).toEqual(['    page : ok\n', '    a b\n']);
  });

  it('has no colour where none is wanted, and nothing at all when quiet', () => {
    const written: string[] = [];
    const write = (text: string) => void written.push(text);
    createNarrator({ write, colors: false, quiet: false, columns: null }).step('First');
    createNarrator({ write, colors: false, quiet: true, columns: null }).step('Second');
    expect(written).toEqual(['\n 1  First\n']);
    createNarrator({ write, colors: true, quiet: false, columns: null }).good('Third');
    expect(written.at(-1)).toContain('\u001b[');
  });

  it('breaks lines between words, and a command nowhere', () => {
    const written: string[] = [];
    const write = (text: string) => void written.push(text);
    const narrator = createNarrator({ write, colors: false, quiet: false, columns: 40 });
    narrator.fact('word', 'one two three four five six seven eight nine');
    narrator.good('one two three four five six seven eight nine ten');
    narrator.line(`${'x'.repeat(50)} y`);
    narrator.command('run', `npm ${'x'.repeat(50)} y`);
    expect(written.join('').split('\n')).toEqual([
      '    word: one two three four five six',
      '      seven eight nine',
      '    ✓ one two three four five six seven',
      '      eight nine ten',
      `    ${'x'.repeat(50)}`,
      '    y',
      `    run: npm ${'x'.repeat(50)} y`,
      '',
    ]);
  });
});
