import { openSync, writeSync } from 'node:fs';
import type { Principal } from '@cux/contracts';
import type { Answer, CommandInput, CommandKind, CommandResult } from '@cux/kernel';
import { people } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { StepStory, scenario } from '../crash-points/scenario.ts';
import { givenWork } from '../processes/child.ts';

/** The process whose machine loses its power: plays the scenario, and writes down what it was answered. */
export interface WriterWork {
  readonly path: string;
  /** A file that its answers are written to, one line each: by then they had been acknowledged. */
  readonly acknowledged: string;
}

const { path, acknowledged } = givenWork<WriterWork>();
const file = openSync(acknowledged, 'a');

class WritingStory extends StepStory {
  override async send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal: Principal = people.operator,
    key: string = this.key(),
  ): Promise<Answer<CommandResult<Kind>>> {
    const answer = await super.send(kind, input, principal, key);
    const { replayed: _, ...plain } = { replayed: false, ...answer };
    const scope = `${principal.kind}:${principal.id}`;
    writeSync(file, `${JSON.stringify({ scope, key, command: kind, answer: plain })}\n`);
    return answer;
  }
}

/** The file is closed and opened again in the middle: what a checkpoint writes is cut off, too. */
const halves = [scenario.slice(0, 15), scenario.slice(15)];
let played = 0;
for (const [half, steps] of halves.entries()) {
  const story = new WritingStory(await openSqliteStore({ path }), { series: half });
  for (const step of steps) {
    played += 1;
    story.step = `step-${played}`;
    await step.play(story);
  }
  await story.kernel.close();
}
