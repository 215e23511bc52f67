import { writeSync } from 'node:fs';
import type { Principal } from '@cux/contracts';
import {
  type Answer,
  type CommandInput,
  type CommandKind,
  type CommandResult,
  randomIds,
  systemClock,
  systemMonotonic,
} from '@cux/kernel';
import { people, Story } from '@cux/kernel/store-suite';
import { givenWork } from '../processes/child.ts';
import { openStore, type StoreAddress } from '../stores/address.ts';

/** A process under load, which is killed: it works on several articles at once and tells every answer that it was given. */
interface Work {
  readonly address: StoreAddress;
  readonly name: string;
  readonly series: number;
  /** Processes that are dead for sure. */
  readonly dead: readonly string[];
  readonly articles: number;
}

const { address, name, series, dead, articles } = givenWork<Work>();

class TellingStory extends Story {
  override async send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal: Principal = people.operator,
    key: string = this.key(),
  ): Promise<Answer<CommandResult<Kind>>> {
    const answer = await super.send(kind, input, principal, key);
    if (answer.kind === 'accepted') {
      const { replayed: _, ...plain } = answer;
      const scope = `${principal.kind}:${principal.id}`;
      // Written before anything else happens: what was told had been acknowledged.
      writeSync(1, `${JSON.stringify({ scope, key, command: kind, answer: plain })}\n`);
    }
    return answer;
  }
}

const story = new TellingStory(await openStore(address), {
  series,
  processId: name,
  wrap: (options) => ({ ...options, ids: randomIds, clock: systemClock, monotonic: systemMonotonic }),
});
const { kernel, workspace } = story;
await kernel.recover(workspace, name, { deadProcesses: dead });
await story.send('create-goal', {
  goal_id: 'goal-1',
  mode: 'drafting',
  owner_id: people.owner.id,
  quota: {},
});

async function publishForever(lane: number): Promise<never> {
  for (let round = 1; ; round += 1) {
    const article = `article-${series}-${lane}-${round}`;
    await story.begin(article);
    await story.publish(article);
  }
}

await Promise.all(Array.from({ length: articles }, (_, lane) => publishForever(lane)));
