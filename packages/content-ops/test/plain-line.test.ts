import { describe, expect, it } from 'vitest';
import { describeAttention, plainLine } from '../src/index.ts';
import { aGate } from './support/publishing.ts';

const hostile = [
  {
    text: '\u001b[2J\u001b[1;1Happroved',
    shown: 'approved',
    because: 'escape sequences could repaint the terminal',
  },
  {
    text: '\u001b]8;;http://evil.example\u001b\\approve\u001b]8;;\u0007 me',
    shown: 'approve me',
    because: 'a link could lead elsewhere than it says',
  },
  { text: '\u001b]0;title\u0007x', shown: 'x', because: 'the window has its own title' },
  { text: '\u009b31mred', shown: 'red', because: 'the eight-bit form of an escape is one, too' },
  { text: '\u001bcx', shown: 'x', because: 'a reset is an escape of one letter' },
  { text: 'a\r\nb\tc', shown: 'a b c', because: 'one fact is one line' },
  { text: 'pay\u202elive', shown: 'paylive', because: 'direction marks could reverse what is read' },
  { text: 'ding\u0007', shown: 'ding', because: 'control characters are not text' },
  { text: 'Größe “ok” 漢字', shown: 'Größe “ok” 漢字', because: 'ordinary text stays as it is' },
];

describe('a line for a terminal', () => {
  it.each(hostile)('is plain: $because', ({ text, shown }) => {
    expect(plainLine(text)).toBe(shown);
  });

  it('is every line of an attention item, whoever prints it', () => {
    const item = { ...aGate({}).attention, question: 'Publish\u001b[2J?', takeover: 'a\nb' };
    const lines = describeAttention(item, () => '/evidence\u0007.png');
    expect(lines.map(({ text }) => text).join('')).not.toMatch(/\p{Cc}/u);
    expect(lines[0]).toEqual({ name: 'question', text: 'Publish?' });
  });
});
