import { people, records } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { processes } from './processes.ts';

/** The ways that an article can go. */
export function storyTests(engine: Engine): void {
  describe(`the way of an article, on ${engine.name}`, () => {
    const running = processes();

    it('goes from draft over approval and publication to a read-back, with one commit', async () => {
      const story = await running.start(await engine.place());
      await story.begin();
      const { attempt, readBack } = await story.publish();
      expect((await story.todo('todo-article-1')).state).toBe('reconciling');
      expect((await story.gateOf('todo-article-1')).closed_for).toBe('consumed');
      await story.readBack(readBack, attempt);
      expect((await story.todo('todo-article-1')).state).toBe('done');
      expect((await story.todo(readBack)).state).toBe('done');
      expect((await story.attempt(attempt.attempt_id)).outcome).toBe('happened');
      expect(await story.kernel.quota(story.workspace, 'goal-1')).toMatchObject({
        reserved: {},
        used: { attempts: 3, external_writes: 1, interventions: 1 },
      });
    });

    it('goes from an unknown outcome over a read-back that finds nothing to a new question', async () => {
      const story = await running.start(await engine.place());
      await story.begin();
      await story.decide(await story.draft());
      const attempt = await story.commit();
      expect(await story.report(attempt, 'press-unknown')).toMatchObject({ state: 'outcome_unknown' });
      await story.settle(attempt, story.readingBack(attempt));
      await story.readBack(`read-back-${attempt.fence}-article-1`, attempt, 'not_happened');
      const todo = await story.todo('todo-article-1');
      expect(todo.state).toBe('awaiting_gate');
      expect((await story.gateOf('todo-article-1')).status).toBe('pending');
      expect(await story.attempt(attempt.attempt_id)).toMatchObject({
        state: 'settled',
        outcome: 'not_happened',
      });
    });

    it('waits for a sign-in, and goes on when the account is enrolled', async () => {
      const story = await running.start(await engine.place());
      await story.begin();
      const first = await story.run('todo-article-1', 'draft');
      await story.report(first, 'failed');
      const shown = records.attention('Sign in to the newsroom as desk?');
      await story.settle(
        first,
        records.proposalFor(
          { state: 'blocked', successor: 'enrol-1', attention: shown },
          {
            following: [
              {
                todo_id: 'enrol-1',
                action_unit: 'enrol_stored_session',
                state: 'awaiting_gate',
                record_id: null,
                reconciles_attempt_id: null,
                attention: shown,
              },
            ],
            gate: {
              kind: 'standing',
              todo_id: 'enrol-1',
              subject: {
                principal_id: people.agent.id,
                account: 'desk',
                origin: records.site,
                window_ms: 86_400_000,
              },
              attention: shown,
              expires_in_ms: 3_600_000,
            },
          },
        ),
      );
      await story.decide(await story.gateOf('enrol-1'));
      const enrolment = await story.run('enrol-1', 'credential_use');
      await story.addEvidence(enrolment);
      await story.report(enrolment, 'signed-in');
      await story.settle(
        enrolment,
        records.proposalFor(
          { state: 'done' },
          { evidence: [records.evidenceDigest], unblocks: 'todo-article-1' },
        ),
      );
      expect((await story.todo('todo-article-1')).state).toBe('open');
      expect((await story.gateOf('enrol-1')).status).toBe('open');
      const standing = await story.gateOf('enrol-1');
      const admission = await story.admission('todo-article-1', 'draft', {
        standing_gate_id: standing.gate_id,
      });
      expect(await story.send('admit-attempt', admission)).toMatchObject({ kind: 'accepted' });
    });
  });
}
