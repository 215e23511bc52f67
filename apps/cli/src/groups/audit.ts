import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { auditVerify } from '../commands/audit-verify.ts';
import { readHead } from '../commands/read-head.ts';

/** `cux audit …`: the event log. */
export function addAudit(program: Command, { output, withState }: CommandContext): void {
  const audit = program.command('audit').description('the event log');
  audit
    .command('verify')
    .description('prove that nothing of the log was changed, dropped, swapped or inserted')
    .option('--head <file>', 'a head that was kept elsewhere; shows a log that was cut short')
    .option('--file <export>', 'an exported log instead of the state; rows and answers are no part of it')
    .action(async ({ head, file }: { readonly head?: string; readonly file?: string }) => {
      if (file === undefined) {
        await withState((state, out) => auditVerify(state, out, readHead(head)));
        return;
      }
      const { auditVerifyFile } = await import('../commands/audit-verify-file.ts');
      await auditVerifyFile(output(), file, readHead(head));
    });
  audit
    .command('export')
    .description('write the log of a workspace as JSON Lines, links and events, for `audit verify --file`')
    .option('--out <file>', 'write to this new file instead of standard output')
    .action(({ out }: { readonly out?: string }) =>
      withState(async (state, output) => {
        const { auditExport } = await import('../commands/audit-export.ts');
        await auditExport(state, output, out);
      }),
    );
}
