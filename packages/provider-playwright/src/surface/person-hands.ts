import type { ActionOutcome, PersonInput } from '@cux/provider-sdk';
import type { PageTarget } from '../session/page-target.ts';
import type { Screen } from '../session/screen.ts';
import { refused, unanswered } from './ask.ts';

/** How long the page may take to hear an input, in milliseconds. */
const patience = 15_000;

/** Does what a person did, at the place where they did it. What comes of it is theirs to see. */
export async function act(screen: Screen, input: PersonInput): Promise<ActionOutcome> {
  if (input.kind === 'target') return onTarget(screen, input);
  const { active } = screen;
  if (active === null) return { kind: 'lost' };
  if (input.kind === 'dialog') return answerDialog(active, input);
  const done = await active.guarded(perform(active, input), patience);
  if (done.kind === 'value') return done.value;
  // The input was heard: it is what opened the dialog, closed the target or took so long.
  return active.dialog === null ? unanswered(done) : { kind: 'done' };
}

type Hands = Exclude<PersonInput, { kind: 'target' } | { kind: 'dialog' }>;

async function perform({ page }: PageTarget, input: Hands): Promise<ActionOutcome> {
  switch (input.kind) {
    case 'pointer':
      await page.mouse.move(input.x, input.y);
      if (input.action === 'down') await page.mouse.down({ button: input.button, clickCount: input.clicks });
      if (input.action === 'up') await page.mouse.up({ button: input.button, clickCount: input.clicks });
      return { kind: 'done' };
    case 'wheel':
      await page.mouse.move(input.x, input.y);
      await page.mouse.wheel(input.delta_x, input.delta_y);
      return { kind: 'done' };
    case 'key':
      return pressKey(() => page.keyboard[input.action](input.key));
    case 'text':
      await page.keyboard.insertText(input.text);
      return { kind: 'done' };
  }
}

/** The engine throws at a key that it has no name for: then nothing was pressed. */
async function pressKey(press: () => Promise<void>): Promise<ActionOutcome> {
  try {
    await press();
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof Error && /unknown key/i.test(error.message)) return refused('disabled');
    throw error;
  }
}

async function answerDialog(
  target: PageTarget,
  { accept, text }: Extract<PersonInput, { kind: 'dialog' }>,
): Promise<ActionOutcome> {
  const { dialog } = target;
  if (dialog === null) return refused('hidden');
  target.dialog = null;
  try {
    await (accept ? dialog.accept(dialog.type() === 'prompt' ? text : undefined) : dialog.dismiss());
    return { kind: 'done' };
  } catch {
    // It went away by itself, with its page.
    return { kind: 'lost' };
  }
}

async function onTarget(
  screen: Screen,
  { action, label }: Extract<PersonInput, { kind: 'target' }>,
): Promise<ActionOutcome> {
  const target = screen.open.find((each) => each.label === label);
  if (target === undefined) return { kind: 'lost' };
  if (action === 'switch') {
    screen.activate(label);
    await target.page.bringToFront().catch(() => undefined);
  } else {
    await target.page.close().catch(() => undefined);
  }
  return { kind: 'done' };
}
