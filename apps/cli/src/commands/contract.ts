import type { Command } from 'commander';
import type { Output } from '../output.ts';

const judgeHelp = `
Each line of FILE is one JSON object; texts are exactly as received:
  id           a name of your own for the line (text or number)
  raw          a receipt as text, or bytes_hex: its bytes where they are not valid text
  annex_raw    the annex beside it; without one the receipt is judged by the rules that need none
  request_raw  an action request; beside a receipt it must be the very request of the authority
  authority    what stands when the record arrives, by the schema receipt-authority or request-authority
               ("cux contract schemas"). A receipt-authority serves a request too: its gate and its subject, with
               the provider of its channel ready and gated. Without an authority nobody says what stands: no gate
               exists, no key was issued, no provider is registered. So every receipt and request is refused by
               authority.missing, beside all other findings.
  after        what happened before, in order: the text of a receipt that was accepted (or {"raw","annex_raw"}),
               cancel, not_dispatched, deadline_passed, gate_revision:N, fence:N
Other fields are ignored. For each line one is printed, in the same order:
  {"id","outcome":"accept|reject|replay|conflict","findings":[{"rule","path"}]}
replay: the same content under an answered key; conflict: other content under it; neither is said of what could not
have been accepted at any time. A line is read as strictly as a record: no key twice, no byte-order mark. One that does
not read is rejected by line.malformed or line.too-large (8 MiB), under the number of the line where its id is not
known, and the command ends with 1.`;

/** `cux contract …`: the contract of the wire records, for any language. Opens no state and changes none. */
export function addContract(program: Command, outputOf: () => Output): void {
  const contract = program
    .command('contract')
    .description('the contract of the wire records, for any language');
  contract
    .command('judge')
    .description('judge receipts and requests, one JSON object a line')
    .requiredOption('--jsonl <file>', 'the lines to judge; - is standard input')
    .addHelpText('after', judgeHelp)
    .action(async ({ jsonl }: { readonly jsonl: string }) => {
      const { contractJudge } = await import('./contract-judge.ts');
      await contractJudge(outputOf(), jsonl);
    });
  contract
    .command('schemas')
    .description('write the JSON Schemas (draft 2020-12) of every record to a folder')
    .requiredOption('--out <folder>', 'the folder; it is made when it is not there')
    .action(async ({ out }: { readonly out: string }) => {
      const { contractSchemas } = await import('./contract-schemas.ts');
      contractSchemas(outputOf(), out);
    });
  contract
    .command('rules')
    .description('every rule: its id and what must hold')
    .action(async () => {
      const { contractRules } = await import('./contract-rules.ts');
      contractRules(outputOf());
    });
}
