import { computers, KernelStory, people, stoppedClock } from '@cux/kernel/store-suite';
import { changeOfTask, siteTasksDescription } from '@cux/site-tasks';
import { memoryDisk, openInProcessStore } from '@cux/store-sqlite';
import { firstProcess } from '../simulation/setups.ts';
import { epoch, workspace } from '../simulation/world.ts';
import type { AgentPlace } from './agent.ts';

/** What agents' worlds begin with: Computers asleep, sessions open on them, a task for each agent. */
export interface AgentsSetup {
  readonly image: Buffer;
  readonly places: readonly AgentPlace[];
}

/** One agent has a Computer to itself; two share another one. */
const computersOf = [
  { sharing_scope: 'exclusive', agents: ['agent-1'] },
  { sharing_scope: 'workspace', agents: ['agent-2', 'agent-3'] },
] as const;

export async function makeAgentsSetup(): Promise<AgentsSetup> {
  const disk = memoryDisk();
  const store = await openInProcessStore({ disk });
  const story = new KernelStory(store, {
    workspace,
    clock: stoppedClock(epoch),
    processId: firstProcess,
    series: 1,
    wrap: (options) => ({ ...options, capabilities: [siteTasksDescription] }),
  });
  await story.must('create-goal', {
    goal_id: 'goal-1',
    mode: 'drafting',
    owner_id: people.owner.id,
    quota: {},
  });
  const places: AgentPlace[] = [];
  for (const { sharing_scope, agents } of computersOf) {
    const terms = { ...computers.terms, sharing_scope };
    const profile = { profile_id: null, expected_latest: 0, terms, activate: true };
    const { profile_id } = await story.must('put-profile', profile);
    const pair = await story.must('create-computer', { profile_id });
    for (const id of agents) {
      const principal = { kind: 'agent', id } as const;
      const opened = await story.must('open-session', { computer_id: pair.computer_id, agent: principal });
      const task = `task-${id}`;
      await story.must(
        'put-record',
        changeOfTask(task, { site: 'desk', wanted: `Publish ${task}` }),
        people.author,
      );
      await story.must('create-todo', {
        goal_id: 'goal-1',
        todo_id: `todo-${task}`,
        capability: 'site-tasks',
        action_unit: 'draft_until_review_gate',
        record_id: task,
      });
      places.push({ principal, task, ...pair, ...opened });
    }
  }
  const image = disk.database.serialize();
  disk.discard();
  return { image, places };
}
