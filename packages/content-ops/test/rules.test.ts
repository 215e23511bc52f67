import { describe, expect, it } from 'vitest';
import { parsePublishingRules, siteFor, siteName } from '../src/index.ts';
import { rules } from './support/publishing.ts';

const good = `{
  "schema_version": "cux_publishing_rules_v1",
  "policy_version": "2026-03",
  "agent": "agent-1",
  "gate_expires_ms": 86400000,
  "standing_window_ms": 2592000000,
  "retry_budget": 2,
  "sites": [
    { "id": "paper", "origin": "https://news.example", "account": "writer", "recipe": "newsroom" },
    { "id": "blog", "name": "Our blog", "origin": "https://blog.example", "account": "writer", "recipe": "wordpress" }
  ]
}
`;

describe('a publishing-rules file', () => {
  it('is read whole', () => {
    expect(parsePublishingRules(good)).toMatchObject({ ok: true, rules: { retry_budget: 2 } });
  });

  const lines = [
    {
      text: good.replace('"retry_budget": 2,', '"retry_budget": 2'),
      at: { rule: 'file.syntax', line: 8, column: 3 },
      because: 'a comma is missing at the end of the line before',
    },
    {
      text: '',
      at: { rule: 'file.syntax', line: 1, column: 1 },
      because: 'an empty file is not JSON',
    },
    {
      text: good.replace('"retry_budget": 2', '"retry_budget": "two"'),
      at: { rule: 'file.shape', path: '/retry_budget', line: 7, column: 3 },
      because: 'a budget is a number',
    },
    {
      text: good.replace('"retry_budget": 2', '"retry_budget": 21'),
      at: { rule: 'file.shape', path: '/retry_budget', line: 7 },
      because: 'no budget is that large',
    },
    {
      text: good.replace('"retry_budget"', '"retries"'),
      at: { rule: 'file.shape', path: '/retries', line: 7, column: 3 },
      because: 'a rule that is not understood is a rule that is not kept',
    },
    {
      text: good.replace('  "agent": "agent-1",\n', ''),
      at: { rule: 'file.shape', path: '/agent', line: 1, column: 1 },
      because: 'what is missing is shown at the object that lacks it',
    },
    {
      text: good.replace('"agent": "agent-1"', '"agent": "agent-1",\n  "agent": "agent-2"'),
      at: { rule: 'file.duplicate-key', path: '/agent', line: 5, column: 3 },
      because: 'readers of JSON disagree about which one counts',
    },
    {
      text: good.replace('https://blog.example', 'https://blog.example/wp'),
      at: { rule: 'file.shape', path: '/sites/1/origin', line: 10 },
      because: 'an origin has no path',
    },
    {
      text: good.replace('"id": "blog"', '"id": "paper"'),
      at: { rule: 'rules.site-repeated', path: '/sites/1/id', line: 10, column: 7 },
      because: 'content names its site by this id',
    },
    {
      text: good.replace('"sites": [', '// the sites\n  "sites": ['),
      at: { rule: 'file.syntax', line: 8 },
      because: 'JSON has no comments',
    },
    {
      text: `\uFEFF${good}`,
      at: { rule: 'file.syntax', line: 1 },
      because: 'a byte order mark is not JSON',
    },
  ];
  it.each(lines)('is refused, because $because', ({ text, at }) => {
    const verdict = parsePublishingRules(text);
    expect(verdict.ok).toBe(false);
    if (!verdict.ok) expect(verdict.problems).toContainEqual(expect.objectContaining(at));
  });

  it('shows every mistake at once, and echoes no value', () => {
    const text = good.replace('"writer"', '"a b hunter2"').replace('86400000', '"soon hunter2"');
    const verdict = parsePublishingRules(text);
    expect(verdict).toMatchObject({ ok: false, problems: [{}, {}] });
    expect(JSON.stringify(verdict)).not.toContain('hunter2');
  });
});

describe('the site of an item', () => {
  const both = parsePublishingRules(good);
  if (!both.ok) throw new Error('the example is good');
  const lines = [
    { of: rules, named: undefined, site: 'paper', because: 'there is only one' },
    { of: both.rules, named: 'blog', site: 'blog', because: 'the content names it' },
    { of: both.rules, named: undefined, site: undefined, because: 'it could be either' },
    { of: rules, named: 'blog', site: undefined, because: 'the rules do not have it' },
  ];
  it.each(lines)('is $site, because $because', ({ of, named, site }) => {
    expect(siteFor(of, named)?.id).toBe(site);
  });

  it('is called by its name, or by its host', () => {
    expect(both.rules.sites.map(siteName)).toEqual(['news.example', 'Our blog']);
  });
});
