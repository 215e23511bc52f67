import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Permit,
  type Plan,
  permitRulesDigest,
  type Subject,
  subjectDigest,
  type WriteRule,
} from '@cux/contracts';
import type { Attempt, Store } from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { countingCommits } from './counting.ts';

/** An article's way whose gates are about these rules. */
class StoryWithRules extends Story {
  readonly #rules: readonly WriteRule[];

  constructor(store: Store, rules: readonly WriteRule[]) {
    super(store);
    this.#rules = rules;
  }

  override async subject(article: string): Promise<Subject> {
    const subject = await super.subject(article);
    return { ...subject, permit_rules_digest: permitRulesDigest({ permit_rules: this.#rules } as Plan) };
  }
}

/** One running attempt with an approved gate, to be prepared and committed. */
export interface ApprovedAttempt {
  prepare(): Promise<void>;
  commit(): Promise<Permit>;
}

export interface ApprovedAttempts {
  /** A new one, up to where the provider would be contacted. */
  next(): Promise<ApprovedAttempt>;
  /** Transactions that the store has carried out. */
  commits(): number;
  close(): Promise<void>;
}

/** Attempts of the kernel over an SQLite file with `synchronous=FULL`. */
export async function startAttempts(rules: readonly WriteRule[]): Promise<ApprovedAttempts> {
  const directory = await mkdtemp(path.join(tmpdir(), 'cux-bench-'));
  const store = await openSqliteStore({ path: path.join(directory, 'store.sqlite') });
  const { counted, commits } = countingCommits(store);
  const story = new StoryWithRules(counted, rules);
  let articles = 0;
  return {
    async next() {
      articles += 1;
      const article = `article-${articles}`;
      await story.begin(article);
      await story.decide(await story.draft(article));
      const attempt = await story.run(`todo-${article}`, 'external_write');
      return approved(story, attempt, subjectDigest(await story.subject(article)));
    },
    commits,
    async close() {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function approved(story: Story, attempt: Attempt, subject_digest: string): ApprovedAttempt {
  const { attempt_id, fence, process_id } = attempt;
  return {
    prepare: async () => {
      await story.must('prepare-attempt', { attempt_id, fence, process_id, subject_digest });
    },
    commit: async () => (await story.must('commit-attempt', story.commitInput(attempt))).permit,
  };
}
