import { type CommandKind, rowKinds, type Store } from '../../src/index.ts';
import type { Story, StoryOptions } from '../../src/store-suite/index.ts';
import { newStory } from './new-story.ts';

type Answered = { readonly kind: string; readonly rule?: string };

/** One refused arrow: what stands, what is sent, and the rule that refuses it. */
export interface RefusalRow {
  readonly command: CommandKind;
  readonly rule: string;
  readonly because: string;
  /** Whether the refusal is a terminal answer. */
  readonly terminal: boolean;
  readonly options?: StoryOptions;
  /**
   * True where a stored row was rewritten behind the kernel's back, to what no decider makes: a second line of defence is
   * met only so. The audit finds it, so it does not verify.
   */
  readonly crafted?: true;
  send(story: Story, store: Store): Promise<() => Promise<Answered>>;
}

/** What came of a row: the answer, and what it left behind. */
export interface RowOutcome {
  readonly answer: Answered;
  /** Whether a stored row has moved. */
  readonly moved: boolean;
  /** How many links the log has gained. */
  readonly links: number;
  readonly verified: boolean;
}

export async function everyRow(store: Store, workspace: string): Promise<string> {
  const rows = await Promise.all(rowKinds.map((kind) => store.list(workspace, kind)));
  return JSON.stringify(rows.flat());
}

/** Plays what stands before the row's command; answers what sends the command and looks at what it did. */
export async function setUp(row: RefusalRow): Promise<() => Promise<RowOutcome>> {
  const { story, store } = newStory(row.options);
  await story.begin();
  const send = await row.send(story, store);
  const before = await everyRow(store, story.workspace);
  const links = (await store.links(story.workspace, 0, 1_000)).length;
  return async () => {
    const answer = await send();
    return {
      answer,
      moved: (await everyRow(store, story.workspace)) !== before,
      links: (await store.links(story.workspace, 0, 1_000)).length - links,
      verified: (await story.kernel.verifyAudit(story.workspace)).ok,
    };
  };
}

/** What a row demands: refused by exactly its rule, nothing moved, and a trace in the log only where it is terminal. */
export function demanded(row: RefusalRow): RowOutcome {
  return {
    answer: { kind: 'refused', rule: row.rule },
    moved: false,
    links: row.terminal ? 1 : 0,
    verified: row.crafted !== true,
  };
}
