import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { showSame } from '../../src/surface/show-same.ts';

/** A white picture with black columns in its middle row. */
function picture(columns: readonly number[], width = 20): Uint8Array {
  const png = new PNG({ width, height: 3 });
  png.data.fill(255);
  for (const column of columns) png.data.fill(0, (width + column) * 4, (width + column) * 4 + 3);
  return new Uint8Array(PNG.sync.write(png));
}

test.each([
  ['the same picture twice', [3], [3], true],
  ['a caret that is gone', [3, 4], [], true],
  ['a caret of the widest kind', [3, 6], [], true],
  ['something wider', [3, 7], [], false],
  ['two carets that stand apart', [3, 15], [], false],
] as const)('%s', (_because, one, other, same) => {
  expect(showSame(picture(one), picture(other))).toBe(same);
});

test('pictures of different sizes never show the same', () => {
  expect(showSame(picture([]), picture([], 21))).toBe(false);
});
