import type { Command } from 'commander';
import type { Output } from '../output.ts';

const fileHelp = `
FILE is a policy of form cux_action_policy_v1 (JSON), or Cedar policies where its name ends in .cedar.`;

const explainHelp = `${fileHelp}
JSON is one action with its facts, or - for standard input:
  kind          plan, click, keypress, scroll, switch_target, close_target, type_text or select_option
  action_unit, effect_class, mode   as in a request and its goal
  origins       every origin that it may touch
  target        {"role","name"} of the element, or null
  at            milliseconds since the epoch; now, when left out
  used          what the goal has used: attempts, actions, wall_ms, external_writes, interventions; nothing, when
                left out
The command ends with 0 whatever was decided.`;

/** `cux policy …`: what an action policy says. Opens no state and changes none. */
export function addPolicy(program: Command, outputOf: () => Output): void {
  const policy = program.command('policy').description('what an action policy says');
  policy
    .command('check <file>')
    .description('check a policy and tell its rules in plain words')
    .addHelpText('after', fileHelp)
    .action(async (file: string) => {
      const { policyCheck } = await import('./policy-check.ts');
      await policyCheck(outputOf(), file);
    });
  policy
    .command('explain <file>')
    .description('decide one action, with reasons and the version of the policy')
    .requiredOption('--action <json>', 'the facts of the action; - is standard input')
    .addHelpText('after', explainHelp)
    .action(async (file: string, { action }: { readonly action: string }) => {
      const { policyExplain } = await import('./policy-explain.ts');
      await policyExplain(outputOf(), file, action);
    });
}
