import {
  type CommandInput,
  type CommandKind,
  randomIds,
  type Store,
  systemClock,
  systemMonotonic,
} from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';

/** What a worker is told on its command line, behind what its engine needs to open the place. */
export interface Work {
  readonly series: number;
  /** Stops for good right after its first commit, before the press. */
  readonly holdsAfterCommit: boolean;
}

/** Tells the key of every command that was answered, once it was. */
class TellingStory extends Story {
  override async send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    ...rest: readonly unknown[]
  ): ReturnType<typeof Story.prototype.send<Kind>> {
    const [principal, key = this.key()] = rest as [Parameters<Story['send']>[2]?, string?];
    const answer = await super.send<Kind>(kind, input, principal, key);
    tell('answered', key);
    return answer;
  }
}

/** One article after the other, until the process is killed. Prints one line for each thing that it was told is done. */
export async function workUntilKilled(store: Store, work: Work): Promise<never> {
  const { series, holdsAfterCommit } = work;
  const story = new TellingStory(store, {
    series,
    processId: `process-${series}`,
    wrap: (options) => ({ ...options, ids: randomIds, clock: systemClock, monotonic: systemMonotonic }),
  });
  for (let round = 1; ; round += 1) {
    const article = `article-${series}-${round}`;
    await story.begin(article);
    const gate = await story.draft(article);
    tell('asked', gate.gate_id);
    await story.decide(gate);
    tell('approved', gate.gate_id);
    const attempt = await story.commit(article);
    tell('committed', attempt.attempt_id);
    if (holdsAfterCommit) await new Promise(() => setInterval(() => undefined, 60_000));
    await story.report(attempt, 'published');
    tell('reported', attempt.attempt_id);
    await story.settle(attempt, story.readingBack(attempt, article));
    tell('settled', attempt.attempt_id);
  }
}

function tell(what: string, id: string): void {
  process.stdout.write(`${what} ${id}\n`);
}

/** Reads the command line of a worker: what its engine needs, and its work. */
export function workOf(argv: readonly string[]): { readonly place: string; readonly work: Work } {
  const [place = '', series = '0', hold = ''] = argv;
  return { place, work: { series: Number(series), holdsAfterCommit: hold === 'hold-after-commit' } };
}
