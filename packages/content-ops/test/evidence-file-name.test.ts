import { describe, expect, it } from 'vitest';
import { evidenceFileName } from '../src/index.ts';
import { digest } from './support/publishing.ts';

describe('evidence that a person opens', () => {
  const kinds = [
    { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], extension: 'png' },
    { bytes: [...Buffer.from('<svg xmlns=""/>')], extension: 'svg' },
    { bytes: [...Buffer.from('{"a":1}')], extension: 'json' },
    { bytes: [...Buffer.from('button "Publish"')], extension: 'txt' },
    { bytes: [], extension: 'txt' },
  ];
  it.each(kinds)('is named $extension by its bytes', ({ bytes, extension }) => {
    const name = evidenceFileName(
      { evidence_class: 'screenshot', digest: digest('e') },
      Uint8Array.from(bytes),
    );
    expect(name).toBe(`screenshot-eeeeeeeeeeee.${extension}`);
  });
});
