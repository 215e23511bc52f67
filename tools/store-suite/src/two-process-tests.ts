import { people, stoppedClock } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { commits, processes } from './processes.ts';
import { isWhole } from './size.ts';

/** Two processes over one place that decide and commit at once. */
export function twoProcessTests(engine: Engine): void {
  describe(`two processes on one ${engine.name} store`, () => {
    const running = processes();

    it('decide and commit at once: one decision, one commit, one effect', async () => {
      const place = await engine.place();
      const clock = stoppedClock();
      const one = await running.start(place, { clock });
      const two = await running.start(place, { clock, series: 1, processId: 'process-2' });
      for (let round = 1; round <= (isWhole ? 10 : 4); round += 1) {
        const article = `article-${round}`;
        await one.begin(article);
        const { gate_id, revision } = await one.draft(article);
        const decide = { gate_id, revision, decision: 'approve', reason: null } as const;
        const decided = await Promise.all([
          one.send('decide-gate', decide, people.reviewer),
          two.send('decide-gate', { ...decide, decision: 'reject' }, people.owner),
        ]);
        expect(decided.filter((answer) => answer.kind === 'accepted').length).toBe(1);
        if ((await one.gate(gate_id)).status !== 'open') continue;
        const admission = await one.admission(`todo-${article}`, 'external_write');
        const admitted = await Promise.all([
          one.send('admit-attempt', admission),
          two.send('admit-attempt', admission),
        ]);
        expect(admitted.filter((answer) => answer.kind === 'accepted').length).toBe(1);
        const [attempt] = await one.kernel.attempts(one.workspace, { states: ['admitted'] });
        if (attempt === undefined) throw new Error('no attempt was admitted');
        const { attempt_id, fence, subject_digest } = attempt;
        await two.must('start-attempt', {
          attempt_id,
          fence,
          process_id: 'process-1',
          session_reference: 'session-1',
        });
        await one.must('prepare-attempt', {
          attempt_id,
          fence,
          process_id: 'process-1',
          subject_digest: subject_digest ?? '',
        });
        const committed = await Promise.all([
          one.send('commit-attempt', one.commitInput(attempt)),
          two.send('commit-attempt', two.commitInput(attempt)),
        ]);
        expect(committed.filter((answer) => answer.kind === 'accepted').length).toBe(1);
        await one.report(await one.attempt(attempt_id), 'published');
        await one.settle(attempt, one.readingBack(attempt, article));
      }
      const gates = await two.kernel.gates(two.workspace);
      const consumed = gates.filter((gate) => gate.closed_for === 'consumed');
      expect(consumed.length).toBe(await commits(two));
    });

    it('give one command one effect and one answer, whoever sends it', async () => {
      const place = await engine.place();
      const clock = stoppedClock();
      const one = await running.start(place, { clock });
      const two = await running.start(place, { clock, series: 1 });
      await one.begin();
      const input = await one.admission('todo-article-1', 'draft');
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? one : two).send('admit-attempt', input, people.operator, 'same'),
        ),
      );
      const results = new Set(
        answers.map((answer) => (answer.kind === 'accepted' ? JSON.stringify(answer.result) : answer.rule)),
      );
      expect(results.size).toBe(1);
      expect(answers.filter((answer) => answer.kind === 'accepted' && !answer.replayed).length).toBe(1);
      expect((await one.kernel.attempts(one.workspace)).length).toBe(1);
    });
  });
}
