import { newsroom } from '@cux/content-ops';
import { describe, expect, it } from 'vitest';
import { articleOf } from '../src/story/articles.ts';

describe('the article of a story', () => {
  const numbers = Array.from({ length: 25 }, (_, index) => index + 1);

  it('has a headline of its own, and always the same', () => {
    const titles = numbers.map((number) => articleOf(number).title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(numbers.map((number) => articleOf(number).title)).toEqual(titles);
  });

  it('fits the sites', () => {
    const maximum = newsroom.content_fields.title?.maximum ?? 0;
    for (const number of numbers) expect(articleOf(number).title.length).toBeLessThanOrEqual(maximum);
  });
});
