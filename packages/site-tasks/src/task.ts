import { type Digest, digestOf } from '@cux/contracts';
import { z } from 'zod';

/** What somebody wants done on a site, in their own words. The words are for people and agents; they enforce nothing. */
export const taskSchema = z.strictObject({
  site: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  wanted: z.string().min(1).max(4_000),
});

export type Task = z.infer<typeof taskSchema>;

export const capabilityId = 'site-tasks';

export function taskDigest(task: Task): Digest {
  return digestOf('cux/content', task);
}

/**
 * What the kernel's command `put-record` takes for a task: new (version 0), or with other words.
 *
 * @param version the version that stands; 0 for a new one
 */
export function changeOfTask(recordId: string, task: Task, version = 0) {
  return {
    capability: capabilityId,
    record_id: recordId,
    expected_version: version,
    state: 'wanted',
    content_digest: taskDigest(task),
    facts: { site: task.site },
  };
}
