import type { Attempt } from '@cux/kernel';
import { people, records, stoppedClock } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { commits, processes } from './processes.ts';

const todoId = 'todo-article-1';

/** Restarts, retries and faults in the middle of a publication, with the right outcome of each. */
export function sequenceTests(engine: Engine): void {
  describe(`sequences of faults, on ${engine.name}`, () => {
    const running = processes();

    it('K01: a question survives a restart, and the retry under its key runs once', async () => {
      const place = await engine.place();
      const before = await running.start(place);
      await before.begin();
      const asked = await before.draft();
      const early = await before.admission(todoId, 'external_write');
      const refused = await before.send('admit-attempt', early, people.operator, 'A');
      expect(refused).toMatchObject({ kind: 'refused', rule: 'todo.not-open' });
      await running.kill(before);

      const after = await running.start(place, { series: 1, processId: 'process-2' });
      expect(await after.gate(asked.gate_id)).toEqual(asked);
      await after.decide(asked);
      const retry = await after.admission(todoId, 'external_write');
      const admitted = await after.send('admit-attempt', retry, people.operator, 'A');
      const again = await after.send('admit-attempt', retry, people.operator, 'A');
      expect(admitted).toMatchObject({ kind: 'accepted', replayed: false });
      expect(again).toMatchObject({ kind: 'accepted', replayed: true });
      expect((await after.kernel.gates(after.workspace)).length).toBe(1);
    });

    it('K02: an approval is of no use for other arguments, and the order of keys is none', async () => {
      const story = await running.start(await engine.place());
      await story.begin();
      await story.decide(await story.draft());
      const subject = await story.subject('article-1');
      const changed = [
        { ...subject, final_action: { role: 'button' as const, name: 'Confirm publish ' } },
        { ...subject, target: { ...subject.target, account: 'desk2' } },
        { ...subject, content_digest: records.contentDigest('first text!') },
        { ...subject, permit_rules_digest: records.contentDigest('other rules') },
        { ...subject, policy_version: 'policy-2' },
      ];
      for (const other of changed) {
        const input = await story.admission(todoId, 'external_write', { subject: other });
        expect(await story.send('admit-attempt', input)).toMatchObject({ kind: 'refused' });
      }
      const turned = Object.fromEntries(Object.entries(subject).reverse()) as typeof subject;
      const control = await story.admission(todoId, 'external_write', { subject: turned });
      expect(await story.send('admit-attempt', control)).toMatchObject({ kind: 'accepted' });
      expect(await commits(story)).toBe(0);
    });

    it('K04: of two writes asked for at once, only the approved one runs', async () => {
      const story = await running.start(await engine.place());
      await story.begin();
      await story.begin('article-2');
      const [first, second] = [await story.draft(), await story.draft('article-2')];
      await story.decide(first);
      const inputs = [
        await story.admission(todoId, 'external_write'),
        await story.admission('todo-article-2', 'external_write'),
      ];
      // The second one also tries to ride on the first one's approval.
      const riding = await story.admission('todo-article-2', 'external_write', {
        request: (inputs[0] as (typeof inputs)[number]).request,
      });
      const answers = await Promise.all(
        [...inputs, riding].map((input) => story.send('admit-attempt', input)),
      );
      expect(answers.map((answer) => answer.kind)).toEqual(['accepted', 'refused', 'refused']);
      expect((await story.gate(second.gate_id)).status).toBe('pending');
    });

    it('K06: after a press with an unknown result nothing runs again, by the same key or a new one', async () => {
      const story = await running.start(await engine.place());
      await story.begin();
      await story.decide(await story.draft());
      const attempt = await story.prepare();
      const commit = story.commitInput(attempt);
      await story.must('commit-attempt', commit, people.operator, 'commit');
      const reported = await story.report(await story.attempt(attempt.attempt_id), 'press-unknown');
      expect(reported.state).toBe('outcome_unknown');

      const same = await story.send('commit-attempt', commit, people.operator, 'commit');
      expect(same).toMatchObject({ kind: 'accepted', replayed: true });
      const fresh = await story.send('commit-attempt', commit, people.operator, 'commit-2');
      expect(fresh).toMatchObject({ kind: 'refused' });
      const admission = await story.admission(todoId, 'external_write');
      expect(await story.send('admit-attempt', admission)).toMatchObject({ rule: 'todo.not-open' });

      await story.settle(attempt, story.readingBack(attempt));
      await story.readBack(`read-back-${attempt.fence}-article-1`, attempt, 'not_happened');
      const stale = await story.send('admit-attempt', admission);
      expect(stale, 'a new write needs a new approval').toMatchObject({ kind: 'refused' });
      await story.decide(await story.gateOf(todoId));
      await story.commit();
      expect(await commits(story)).toBe(2);
    });

    const crashes = [
      ['before the intent', 0, 'open', null],
      ['after the intent', 1, 'open', 'abandoned'],
      ['with the session open', 2, 'open', 'abandoned'],
      ['with the finger on the key', 3, 'open', 'abandoned'],
      ['after the commit, before or after the press', 4, 'reconciling', 'outcome_unknown'],
      ['after the receipt', 5, 'running', 'reported'],
    ] as const;

    it.each(crashes)('K07: a crash %s', async (_when, steps, todoState, attemptState) => {
      const place = await engine.place();
      const before = await running.start(place);
      await before.begin();
      await before.decide(await before.draft());
      let attempt: Attempt | null = null;
      if (steps === 1) await before.must('admit-attempt', await before.admission(todoId, 'external_write'));
      if (steps === 2) attempt = await before.run(todoId, 'external_write');
      if (steps === 3) attempt = await before.prepare();
      if (steps >= 4) attempt = await before.commit();
      if (steps === 5 && attempt !== null) await before.report(attempt, 'published');
      await running.kill(before);

      const after = await running.start(place, { series: 1, processId: 'process-2' });
      const report = await after.kernel.recover(after.workspace, 'process-2', {
        deadProcesses: ['process-1'],
      });
      expect((await after.todo(todoId)).state).toBe(todoState);
      const attempts = await after.kernel.attempts(after.workspace);
      const last = attempts.reduce((latest, each) => (each.fence > latest.fence ? each : latest));
      expect(last.request.effect_class === 'draft' ? null : last.state).toBe(attemptState);
      expect(report.actions.every((action) => action.explanation.length > 20)).toBe(true);

      // Whatever the crash was, the approval is good for one commit in all.
      if (steps < 4) await after.commit();
      const admission = await after.admission(todoId, 'external_write');
      expect(await after.send('admit-attempt', admission)).toMatchObject({ kind: 'refused' });
      expect(await commits(after)).toBe(1);
      if (steps >= 4) {
        expect(report.awaiting_reducer).toEqual([last.attempt_id]);
        await after.settle(last, after.readingBack(last));
        await after.readBack(`read-back-${last.fence}-article-1`, last);
        expect((await after.todo(todoId)).state).toBe('done');
      }
    });

    it('K13: after a restart another actor is refused, other metadata is none', async () => {
      const place = await engine.place();
      const before = await running.start(place);
      await before.begin();
      await before.decide(await before.draft());
      await running.kill(before);

      const after = await running.start(place, { series: 1, processId: 'process-2' });
      const attempt = await after.prepare();
      const stranger = { kind: 'operator', id: 'another-host' } as const;
      expect(await after.send('commit-attempt', after.commitInput(attempt), stranger)).toMatchObject({
        rule: 'attempt.other-actor',
      });
      // Another process, key, lease and plan digest: none of them is part of what was approved.
      await after.must('commit-attempt', after.commitInput(attempt));
      expect(await commits(after)).toBe(1);
    });

    it('K14: what was tightened after the approval is refused, and a rejection never becomes a run', async () => {
      const clock = stoppedClock();
      const story = await running.start(await engine.place(), { clock });
      await story.begin();
      const gate = await story.draft();
      await story.decide(gate);
      const admission = await story.admission(todoId, 'external_write');
      await story.putArticle('article-1', 'second text');
      expect(await story.send('admit-attempt', admission)).toMatchObject({ kind: 'refused' });
      expect((await story.gate(gate.gate_id)).closed_for).toBe('superseded');

      await story.begin('article-2');
      const rejected = await story.draft('article-2');
      await story.decide(rejected, 'reject');
      const { gate_id, revision } = await story.gate(rejected.gate_id);
      const approve = { gate_id, revision, decision: 'approve', reason: null } as const;
      expect(await story.send('decide-gate', approve, people.owner)).toMatchObject({ rule: 'gate.rejected' });
      const write = await story.admission('todo-article-2', 'external_write');
      expect(await story.send('admit-attempt', write)).toMatchObject({ kind: 'refused' });
      expect(await commits(story)).toBe(0);
    });

    it('judges a report after a restart by the rules of the plan that was admitted before it', async () => {
      const place = await engine.place();
      const before = await running.start(place);
      await before.begin();
      const attempt = await before.run(todoId, 'draft');
      await before.addEvidence(attempt);
      await running.kill(before);

      const after = await running.start(place, { series: 1 });
      const honest = after.reportInput(attempt, 'drafted');
      const { annex } = records.reportFor(attempt, 'drafted');
      expect(annex.allowed_writes).toEqual(attempt.draft_rules.map((rule) => ({ rule, count: 1 })));
      const elsewhere = [...annex.allowed_writes, { rule: 'save-elsewhere', count: 1 }];
      const lying = { ...honest, annex: records.bytes({ ...annex, allowed_writes: elsewhere }) };
      expect(await after.send('report-attempt', lying)).toMatchObject({ rule: 'annex.rule-unknown' });
      expect((await after.attempt(attempt.attempt_id)).state).toBe('running');
      expect(await after.send('report-attempt', honest)).toMatchObject({ kind: 'accepted' });
    });

    it('K16: a key with another body, a receipt again, and a gate revision that is behind', async () => {
      const place = await engine.place();
      const before = await running.start(place);
      await before.begin();
      await before.decide(await before.draft());
      const attempt = await before.commit();
      await before.addEvidence(attempt);
      const report = before.reportInput(attempt, 'published');
      const first = await before.send('report-attempt', report, people.operator, 'R');
      await running.kill(before);

      const after = await running.start(place, { series: 1 });
      const again = await after.send('report-attempt', report, people.operator, 'R');
      expect(again).toEqual({ ...first, replayed: true });
      const other = after.reportInput(attempt, 'press-unknown');
      expect(await after.send('report-attempt', other, people.operator, 'R')).toMatchObject({
        rule: 'idempotency_conflict',
      });
      expect(await after.send('report-attempt', other, people.operator, 'R2')).toMatchObject({
        rule: 'replay.conflict',
      });
      await after.begin('article-2');
      await after.decide(await after.draft('article-2'));
      const gate = await after.gateOf('todo-article-2');
      const stale = await after.admission('todo-article-2', 'external_write', {
        request: records.bytes(
          records.requestFor({
            goal_id: 'goal-1',
            todo_id: 'todo-article-2',
            action_unit: 'publish_after_approved_gate',
            effect_class: 'external_write',
            gate: { gate_id: gate.gate_id, revision: gate.revision - 1, status: 'open' },
          }),
        ),
      });
      expect(await after.send('admit-attempt', stale)).toMatchObject({ rule: 'gate.revision-behind' });
      expect(await commits(after)).toBe(1);
    });
  });
}
