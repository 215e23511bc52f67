import { createContentOps } from '@cux/content-ops';
import { afterEach, describe, expect, it } from 'vitest';
import { publishingRules, recipe } from './support/newsroom-recipe.ts';
import { people, workspace } from './support/people.ts';
import { accepted, approve, begin, command, mainTodo, pendingGate, recordId, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

/** The newsroom under rules that let nobody press but a person, by hand. */
async function hostByHand({ site, content, hostWith }: World) {
  const rules = publishingRules(site.origin);
  const [newsroom] = rules.sites;
  if (newsroom === undefined) throw new Error('the rules have a site');
  const capability = createContentOps({
    rules: { ...rules, sites: [{ ...newsroom, published_by: 'person' }] },
    recipes: [recipe],
    content: { read: async () => content.current },
  });
  return hostWith({ capabilities: [capability] });
}

/** A person's own browser, beside cux. */
async function publishByHand({ site, content }: World, change: Record<string, string> = {}): Promise<void> {
  const [id] = site.articles.keys();
  const { title, body, section } = content.current;
  await fetch(`${site.origin}/api/articles/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'published', headline: title, body, section, ...change }),
  });
}

describe('a publication by hand', () => {
  it('is asked as any other, and the site says afterwards that it is out', async () => {
    world = await openWorld();
    const { kernel, site } = world;
    const host = await hostByHand(world);
    await begin(kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      because: 'draft-held',
      todo_state: 'awaiting_gate',
    });
    const gate = await pendingGate(kernel);
    expect(gate?.attention.question).toMatch(
      /^Publish “Harvest .*” to .* by hand, exactly as drafted .*Is it done\?$/,
    );
    // Nobody but a person may answer, as ever.
    expect(
      await command(kernel, 'decide-gate', people.agent, {
        gate_id: gate?.gate_id ?? '',
        revision: 1,
        decision: 'approve',
        reason: null,
      }),
    ).toMatchObject({ kind: 'refused' });

    await publishByHand(world);
    await approve(kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      because: 'published-by-hand',
      todo_state: 'done',
    });
    expect(await kernel.record(workspace, 'content-ops', recordId)).toMatchObject({
      state: 'readback_verified',
    });
    expect(site.publications, 'cux has sent none').toHaveLength(1);
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  });

  it('is not believed where the site says otherwise, and may be done then', async () => {
    world = await openWorld();
    const { kernel, site } = world;
    const host = await hostByHand(world);
    await begin(kernel);
    await host.runTodo(mainTodo, providerId);
    await approve(kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      because: 'not-published-by-hand',
      todo_state: 'blocked',
    });
    expect(site.publishWrites).toEqual([]);
    await publishByHand(world);
    accepted(await command(kernel, 'reopen-todo', people.editor, { todo_id: mainTodo }));
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ todo_state: 'done' });
  });

  it('of another text is for a person', async () => {
    world = await openWorld();
    const { kernel } = world;
    const host = await hostByHand(world);
    await begin(kernel);
    await host.runTodo(mainTodo, providerId);
    await publishByHand(world, { body: 'Another text.' });
    await approve(kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      because: 'published-text-differs',
      todo_state: 'blocked',
    });
    expect(await todo(kernel)).toMatchObject({
      attention: { question: expect.stringContaining('another text') },
    });
  });

  it('gives a provider nothing to press, whatever the todo says', async () => {
    world = await openWorld();
    const { kernel, site } = world;
    const byHand = await hostByHand(world);
    await begin(kernel);
    await byHand.runTodo(mainTodo, providerId);
    await approve(kernel);
    // Another host, whose rules let the provider publish, finds no approval for that.
    await world.host.runTodo(mainTodo, providerId);
    expect(site.publishWrites).toEqual([]);
  });
});
