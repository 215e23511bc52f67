import { z } from 'zod';
import { readTextIfPresent, writeFileDurably } from '../disk/durable-files.ts';
import { DemoFault } from './demo-fault.ts';

const itemSchema = z.strictObject({
  number: z.number().int().min(1),
  goal_id: z.string(),
  todo_id: z.string(),
  record_id: z.string(),
  /** What the site had published before this item began. */
  publications_before: z.number().int().min(0),
  /** What the site published of it before a person decided for the first time; null until then. */
  writes_before_decision: z.number().int().min(0).nullable(),
});

const storySchema = z.strictObject({
  version: z.literal(1),
  /** The site's port: the plans of unfinished work name it. 0 until the site has run. */
  port: z.number().int().min(0).max(65_535),
  item: itemSchema.nullable(),
});

/** The item that the story is about, with what the site's own state said at its turning points. */
export type StoryItem = z.infer<typeof itemSchema>;

export type Story = z.infer<typeof storySchema>;

/** What the demo itself remembers between two runs; the work's state is the kernel's. */
export function readStory(path: string): Story {
  const text = readTextIfPresent(path);
  if (text === null) return { version: 1, port: 0, item: null };
  try {
    return storySchema.parse(JSON.parse(text));
  } catch (error) {
    throw new DemoFault(
      'state_unreadable',
      'The story file of this state folder cannot be read: restore it, or begin anew with --fresh.',
      { cause: error },
    );
  }
}

export function writeStory(path: string, story: Story): void {
  writeFileDurably(path, `${JSON.stringify(story, null, 2)}\n`);
}
