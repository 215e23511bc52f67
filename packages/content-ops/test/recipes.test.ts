import { canonicalForm, judgePlan, ruleExcludes, type WriteRule } from '@cux/contracts';
import { decideRequest, type GuardState, unitForms } from '@cux/provider-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Content,
  checkContent,
  checkRecipe,
  dokuwiki,
  newsroom,
  parseSiteRecipe,
  type RecipePhase,
  renderPlan,
  type SiteRecipe,
  shippedRecipes,
  siteRecipeSchema,
  wordpress,
  wordpressContributor,
  wordpressPermalinks,
} from '../src/index.ts';
import { content, origin, wordpressContent } from './support/publishing.ts';

const wikiContent: Content = { page: 'q3_notes', body: wordpressContent.body ?? '' };
const contentFor = (recipe: SiteRecipe): Content =>
  recipe === newsroom ? content : recipe === dokuwiki ? wikiContent : wordpressContent;

function plan(recipe: SiteRecipe, phase: RecipePhase, item: string | null = '12', of = contentFor(recipe)) {
  const verdict = renderPlan(recipe, {
    phase,
    origin,
    account: 'writer',
    item,
    content: of,
    evidence: ['screenshot'],
  });
  if (!verdict.ok) throw new Error(verdict.problems.join('; '));
  return verdict.plan;
}

describe.each(shippedRecipes.map((recipe) => [recipe.name, recipe] as const))(
  'the recipe %s',
  (_, recipe) => {
    it('is a sound recipe, also when it is read from a file', () => {
      expect(siteRecipeSchema.parse(recipe)).toEqual(recipe);
      expect(checkRecipe(recipe)).toEqual([]);
      expect(parseSiteRecipe(JSON.stringify(recipe, null, 2))).toEqual({ ok: true, recipe });
    });

    const phases: RecipePhase[] = ['draft', 'publish', 'read_back'];
    it.each(recipe.sign_in === null ? phases : [...phases, 'sign_in' as const])(
      'gives a %s plan that holds',
      (phase) => {
        const rendered = plan(recipe, phase);
        expect(judgePlan(new TextEncoder().encode(canonicalForm(rendered)))).toMatchObject({ findings: [] });
        for (const draft of rendered.write_rules) {
          expect(rendered.permit_rules.filter((rule) => !ruleExcludes(draft, rule))).toEqual([]);
        }
        const form = unitForms[rendered.action_unit];
        expect(rendered.steps.filter(({ kind }) => !form.steps.has(kind))).toEqual([]);
        expect(rendered.sign_in_walls.length).toBe(recipe.sign_in?.wall_paths.length ?? 0);
      },
    );

    it('leaves no placeholder of its own in a plan', () => {
      const text = phases.map((phase) => canonicalForm(plan(recipe, phase))).join();
      expect(text).not.toMatch(/\{(origin|account|item|item\.number|item_or_integer|content\.[a-z]+)\}/);
    });

    it('writes nothing but drafts without a permit', () => {
      for (const phase of phases) {
        expect(plan(recipe, phase).write_rules.filter((rule) => rule.effect_class !== 'draft')).toEqual([]);
      }
    });
  },
);

interface Write {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

function decide(rules: readonly WriteRule[], permit: boolean, write: Write): string {
  const state: GuardState = {
    phase: 'configured',
    origins: [origin],
    rules: rules.map((rule) => ({ rule, permit, spent: false, expired: false })),
  };
  const decision = decideRequest(
    {
      method: write.method ?? 'POST',
      url: `${origin}${write.url}`,
      headers: { 'content-type': 'application/json', ...write.headers },
      body: new TextEncoder().encode(JSON.stringify(write.body)),
      kind: 'request',
    },
    state,
  );
  return decision.kind === 'allow' ? decision.rule : 'blocked';
}

interface Case {
  readonly write: Write;
  readonly draft: string;
  readonly permit: string;
  readonly because: string;
}

const put = { 'x-http-method-override': 'PUT' };
const { title, body, section } = content as { title: string; body: string; section: string };
const article = { headline: title, body, section };
const post = { title, content: body };
const plain = '/index.php?rest_route=%2Fwp%2Fv2%2Fposts%2F12&_locale=user';
const pretty = '/wp-json/wp/v2/posts/12?_locale=user';

const newsroomCases: readonly Case[] = [
  {
    write: { url: '/api/articles/12', body: { status: 'published', ...article } },
    draft: 'blocked',
    permit: 'publish-article',
    because: 'this is what was approved',
  },
  {
    write: { url: '/api/articles/12', body: { status: 'draft', ...article } },
    draft: 'save-draft',
    permit: 'blocked',
    because: 'a permit is no draft rule',
  },
  {
    write: { url: '/api/articles/12', body: { status: 'draft', ...article, body: 'First' } },
    draft: 'autosave',
    permit: 'blocked',
    because: 'it saves while one types',
  },
  {
    write: { url: '/api/articles/13', body: { status: 'published', ...article } },
    draft: 'blocked',
    permit: 'blocked',
    because: 'another article was not approved',
  },
  {
    write: { url: '/api/articles/13', body: { status: 'draft', ...article } },
    draft: 'blocked',
    permit: 'blocked',
    because: 'another article is not ours to change',
  },
  {
    write: { url: '/api/articles/12', body: { status: 'published', ...article, headline: `${title} ` } },
    draft: 'blocked',
    permit: 'blocked',
    because: 'one space more is another headline',
  },
  {
    write: { url: '/api/articles/12', body: { status: 'published', ...article, notify: true } },
    draft: 'blocked',
    permit: 'blocked',
    because: 'a field that nobody saw is refused',
  },
  {
    write: { url: '/api/articles/12', body: { status: 'published', headline: title, section } },
    draft: 'blocked',
    permit: 'blocked',
    because: 'a missing text is no approved text',
  },
  {
    write: { url: '/api/articles/12', headers: put, body: { status: 'published', ...article } },
    draft: 'blocked',
    permit: 'blocked',
    because: 'an override makes another method of it',
  },
  {
    write: { url: '/api/articles/12?x=1', body: { status: 'published', ...article } },
    draft: 'blocked',
    permit: 'blocked',
    because: 'a query that no rule names',
  },
  {
    write: { url: '/api/articles/12', method: 'DELETE', body: { status: 'published', ...article } },
    draft: 'blocked',
    permit: 'blocked',
    because: 'publishing never deletes',
  },
];

function wordpressCases(url: string): readonly Case[] {
  const other = url.replace('12', '13');
  return [
    {
      write: { url, headers: put, body: { id: 12, status: 'publish', ...post } },
      draft: 'blocked',
      permit: 'publish-post',
      because: 'this is what was approved',
    },
    {
      write: { url, headers: put, body: { id: 12, status: 'publish', content: body } },
      draft: 'blocked',
      permit: 'publish-post',
      because: 'the editor leaves out what it did not change',
    },
    {
      write: { url, headers: put, body: { id: 12, status: 'draft', ...post } },
      draft: 'save-draft',
      permit: 'blocked',
      because: 'a permit is no draft rule',
    },
    {
      write: { url: other, headers: put, body: { id: 13, status: 'publish', ...post } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'another post was not approved',
    },
    {
      write: { url, headers: put, body: { id: 13, status: 'publish', ...post } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'body and address name two posts',
    },
    {
      write: { url, headers: put, body: { id: 12, status: 'publish', ...post, title: 'Q4 notes' } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'another title',
    },
    {
      write: { url, headers: put, body: { id: 12, status: 'publish', ...post, content: `${body}\n` } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'one line more is another text',
    },
    {
      write: { url, headers: put, body: { id: 12, status: 'publish', ...post, sticky: true } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'a field that nobody saw is refused',
    },
    {
      write: { url, headers: put, body: { id: 12, status: 'private', ...post } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'another status',
    },
    {
      write: { url, headers: put, body: { id: 12, content: body } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'without a status it may change a published post',
    },
    {
      write: { url, body: { id: 12, status: 'publish', ...post } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'the editor overrides the method',
    },
    {
      write: {
        url,
        headers: { 'x-http-method-override': 'DELETE' },
        body: { id: 12, status: 'publish', ...post },
      },
      draft: 'blocked',
      permit: 'blocked',
      because: 'publishing never deletes',
    },
    {
      write: {
        url: plain.replace('posts%2F12', 'users%2Fme'),
        headers: put,
        body: { meta: { persisted_preferences: { _modified: 'now' } } },
      },
      draft: 'blocked',
      permit: 'blocked',
      because: 'the account’s preferences stay its owner’s',
    },
    {
      write: { url: '/wp-admin/admin-ajax.php', body: { action: 'heartbeat' } },
      draft: 'blocked',
      permit: 'blocked',
      because: 'the editor lives without its heartbeat',
    },
  ];
}

describe.each([
  ['newsroom', newsroom, newsroomCases],
  ['wordpress', wordpress, wordpressCases(plain)],
  ['wordpress-permalinks', wordpressPermalinks, wordpressCases(pretty)],
] as const)('what may leave at %s', (_, recipe, cases) => {
  it.each(cases)('drafting: $draft, publishing: $permit, because $because', ({ write, draft, permit }) => {
    expect(decide(plan(recipe, 'draft').write_rules, false, write)).toBe(draft);
    expect(decide(plan(recipe, 'publish').permit_rules, true, write)).toBe(permit);
  });

  it('publishes no altered text, whatever it is', () => {
    const approved = cases[0]?.write;
    const rules = plan(recipe, 'publish').permit_rules;
    fc.assert(
      fc.property(fc.string(), (text) => {
        const key = recipe === newsroom ? 'body' : 'content';
        fc.pre(text !== body && approved !== undefined);
        const altered = { ...(approved as Write), body: { ...(approved?.body as object), [key]: text } };
        expect(decide(rules, true, altered)).toBe('blocked');
      }),
    );
  });
});

it('a contributor’s permit submits for review, and publishes nothing', () => {
  const rules = plan(wordpressContributor, 'publish').permit_rules;
  const write = (status: string) => ({ url: plain, headers: put, body: { id: 12, status, ...post } });
  expect(decide(rules, true, write('pending'))).toBe('publish-post');
  expect(decide(rules, true, write('publish'))).toBe('blocked');
});

describe('content in a plan', () => {
  it('is taken literally, also when it looks like a placeholder', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('{item}', '{content.body}', '{origin}', '{integer}', '$&', '{item.number}'),
        fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\0]/g, '')),
        (look, rest) => {
          const tricky = { ...content, title: look, body: `${look}${rest}`.slice(0, 1_000) };
          const values = plan(newsroom, 'draft', '12', tricky).steps.flatMap((step) =>
            step.kind === 'fill' ? [step.value] : [],
          );
          expect(values).toEqual([tricky.title, tricky.body]);
        },
      ),
    );
  });

  const lines = [
    { item: null, of: content, problem: /\{item\} has no value/, because: 'nothing is saved yet' },
    { item: '../admin', of: content, problem: /not fit for an address/, because: 'an id is no path' },
    {
      item: '12',
      of: { title, body },
      problem: /\{content\.section\} has no value/,
      because: 'a field is missing',
    },
  ];
  it.each(lines)('gives no publication when $because', ({ item, of, problem }) => {
    const verdict = renderPlan(newsroom, {
      phase: 'publish',
      origin,
      account: 'writer',
      item,
      content: of,
      evidence: [],
    });
    expect(verdict).toMatchObject({ ok: false });
    if (!verdict.ok) expect(verdict.problems.join()).toMatch(problem);
  });

  it('a new draft may be saved under the id that the site gives it, a known one under its own only', () => {
    const write = { url: '/api/articles/99', body: { status: 'draft', ...article } };
    expect(decide(plan(newsroom, 'draft', null).write_rules, false, write)).toBe('save-draft');
    expect(decide(plan(newsroom, 'draft', '12').write_rules, false, write)).toBe('blocked');
  });
});

describe('a recipe file', () => {
  const file = JSON.stringify(newsroom, null, 2);
  const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
  const lines = [
    {
      from: '"new_path": "/articles/new"',
      to: '"new_path": "/articles/{content.title}"',
      rule: 'recipe.content-in-address',
      because: 'content is no address',
    },
    {
      from: '"new_path": "/articles/new"',
      to: '"new_path": "/articles/{slug}"',
      rule: 'recipe.placeholder-unknown',
      because: 'nothing is called slug',
    },
    {
      from: '"item": "item_id"',
      to: '"item": "post_id"',
      rule: 'recipe.extraction-unknown',
      because: 'no extraction gives that id',
    },
    {
      from: '"rule": "save-draft"',
      to: '"rule": "save"',
      rule: 'recipe.rule-unknown',
      because: 'no rule would let that write pass',
    },
    {
      from: '"title_field": "title"',
      to: '"title_field": "name"',
      rule: 'recipe.content-field-unknown',
      because: 'the content has no such field',
    },
    {
      from: '"effect_class": "external_write"',
      to: '"effect_class": "draft"',
      rule: 'recipe.effect-class',
      because: 'a publication is no draft',
    },
    {
      from: '"path": "/api/articles/{item}"',
      to: '"path": "/api/articles/{integer}"',
      rule: 'recipe.permit-path',
      because: 'what is approved goes to one address',
    },
    {
      from: '"path": "/api/articles/{item}"',
      to: '"path": "/api/{segment}/{item}"',
      rule: 'recipe.permit-path',
      because: 'a part of the address that nobody has approved is any part',
    },
    {
      from: '"new_path": "/articles/new"',
      to: '"new_path": "https://evil.example/"',
      rule: 'file.shape',
      because: 'a recipe stays on its site',
    },
  ];
  it.each(lines)('is refused at its line, because $because', ({ from, to, rule }) => {
    expect(file).toContain(from);
    const verdict = parseSiteRecipe(file.replace(from, to));
    expect(verdict).toMatchObject({ ok: false, problems: [{ rule, line: lineOf(file, from) }] });
  });
});

describe('an item that the content names', () => {
  it('is opened under that name before anything is saved', () => {
    expect(plan(dokuwiki, 'draft', null).start_url).toBe(`${origin}/doku.php?id=q3_notes&do=edit`);
  });

  it('keeps to the name of the content, whatever the record remembers', () => {
    expect(plan(dokuwiki, 'publish', 'other_page').permit_rules[0]?.query[0]).toMatchObject({
      value: 'q3_notes',
    });
  });

  const names = [
    { page: 'q3_notes', rules: [], because: 'it is fit for an address' },
    { page: 'q3&do=admin', rules: ['content.not-an-item-name'], because: 'it would change the address' },
    { page: 'a/b', rules: ['content.not-an-item-name'], because: 'it would be another path' },
    { page: '', rules: ['content.not-an-item-name'], because: 'it names nothing' },
  ];
  it.each(names)('named “$page”: $rules, because $because', ({ page, rules }) => {
    expect(checkContent(dokuwiki, { ...wikiContent, page }).map(({ rule }) => rule)).toEqual(rules);
  });

  it('has to be a field of the content', () => {
    const recipe: SiteRecipe = { ...dokuwiki, draft: { ...dokuwiki.draft, item: { content_field: 'slug' } } };
    expect(checkRecipe(recipe)).toMatchObject([
      { rule: 'recipe.content-field-unknown', path: ['draft', 'item', 'content_field'] },
    ]);
  });
});
