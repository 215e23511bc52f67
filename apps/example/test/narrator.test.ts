import { describe, expect, it } from 'vitest';
import { extensionOf } from '../src/story/evidence.ts';
import { createNarrator } from '../src/story/narrator.ts';

describe('what the story prints', () => {
  it('is plain, whatever a page had to say', () => {
    const written: string[] = [];
    const narrator = createNarrator({
      write: (text) => void written.push(text),
      colors: false,
      quiet: false,
    });
    narrator.fact('page\n', '\u001b[2Jok\u202e');
    narrator.line('a\r\nb');
    expect(written).toEqual(['    page : ok\n', '    a b\n']);
  });

  it('has no colour where none is wanted, and nothing at all when quiet', () => {
    const written: string[] = [];
    const write = (text: string) => void written.push(text);
    createNarrator({ write, colors: false, quiet: false }).step('First');
    createNarrator({ write, colors: false, quiet: true }).step('Second');
    expect(written).toEqual(['\n 1  First\n']);
    createNarrator({ write, colors: true, quiet: false }).good('Third');
    expect(written.at(-1)).toContain('\u001b[');
  });
});

describe('evidence', () => {
  const kinds = [
    { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], extension: 'png' },
    { bytes: [...Buffer.from('<svg xmlns=""/>')], extension: 'svg' },
    { bytes: [...Buffer.from('{"a":1}')], extension: 'json' },
    { bytes: [...Buffer.from('button "Publish"')], extension: 'txt' },
    { bytes: [], extension: 'txt' },
  ];
  it.each(kinds)('is named $extension by its bytes', ({ bytes, extension }) => {
    expect(extensionOf(Uint8Array.from(bytes))).toBe(extension);
  });
});
