import type { Gate } from '@cux/kernel';
import { workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';

/** The commands that a person can go on with, from where the work stands now. */
export async function tellWhatNext(
  teller: Storyteller,
  item: StoryItem,
  pending: Gate | null,
): Promise<void> {
  const { narrator, kernel, commands } = teller;
  const { cux, again, killedMidPress } = commands;
  narrator.step('What you can do next');
  const blocked = await kernel.todos(workspace, { goal_id: item.goal_id, states: ['blocked'] });
  // A todo that waits for another one goes on by itself.
  for (const { todo_id, because } of blocked.filter(({ successor }) => successor === null)) {
    narrator.command('see why', cux('todo', 'show', todo_id));
    if (because === 'gate.rejected') {
      narrator.command(
        'change your mind',
        `${cux('todo', 'reopen', todo_id)}   # the next run asks the same again`,
      );
      narrator.command('another article', again());
    } else {
      narrator.command(
        'go on',
        `${cux('todo', 'reopen', todo_id)}   # once it is cleared; then run the demo again`,
      );
    }
    narrator.command('give up', cux('todo', 'cancel', todo_id));
  }
  if (pending !== null)
    narrator.command('decide', `${cux('gate', 'decide', pending.gate_id)}   # or run the demo again`);
  narrator.command('what was asked', cux('gate', 'list', '--all'));
  narrator.command('what was tried', cux('attempt', 'list'));
  narrator.command('prove the log', cux('audit', 'verify'));
  narrator.command('kill it mid-press', `${killedMidPress()}   # then run it again`);
}
