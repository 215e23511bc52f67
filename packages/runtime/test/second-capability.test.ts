import { afterEach, describe, expect, it } from 'vitest';
import {
  type Correction,
  correctionDesk,
  createCorrectionDesk,
  digestOfCorrection,
} from './support/correction-desk.ts';
import { recipe } from './support/newsroom-recipe.ts';
import { people, workspace } from './support/people.ts';
import { accepted, approve, beginApproved, command, finish, mainTodo, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

/** A page exists, and a correction of it is to go out. */
async function beginCorrection({ kernel, site }: World): Promise<Correction> {
  const opened = await fetch(`${site.origin}/articles/new`, { redirect: 'manual' });
  const page = /\d+/.exec(opened.headers.get('location') ?? '')?.[0] ?? '';
  const correction = { page, headline: 'Correction', text: 'It was on Saturday.' };
  accepted(
    await command(kernel, 'create-goal', people.editor, {
      goal_id: 'corrections',
      mode: 'drafting',
      owner_id: people.editor.id,
      quota: {},
    }),
  );
  accepted(
    await command(kernel, 'put-record', people.editor, {
      capability: correctionDesk.capability_id,
      record_id: 'correction-1',
      expected_version: 0,
      state: 'asked',
      content_digest: digestOfCorrection(correction),
      facts: {},
      ends_approvals: false,
    }),
  );
  accepted(
    await command(kernel, 'create-todo', people.operator, {
      goal_id: 'corrections',
      todo_id: 'correction-1',
      capability: correctionDesk.capability_id,
      action_unit: 'inspect_screen',
      record_id: 'correction-1',
    }),
  );
  return correction;
}

describe('a second capability', () => {
  it('has its own way to an effect, on the same provider, host and kernel', async () => {
    world = await openWorld({ capabilities: [correctionDesk] });
    const { kernel, site } = world;
    const correction = await beginCorrection(world);
    const host = await world.hostWith({ capabilities: [createCorrectionDesk(site.origin, correction)] });

    expect(await host.runTodo('correction-1', providerId)).toMatchObject({
      because: 'desk-looked',
      todo_state: 'awaiting_gate',
    });
    expect(await host.runTodo('correction-1', providerId)).toMatchObject({
      kind: 'refused',
      rule: 'todo.not-open',
    });
    expect(site.publishWrites).toEqual([]);
    await approve(kernel);
    expect(await host.runTodo('correction-1', providerId)).toMatchObject({
      because: 'desk-corrected',
      todo_state: 'done',
    });
    expect(site.publications).toMatchObject([{ headline: 'Correction', body: 'It was on Saturday.' }]);
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  });

  it('works beside publishing, and neither touches the other’s todos', async () => {
    world = await openWorld({ capabilities: [correctionDesk] });
    const { kernel, site } = world;
    const correction = await beginCorrection(world);
    const desk = createCorrectionDesk(site.origin, correction);
    await beginApproved(kernel, world.host);
    // A host that has not got the capability of a todo runs it for nobody.
    expect(await world.host.runTodo('correction-1', providerId)).toMatchObject({ kind: 'refused' });
    const both = await world.hostWith({ capabilities: [desk, world.capabilityWith(recipe)] });
    await finish(kernel, both);
    expect(await todo(kernel, mainTodo)).toMatchObject({ state: 'done' });
    expect(await todo(kernel, 'correction-1')).toMatchObject({ state: 'done' });
    expect(site.publications.map(({ headline }) => headline).sort()).toEqual([
      'Correction',
      'Harvest festival draws a record crowd',
    ]);
  });

  it('cannot use the approval of another content', async () => {
    world = await openWorld({ capabilities: [correctionDesk] });
    const { kernel, site } = world;
    const correction = await beginCorrection(world);
    const host = await world.hostWith({ capabilities: [createCorrectionDesk(site.origin, correction)] });
    await host.runTodo('correction-1', providerId);
    await approve(kernel);
    const other = createCorrectionDesk(site.origin, { ...correction, text: 'It was on Sunday after all.' });
    const changed = await world.hostWith({ capabilities: [other] });
    expect(await changed.runTodo('correction-1', providerId)).toMatchObject({ kind: 'refused' });
    expect(site.publishWrites).toEqual([]);
  });
});
