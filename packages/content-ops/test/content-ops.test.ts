import { describe, expect, it } from 'vitest';
import * as face from '../src/index.ts';
import {
  type Content,
  type ContentOpsOptions,
  createContentOps,
  describeAttention,
  newsroom,
  type SiteRecipe,
  shippedRecipes,
} from '../src/index.ts';
import {
  aRecord,
  aTodo,
  attemptInput,
  content,
  newsroomCase,
  origin,
  rules,
  wordpressCase,
  wordpressContent,
} from './support/publishing.ts';
import { proposalFor, reducerInput, reportOf } from './support/reports.ts';

function options(
  patch: Partial<ContentOpsOptions> = {},
  of: Content = content,
): ContentOpsOptions & { asked: string[] } {
  const asked: string[] = [];
  const source = {
    read: async (recordId: string) => {
      asked.push(recordId);
      return of;
    },
  };
  return { rules, recipes: shippedRecipes, content: source, ...patch, asked };
}

describe('the capability', () => {
  it('has an outcome that its caller sees', () => {
    expect(createContentOps(options()).description).toMatchObject({ capability_id: 'content-ops' });
  });

  it('reads the content of the item and nothing else', async () => {
    const given = options();
    const { plan } = await createContentOps(given).prepareAttempt(
      attemptInput({ todo: aTodo('draft_until_review_gate') }),
    );
    expect(given.asked).toEqual(['post-1']);
    expect(plan.steps).toContainEqual(expect.objectContaining({ kind: 'fill', value: content.title }));
  });

  it('proposes what its reducer says', async () => {
    const report = reportOf('draft_held', 'draft_until_review_gate', newsroomCase);
    const proposal = await createContentOps(options()).propose(
      reducerInput('draft_until_review_gate', report),
    );
    expect(proposal).toEqual(proposalFor('draft_until_review_gate', report));
  });

  it('does not draft content that is not the record’s', async () => {
    const moved = createContentOps(options({}, { ...content, title: 'Q4 notes' }));
    const input = attemptInput({ todo: aTodo('draft_until_review_gate') });
    await expect(moved.prepareAttempt(input)).rejects.toMatchObject({ code: 'content_moved' });
  });

  it('goes to the site that the content names', async () => {
    const two = {
      ...rules,
      sites: [
        ...rules.sites,
        { id: 'blog', origin: 'https://blog.example', account: 'w', recipe: 'wordpress' },
      ],
    };
    const named = { ...wordpressContent, site: 'blog' };
    const record = aRecord('captured', {}, { ...wordpressCase, content: named });
    const todo = aTodo('draft_until_review_gate');
    const capability = createContentOps(options({ rules: two }, named));
    const { plan } = await capability.prepareAttempt(attemptInput({ todo, record }));
    expect(plan.allowed_origins).toEqual(['https://blog.example']);
    const unnamed = createContentOps(options({ rules: two }));
    await expect(unnamed.prepareAttempt(attemptInput({ todo }))).rejects.toMatchObject({
      code: 'site_unknown',
    });
  });

  it('cannot be made without a recipe that the rules name', () => {
    expect(() => createContentOps(options({ recipes: [] }))).toThrow(/newsroom/);
  });
});

describe('the digest of its rules', () => {
  const digest = (patch: Partial<ContentOpsOptions> = {}) => createContentOps(options(patch)).rules_digest;
  const { publish } = newsroom;
  const [autosave] = newsroom.draft.write_rules;
  if (autosave === undefined) throw new Error('the newsroom has draft rules');
  const recipes: { because: string; recipe: SiteRecipe }[] = [
    {
      because: 'a field is no longer compared before the press',
      recipe: {
        ...newsroom,
        publish: { ...publish, steps: publish.steps.filter(({ kind }) => kind !== 'verify') },
      },
    },
    {
      because: 'one more draft may leave',
      recipe: { ...newsroom, publish: { ...publish, write_rules: [autosave] } },
    },
    {
      because: 'the store is no longer compared',
      recipe: { ...newsroom, read_back: { ...newsroom.read_back, stored: [] } },
    },
  ];
  it.each(recipes)('is another when $because, without a new version', ({ recipe }) => {
    expect(recipe.version).toBe(newsroom.version);
    expect(digest({ recipes: [recipe] })).not.toBe(digest({ recipes: [newsroom] }));
  });

  it('is another when a publishing rule is, and the same whatever recipes lie unused beside', () => {
    expect(digest({ rules: { ...rules, retry_budget: 3 } })).not.toBe(digest());
    expect(digest({ recipes: [newsroom] })).toBe(digest({ recipes: shippedRecipes }));
  });
});

describe('signing in', () => {
  const [site] = rules.sites;
  const wordpressRules = {
    ...rules,
    sites: [{ ...site, id: 'blog', origin, account: 'writer', recipe: 'wordpress' }],
  };

  it('is a person’s, as this account and no other', async () => {
    const surface = await createContentOps(
      options({ rules: wordpressRules }, wordpressContent),
    ).signInSurface(aTodo('enrol_stored_session'));
    expect(surface).toMatchObject({
      account: 'writer',
      start_url: `${origin}/wp-login.php`,
      allowed_origins: [origin],
      human_rules: [{ origin, path: '/wp-login.php', effect_class: 'credential_use' }],
    });
    expect(surface?.human_rules[0]?.body).toMatchObject({
      fields: expect.arrayContaining([{ field: 'log', operator: 'equals', value: 'writer' }]),
      other_fields: 'deny',
    });
  });

  it('is not there where the site asks nobody', async () => {
    expect(await createContentOps(options()).signInSurface(aTodo('enrol_stored_session'))).toBeNull();
  });
});

describe('a waiting question on a terminal', () => {
  it('shows question, tried, forbidden, captured, next step and take-over', () => {
    const { gate } = proposalFor(
      'draft_until_review_gate',
      reportOf('draft_held', 'draft_until_review_gate', newsroomCase),
    );
    if (gate === null) throw new Error('a held draft raises a gate');
    const lines = describeAttention(gate.attention).map(({ name, text }) => `${name}: ${text}`);
    expect(lines).toEqual([
      'question: Publish “Q3 notes” to newsroom.example as drafted at 14:02 UTC?',
      'it wants to: open the article editor',
      'it wants to: fill headline, body and section with the approved draft',
      'it wants to: save the draft',
      'it wants to: capture compact receipt',
      'it wants to: once approved, one time: publish this article with exactly the approved headline, body and section',
      'it must not: before a person has approved: publish, send, submit, pay or delete anything',
      'it must not: sign in, or use or change credentials',
      `evidence: screenshot sha256:${'e'.repeat(64)}`,
      'next: your decision',
      `to take over: Take over the session: the agent’s input stops until you hand it back. Or open ${origin}/articles/12/edit as writer in your own browser.`,
    ]);
  });
});

describe('the public face', () => {
  it('is this', () => {
    expect(Object.keys(face).sort()).toMatchInlineSnapshot(`
      [
        "ContentOpsFault",
        "advance",
        "atOrigin",
        "capabilityId",
        "captureItem",
        "checkContent",
        "checkRecipe",
        "contentDigest",
        "contentOpsDescription",
        "contentSchema",
        "createContentOps",
        "describeAttention",
        "describeSubject",
        "dokuwiki",
        "endingOf",
        "evidenceFileName",
        "itemEvents",
        "itemExtraction",
        "itemFacts",
        "itemField",
        "itemNamedBy",
        "itemStateSchema",
        "itemStates",
        "jsonPointer",
        "meanings",
        "newsroom",
        "parsePositionedJson",
        "parsePublishingRules",
        "parseSiteRecipe",
        "plainLine",
        "problemAt",
        "publishingRulesSchema",
        "reduce",
        "renderPlan",
        "reviseItem",
        "shippedRecipes",
        "shownState",
        "signInSurface",
        "siteFor",
        "siteName",
        "siteRecipeSchema",
        "skipItem",
        "standingQuestion",
        "supersedeItem",
        "usualRules",
        "wordpress",
        "wordpressClassic",
        "wordpressContributor",
        "wordpressOneClick",
        "wordpressPermalinks",
        "wordpressRest",
      ]
    `);
  });
});
