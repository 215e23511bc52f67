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

  it('is later than that of another process, where that is ahead', () => {
    const { time } = timeAt(start);
    expect(time.at('w', 0).now).toBe(start);
    expect(time.at('w', start + 3_000).now).toBe(start + 3_001);
    expect(time.at('w', start + 3_001).now).toBe(start + 3_001);
    expect(time.at('other', 0).now).toBe(start);
    expect(timeAt(start).time.at('w', start + 3_000).now).toBe(start + 3_001);
  });

  it('never gives out what another process has stored before, so that nobody counts from when that was seen', () => {
    // One who has seen all that was stored, and one who comes when it was long ago, with a wall clock that is behind.
    const { clock, time } = timeAt(start);
    time.at('w', start);
    clock.advance(60_000);
    const stored = timeAt(start - 3_600_000).time.at('w', start).now;
    expect(time.at('w', stored).passed(stored)).toBe(0);
    clock.advance(2_000);
    expect(time.at('w', stored).passed(stored)).toBe(2_000);
  });

  it('counts between two things that were stored what it has seen of the one before the other was there', () => {
    const { clock, time } = timeAt(start);
    time.at('w', start);
    clock.advance(4_000);
    time.at('w', start);
    clock.advance(3_000);
    // By their numbers a minute lies between them.
    const { between } = time.at('w', start + 60_000);
    expect(between(start, start + 60_000)).toBe(4_000);
    expect(between(start - 5_000, start + 50_000)).toBe(4_000);
    expect(between(start, start)).toBe(0);
    expect(between(start + 60_000, start)).toBe(0);
    expect(between(start, start + 70_000)).toBe(0);
    expect(
      timeAt(start)
        .time.at('w', start + 60_000)
        .between(start, start + 60_000),
    ).toBe(0);
  });

  it('counts between two things nothing of the time that the store has taken to answer', async () => {
    const { clock, time } = timeAt(start);
    time.at('w', start);
    clock.advance(1_000);
    const slowly = (highest: number, took: number) => ({
      highestTime: async () => {
        clock.advance(took);
        return highest;
      },
    });
    await time.of('w', slowly(start, 30_000));
    const { between } = await time.of('w', slowly(start + 60_000, 1));
    expect(between(start, start + 60_000)).toBe(1_000);
  });

  it('is no later for a look that was given out long after the store was asked', async () => {
    const { clock, time } = timeAt(start);
    time.at('w', start);
    clock.advance(1_000);
    const slowly = {
      highestTime: async () => {
        clock.advance(30_000);
        return start;
      },
    };
    await time.look('w', slowly);
    const { between } = time.at('w', start + 60_000);
    expect(between(start, start + 60_000)).toBe(1_000);
  });

  it('counts between two of many things never more than lay between them', () => {
    const { clock, time } = timeAt(start);
    const all = 12_000;
    for (let stored = 0; stored < all; stored += 1) {
      time.at('w', start + stored);
      clock.advance(40);
      time.stored('w', start + stored + 1);
      clock.advance(10);
    }
    const { between } = time.at('w', start + all);
    for (const first of [10, 4_000, 9_000, 11_000, 11_900]) {
      for (const steps of [1, 3, 50, 99]) {
        const counted = between(start + first, start + first + steps);
        expect(counted).toBeLessThanOrEqual(steps * 50);
        if (first > 9_000) expect(counted).toBeGreaterThanOrEqual(steps * 50 - 1_100);
      }
    }
  });

  it.each([
    { because: 'it has been here all the while', forward: 0 },
    { because: 'a leap is nobody’s measure', forward: 3_600_000 },
    { because: 'nor is one that is too small to be told', forward: 900 },
  ])('vouches for what it has measured: $because', ({ forward }) => {
    const { clock, time } = timeAt(start);
    const since = time.at('w', 0).now;
    time.stored('w', since);
    clock.advance(10_000);
    clock.set(clock.now() + forward);
    time.at('w', since);
    clock.advance(10_000);
    expect(time.at('w', since).passed(since)).toBe(20_000);
  });

  it('does not vouch for the time before it was there', () => {
    const { clock, time } = timeAt(start);
    expect(time.at('w', start - 3_600_000).passed(start - 3_600_000)).toBe(0);
    clock.advance(4_000);
    expect(time.at('w', start).passed(start - 3_600_000)).toBe(4_000);
  });

  it('counts from when it saw something stored, and not by the clock of whoever stored it', () => {
    const { clock, time } = timeAt(start);
    time.at('w', start - 60_000);
    clock.advance(4_000);
    // Stored just now by a process whose time is behind: as a number it was long ago.
    expect(time.at('w', start - 30_000).passed(start - 30_000)).toBe(0);
    clock.advance(2_000);
    expect(time.at('w', start - 30_000).passed(start - 30_000)).toBe(2_000);
    expect(time.at('w', start - 30_000).passed(start - 20_000)).toBe(0);
  });

  it('counts until a look that it gave out itself, and until no other one', async () => {
    const { clock, time } = timeAt(start);
    time.at('w', start);
    clock.advance(3_000);
    const look = await time.look('w', { highestTime: async () => start });
    clock.advance(50_000);
    const { passed } = time.at('w', start);
    expect(passed(start, look)).toBe(3_000);
    expect(passed(start, look + 1)).toBe(0);
    // What was stored after the look was not there when somebody looked.
    expect(time.at('w', look + 1).passed(look + 1, look)).toBe(0);
  });

  it('vouches for no more than has passed after any number of leaps', () => {
    const { clock, time } = timeAt(start);
    const since = time.at('w', 0).now;
    time.stored('w', since);
    for (let leap = 0; leap < 300; leap += 1) {
      clock.set(clock.now() + 10_000);
      time.at('w', since);
      clock.advance(10);
      expect(time.at('w', since).passed(since)).toBeLessThanOrEqual((leap + 1) * 10);
    }
  });

  it('counts nearly all of it where much is stored all the while, and never more', () => {
    const { clock, time } = timeAt(start);
    const all = 20_000;
    for (let stored = 0; stored < all; stored += 1) {
      clock.advance(50);
      time.stored('w', start + stored);
    }
    const { passed } = time.at('w', start);
    for (const ago of [1, 10, 200, 1_000, 3_000]) {
      const real = ago * 50;
      const counted = passed(start + all - 1 - ago);
      expect(counted).toBeLessThanOrEqual(real);
      expect(counted).toBeGreaterThanOrEqual(real - 600);
    }
    // Of what was long ago it knows that it was: longer than any quiet time.
    expect(passed(start + 7)).toBeGreaterThan(150_000);
    expect(passed(start + 7)).toBeLessThanOrEqual((all - 8) * 50);
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
