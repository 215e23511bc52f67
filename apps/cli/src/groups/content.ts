import { operatingModeSchema } from '@cux/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Application } from '../application/application.ts';
import type { ApplicationOptions } from '../application/open-application.ts';
import type { CommandContext } from '../command-context.ts';
import type { ContentAdd } from '../commands/content-add.ts';
import type { StatusChoice } from '../commands/content-status.ts';
import { noWaitHelp, type Waiting } from './no-wait.ts';

const addHelp = `
FILE is a JSON object of fields, or a text that begins with its fields:
  ---
  title: Q3 notes
  ---
  The text itself, as the site takes it (WordPress: HTML or block markup).`;

/** `cux content …`: from a file to a publication that has been read back. */
export function addContent(program: Command, context: CommandContext): void {
  const content = program.command('content').description('what is to be published, and how far it has come');
  const within: Within = async (work, options) => {
    const { withApplication } = await import('../application/open-application.ts');
    await withApplication(context, work, options);
  };
  content
    .command('add <file>')
    .description('take content up as an item; sends nothing')
    .option('--id <item>', 'what the item is called (default: after the file)')
    .option('--site <site>', 'the site of the publishing rules (default: the only one)')
    .addOption(
      new Option(
        '--mode <mode>',
        'the operating mode of its goal (default: that of the rules, or drafting)',
      ).choices(operatingModeSchema.options),
    )
    .addHelpText('after', addHelp)
    .action(async (file: string, options: Omit<ContentAdd, 'file'>) => {
      const { contentAdd } = await import('../commands/content-add.ts');
      await within(
        (application) =>
          contentAdd(application, { file, id: options.id, site: options.site, mode: options.mode }),
        { sendsNothing: true },
      );
    });
  addChanges(content, within);
  addSteps(content, context, within);
}

type Within = (
  work: (application: Application) => Promise<void>,
  options?: ApplicationOptions,
) => Promise<void>;

function addChanges(content: Command, within: Within): void {
  content
    .command('revise <item> <file>')
    .description('give an item new content; what was approved before is over')
    .action(async (item: string, file: string) => {
      const { contentRevise } = await import('../commands/content-add.ts');
      await within((application) => contentRevise(application, item, file), { sendsNothing: true });
    });
  content
    .command('skip <item>')
    .description('give an item up')
    .action(async (item: string) => {
      const { contentSkip } = await import('../commands/content-add.ts');
      await within((application) => contentSkip(application, item), { sendsNothing: true });
    });
}

function addSteps(
  content: Command,
  { surroundings, withState, person }: CommandContext,
  within: Within,
): void {
  content
    .command('draft <item>')
    .description('let the agent draft it on its site, up to the review gate')
    .option('--no-wait', noWaitHelp)
    .action(async (item: string, { wait: waits }: Waiting) => {
      const { contentDraft } = await import('../commands/content-work.ts');
      await within((application) => contentDraft(application, item, { waits }));
    });
  content
    .command('review <item>')
    .description('see what would be published, and decide, as a person at a terminal')
    .action(async (item: string) => {
      const { contentReview } = await import('../commands/content-work.ts');
      const { interactive } = surroundings;
      await within((application) => contentReview(application, item, { interactive, ask: person.decision }), {
        sendsNothing: true,
      });
    });
  content
    .command('publish <item>')
    .description('publish it as approved, once, and read back what the site holds')
    .option('--no-wait', noWaitHelp)
    .action(async (item: string, { wait: waits }: Waiting) => {
      const { contentPublish } = await import('../commands/content-work.ts');
      const review = { interactive: surroundings.interactive, ask: person.decision };
      await within((application) => contentPublish(application, item, review, { waits }));
    });
  content
    .command('status [item]')
    .description('where each item stands, what comes next, and what people had to do for it')
    .addOption(new Option('--limit <items>', 'how many items are told').default(50).argParser(pageSize))
    .option('--after <item>', 'go on after this item, by name')
    .action(async (item: string | undefined, options: Omit<StatusChoice, 'item'>) => {
      const { contentStatus } = await import('../commands/content-status.ts');
      const choice = item === undefined ? options : { ...options, item };
      await withState((state, output) => contentStatus(state, output, choice));
    });
}

function pageSize(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('The number of items is a whole number, 1 to 9999.');
}
