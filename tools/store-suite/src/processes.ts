import { randomIds } from '@cux/kernel';
import { Story, type StoryOptions } from '@cux/kernel/store-suite';
import { afterEach, expect } from 'vitest';
import type { Place } from './engine.ts';

/** The processes of a test. Each of them ends with the test, and its log has to verify then. */
export interface Processes {
  /** A process over a place: a second one is a restart, or a second process at the same time. */
  start(place: Place, options?: StoryOptions): Promise<Story>;
  /** Drops a process where it stands; whatever was acknowledged is kept. */
  kill(story: Story): Promise<void>;
}

/** To be called once in a `describe`. */
export function processes(): Processes {
  const running: Story[] = [];
  afterEach(async () => {
    for (const story of running.splice(0)) {
      expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
      await story.kernel.close();
    }
  });
  return {
    async start(place, options = {}) {
      const story = new Story(await place.open(), {
        ...options,
        wrap: (kernel) => ({ ...kernel, ids: randomIds }),
      });
      running.push(story);
      return story;
    },
    async kill(story) {
      running.splice(running.indexOf(story), 1);
      await story.kernel.close();
    },
  };
}

/** How many attempts were ever given a permit. */
export async function commits(story: Story): Promise<number> {
  const attempts = await story.kernel.attempts(story.workspace);
  return attempts.filter((attempt) => attempt.permit_id !== null).length;
}
