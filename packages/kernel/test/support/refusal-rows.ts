import { expect, it } from 'vitest';
import type { CommandKind } from '../../src/index.ts';
import { rowKinds, type Store } from '../../src/index.ts';
import { Story, type StoryOptions } from '../../src/store-suite/index.ts';
import { memoryStore } from './memory-store.ts';

/** One refused arrow: what stands, what is sent, and the rule that refuses it. */
export interface RefusalRow {
  readonly command: CommandKind;
  readonly rule: string;
  readonly because: string;
  /** Whether the refusal is a terminal answer. */
  readonly terminal: boolean;
  readonly options?: StoryOptions;
  send(story: Story): Promise<() => Promise<{ readonly kind: string; readonly rule?: string }>>;
}

/** A story over a store that lives in memory. */
export function newStory(options: StoryOptions = {}): { readonly story: Story; readonly store: Store } {
  const store = memoryStore();
  return { story: new Story(store, options), store };
}

async function everyRow(store: Store, workspace: string): Promise<string> {
  const rows = await Promise.all(rowKinds.map((kind) => store.list(workspace, kind)));
  return JSON.stringify(rows.flat());
}

/** Each row: the command is refused by exactly this rule, and no stored row has moved. */
export function refusals(rows: readonly RefusalRow[]): void {
  it.each(rows)('$command refuses with $rule: $because', async (row) => {
    const { story, store } = newStory(row.options);
    await story.begin();
    const send = await row.send(story);
    const before = await everyRow(store, story.workspace);
    const links = (await store.links(story.workspace, 0, 1_000)).length;
    expect(await send()).toMatchObject({ kind: 'refused', rule: row.rule });
    expect(await everyRow(store, story.workspace)).toBe(before);
    const added = (await store.links(story.workspace, 0, 1_000)).length - links;
    expect(added, 'only a terminal refusal leaves a trace in the log').toBe(row.terminal ? 1 : 0);
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
  });
}
