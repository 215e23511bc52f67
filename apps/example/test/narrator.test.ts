import { describe, expect, it } from 'vitest';
import { extensionOf } from '../src/story/evidence.ts';
import { createNarrator, plain } from '../src/story/narrator.ts';

const hostile = [
  {
    text: '\u001b[2J\u001b[1;1Happroved',
    shown: 'approved',
    because: 'escape sequences could repaint the terminal',
  },
  { text: 'a\r\nb\tc', shown: 'a b c', because: 'one fact is one line' },
  { text: 'pay\u202elive', shown: 'paylive', because: 'direction marks could reverse what is read' },
  { text: 'ding\u0007', shown: 'ding', because: 'control characters are not text' },
  { text: 'Größe “ok” 漢字', shown: 'Größe “ok” 漢字', because: 'ordinary text stays as it is' },
];

describe('what the story prints', () => {
  it.each(hostile)('is plain: $because', ({ text, shown }) => {
    expect(plain(text)).toBe(shown);
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
