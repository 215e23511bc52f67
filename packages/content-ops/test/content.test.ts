import { describe, expect, it } from 'vitest';
import { type Content, checkContent, contentDigest, newsroom, wordpress } from '../src/index.ts';
import { content, wordpressContent } from './support/publishing.ts';

describe('whether a site can hold content exactly', () => {
  const lines = [
    { recipe: newsroom, of: content, rules: [], because: 'every field fits' },
    {
      recipe: newsroom,
      of: { ...content, site: 'paper' },
      rules: [],
      because: 'the site’s name is no field of the site',
    },
    {
      recipe: newsroom,
      of: { ...content, title: 'Two\nlines' },
      rules: ['content.line-break'],
      because: 'a headline is one line',
    },
    {
      recipe: newsroom,
      of: { ...content, title: 'x'.repeat(201) },
      rules: ['content.too-long'],
      because: 'the site cuts it',
    },
    {
      recipe: newsroom,
      of: { ...content, section: 'Weather' },
      rules: ['content.not-offered'],
      because: 'the site has no such section',
    },
    {
      recipe: newsroom,
      of: { title: 'Q3', body: 'Text' },
      rules: ['content.field-missing'],
      because: 'the section is missing',
    },
    {
      recipe: newsroom,
      of: { ...content, tags: 'a' },
      rules: ['content.field-unknown'],
      because: 'the site has no tags',
    },
    {
      recipe: newsroom,
      of: { ...content, body: 'a\r\nb' },
      rules: ['content.malformed'],
      because: 'no form keeps a carriage return',
    },
    {
      recipe: newsroom,
      of: { ...content, title: 'Bread & butter' },
      rules: [],
      because: 'the newsroom keeps plain text',
    },
    {
      recipe: wordpress,
      of: { ...wordpressContent, title: 'Bread & butter' },
      rules: ['content.bare-ampersand'],
      because: 'WordPress stores HTML',
    },
    {
      recipe: wordpress,
      of: { ...wordpressContent, title: 'Bread &amp; butter &#38; &#x26; jam' },
      rules: [],
      because: 'these are character references',
    },
  ];
  it.each(lines)('$rules, because $because', ({ recipe, of, rules }) => {
    expect(checkContent(recipe, of as Content).map(({ rule }) => rule)).toEqual(rules);
  });
});

describe('the digest of content', () => {
  it('does not depend on the order of fields, and on everything else', () => {
    const { title = '', body = '', section = '' } = content;
    expect(contentDigest({ section, body, title })).toBe(contentDigest(content));
    expect(contentDigest({ ...content, title: `${title} ` })).not.toBe(contentDigest(content));
    expect(contentDigest({ ...content, site: 'paper' })).not.toBe(contentDigest(content));
  });
});
