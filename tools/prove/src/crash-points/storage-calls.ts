import type { Store } from '@cux/kernel';
import {
  type AroundCall,
  type MemoryDisk,
  memoryDisk,
  openInProcessStore,
  type StorageCall,
} from '@cux/store-sqlite';
import { diskFrom } from '../simulation/disk-image.ts';
import { StepStory, scenario } from './scenario.ts';

/** What a disk holds, as one text: every table, whole and in order. */
export function contentOf({ database }: MemoryDisk): string {
  const tables = ['row', 'event', 'link', 'answer', 'workspace_time'];
  return JSON.stringify(tables.map((table) => database.prepare(`select * from "${table}"`).all()));
}

/** The scenario once through, with the disk before each step, and what each step's storage calls are. */
export interface Recording {
  readonly before: readonly Buffer[];
  /** The content before each step, and after the last one. */
  readonly contents: readonly string[];
  readonly calls: readonly (readonly StorageCall[])[];
}

export async function record(): Promise<Recording> {
  const disk = memoryDisk();
  const calls: StorageCall[][] = [];
  const around: AroundCall = (call, proceed) => {
    calls.at(-1)?.push(call);
    return proceed();
  };
  const store = await openInProcessStore({ disk, around });
  const before: Buffer[] = [];
  const contents: string[] = [contentOf(disk)];
  for (const [index, step] of scenario.entries()) {
    before.push(disk.database.serialize());
    calls.push([]);
    await step.play(storyOf(store, index, 0));
    contents.push(contentOf(disk));
  }
  disk.discard();
  return { before, contents, calls };
}

/** Where a process dies. */
export interface Point {
  readonly step: number;
  /** Which storage call of the step. */
  readonly call: number;
  readonly moment: 'before' | 'after';
}

export interface Crashing {
  /** Whether the same step is sent again after the restart. */
  readonly again: boolean;
  /** A defect put in on purpose: the statements of a command are no transaction. */
  readonly torn: boolean;
}

/** What a crash in the middle of a step has left, and what a second sending of the step came to. */
export interface Crashed {
  /** The disk after the restart; whoever gets it discards it. */
  readonly disk: MemoryDisk;
  /** What the restart found. */
  readonly content: string;
  /** Null when the same command was accepted under the same key, or not sent again; otherwise what it was answered. */
  readonly refused: string | null;
}

/**
 * Plays one step on a disk and lets the process die at one of its storage calls, before or after that is carried out:
 * nothing of it reaches the disk any more. Then another process opens the disk.
 */
export async function crashAt(image: Buffer, point: Point, { again, torn }: Crashing): Promise<Crashed> {
  const { step } = point;
  const disk = diskFrom(image);
  await playDying(disk, point, torn);
  const store = await openInProcessStore({ disk });
  const content = contentOf(disk);
  const second = storyOf(store, step, 1);
  const refused = again ? await answered(() => scenario[step]?.play(second)) : null;
  return { disk, content, refused };
}

/** @param sending 0: the first time, whose ids are the same in every play of the step; 1: the second time */
function storyOf(store: Store, step: number, sending: 0 | 1): StepStory {
  const story = new StepStory(store, { series: step * 2 + sending });
  story.step = `step-${step}`;
  return story;
}

async function playDying(disk: MemoryDisk, { step, call, moment }: Point, torn: boolean): Promise<void> {
  let count = -1;
  let dead = false;
  // What the store does while it opens is no call of the step.
  let begun = false;
  const around: AroundCall = ({ kind }, carryOut) => {
    if (!begun) return carryOut();
    const ends = kind === 'begin' || kind === 'commit';
    const proceed = () => (torn && ends ? (undefined as ReturnType<typeof carryOut>) : carryOut());
    if (dead) throw new Error('the process is dead');
    count += 1;
    if (count !== call) return proceed();
    dead = true;
    if (moment === 'after') proceed();
    throw new Error('the process dies');
  };
  const store = await openInProcessStore({ disk, around });
  begun = true;
  const story = storyOf(store, step, 0);
  await answered(() => scenario[step]?.play(story));
}

async function answered(play: () => Promise<unknown> | undefined): Promise<string | null> {
  try {
    await play();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
