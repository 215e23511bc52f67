import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';

const help = `
The config file says who is told, for example:
  "notifications": [
    { "name": "desk", "kind": "webhook", "url": "https://desk.example/cux", "secret_variable": "DESK_SECRET",
      "link": "https://cux.example/gates/{gate}" },
    { "name": "chat", "kind": "slack", "url_variable": "SLACK_WEBHOOK_URL" },
    { "name": "bell", "kind": "command", "command": ["notify-send", "cux"] }
  ]
Commands that raise a gate tell at once. What failed is tried again when this command is run and it is due: 5 s, 5 min,
30 min, 2 h, … after the try before, ten times in all. A receiver may be told twice, under the same webhook-id.`;

/** `cux notify deliver`: tells people that a gate waits for them. */
export function addNotify(program: Command, context: CommandContext): void {
  program
    .command('notify')
    .description('telling people that a gate waits')
    .command('deliver')
    .description('tell what is due; with --every again and again, until Ctrl-C')
    .addOption(new Option('--every <seconds>', 'look again after so many seconds').argParser(seconds))
    .addHelpText('after', help)
    .action(async ({ every }: { readonly every?: number }) => {
      const { notifyDeliver } = await import('../commands/notify.ts');
      await notifyDeliver(context, every);
    });
}

function seconds(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number of seconds, 1 to 99999.');
}
