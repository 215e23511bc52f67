import { describe, expect, it } from 'vitest';
import { KernelTime } from '../src/shell/kernel-time.ts';
import { people, Story, stoppedClock } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';
import { newStory } from './support/new-story.ts';

const start = 1_760_000_000_000;
const year = 31_536_000_000;

function timeAt(start: number) {
  const clock = stoppedClock(start);
  return { clock, time: new KernelTime(clock, clock.monotonic) };
}

describe('the kernel’s time', () => {
  it('goes on after the wall clock was set forward and back again', () => {
    const { clock, time } = timeAt(start);
    expect(time.at('w', 0).now).toBe(start);
    clock.set(start + year);
    expect(time.at('w', start).now).toBe(start + year);
    clock.set(start);
    expect(time.at('w', start + year).now).toBe(start + year);
    clock.advance(5_000);
    expect(time.at('w', start + year).now).toBe(start + year + 5_000);
  });

  it('never steps back, and goes on where the wall clock stands still or falls', () => {
    const { clock, time } = timeAt(start);
    let last = time.at('w', 0).now;
    for (const step of [1_000, -50_000, 300, -7, 0, 90_000]) {
      clock.advance(step);
      const { now } = time.at('w', last);
      expect(now).toBe(last + Math.max(0, step));
      clock.set(clock.now() - 10_000);
      last = now;
    }
  });

  it('is that of another process, where that is ahead', () => {
    const { time } = timeAt(start);
    expect(time.at('w', 0).now).toBe(start);
    expect(time.at('w', start + 3_000).now).toBe(start + 3_000);
    expect(time.at('other', 0).now).toBe(start);
  });

  it.each([
    { because: 'it has been here all the while', forward: 0, waits: 20_000, passed: 20_000 },
    { because: 'a leap is nobody’s measure', forward: 3_600_000, waits: 20_000, passed: 20_000 },
    {
      because: 'clocks that differ by less than a second are of one mind',
      forward: 900,
      waits: 20_000,
      passed: 20_000,
    },
  ])('vouches for what it has measured: $because', ({ forward, waits, passed }) => {
    const { clock, time } = timeAt(start);
    const since = time.at('w', 0).now;
    clock.advance(waits / 2);
    clock.set(clock.now() + forward);
    time.at('w', 0);
    clock.advance(waits / 2);
    expect(time.at('w', 0).passed(since)).toBe(passed);
  });

  it('does not vouch for the time before it was there', () => {
    const { clock, time } = timeAt(start);
    expect(time.at('w', start - 3_600_000).passed(start - 3_600_000)).toBe(0);
    clock.advance(4_000);
    expect(time.at('w', start).passed(start - 3_600_000)).toBe(4_000);
  });

  it('does not vouch for what others have stored before it was there, leapt over or not', () => {
    const { clock, time } = timeAt(start);
    expect(time.at('w', start).passed(start - 3_600_000)).toBe(0);
    clock.advance(4_000);
    expect(time.at('w', start).passed(start - 3_600_000)).toBe(4_000);
  });

  it('vouches for no more than has passed after any number of leaps', () => {
    const { clock, time } = timeAt(start);
    const since = time.at('w', 0).now;
    for (let leap = 0; leap < 300; leap += 1) {
      clock.set(clock.now() + 10_000);
      time.at('w', 0);
      clock.advance(10);
      expect(time.at('w', 0).passed(since)).toBeLessThanOrEqual((leap + 1) * 10);
    }
  });
});

describe('what has an end', () => {
  it('ends after a forward jump and its correction: gates expire, leases run out', async () => {
    const { story } = newStory();
    await story.begin();
    story.clock.set(start + year);
    await story.putArticle('article-2', 'a write that stores the higher time');
    story.clock.set(start);
    const gate = await story.draft();
    await story.decide(gate);
    const attempt = await story.run('todo-article-1', 'external_write');
    story.clock.advance(60_000);
    const { attempt_id, fence, process_id } = attempt;
    const renewal = { attempt_id, fence, process_id, lease_ms: 60_000 };
    expect(await story.send('renew-lease', renewal)).toMatchObject({ rule: 'attempt.lease-over' });
    story.clock.advance(3_600_000);
    const report = await story.kernel.recover(story.workspace, 'process-2');
    expect(report.expired_gates.map(({ gate_id }) => gate_id)).toEqual([gate.gate_id]);
  });

  it('has ended for a host that slept: its commit is refused', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const attempt = await story.prepare();
    // A machine that sleeps: its steady clock stands, its wall clock does not.
    story.clock.set(story.clock.now() + 61_000);
    expect(await story.send('commit-attempt', story.commitInput(attempt))).toMatchObject({
      rule: 'attempt.lease-over',
    });
  });

  it('ends for two hosts at the later of their clocks', async () => {
    const store = memoryStore();
    const slow = new Story(store);
    const fast = new Story(store, { series: 1, clock: stoppedClock(start + 600_000) });
    await slow.begin();
    const attempt = await slow.run('todo-article-1', 'draft');
    await fast.must('pause-goal', { goal_id: 'goal-1', paused: false }, people.owner);
    const { attempt_id, fence, process_id } = attempt;
    const renewal = { attempt_id, fence, process_id, lease_ms: 60_000 };
    expect(await slow.send('renew-lease', renewal)).toMatchObject({ rule: 'attempt.lease-over' });
  });
});
