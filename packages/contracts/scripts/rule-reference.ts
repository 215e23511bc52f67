import { allRules, ruleFamilies } from '../src/index.ts';
import { contractLines } from '../test/contract-lines.ts';
import type { ContractLine } from '../test/support/contract-line.ts';
import { tables } from '../test/tables/index.ts';

/** What each family is about, as the reference introduces it. */
const introductions: Readonly<Record<(typeof ruleFamilies)[number], string>> = {
  parse: 'How bytes must read before any object is built from them.',
  shape: 'The schema of the record. Enums are exact: nothing is trimmed, folded or normalised.',
  authority: 'What stands when the record arrives. Without it, nothing is accepted.',
  identity: 'Whether the receipt answers this request, through this channel.',
  writeback: 'Ownership: a provider reports facts and never authors what the kernel writes.',
  leak: 'What must not stand in any key, value or text, plain or encoded.',
  facts: 'What was seen must agree with itself, with the class of the effect and with the gate.',
  gate: 'Current means equal to the head: another gate, revision, status or subject is a refusal.',
  attempt: 'Whether the attempt may still be answered. A refused receipt moves nothing.',
  replay: 'A receipt under a key that was answered before. What is classified so is not judged again.',
  annex: 'The annex must belong to the attempt, and agree with the receipt beside it.',
  request: 'Whether the request may be made at all.',
  action:
    'Whether a structural action is addressed to a pair that exists and rests on what is current there.',
  proposal: 'Whether a proposal is complete in itself.',
  plan: 'Whether a plan agrees with itself.',
};

/** The rule reference as Markdown, made from the rules themselves. */
export function ruleReference(): string {
  const rules = allRules();
  const sections = ruleFamilies.map((family) => {
    const lines = rules
      .filter((rule) => rule.family === family)
      .map(({ id, statement }) => `| \`${id}\` | ${statement} |`);
    return [
      `## ${family}`,
      '',
      introductions[family],
      '',
      '| rule | what must hold |',
      '|---|---|',
      ...lines,
    ].join('\n');
  });
  return [
    '# Rules of the contract',
    '',
    'Every refusal names one of these rules and the place where it is broken, and never echoes the value.',
    `There are ${rules.length} rules. This page is made from the code: \`pnpm --filter @cux/contracts generate\`.`,
    '',
    sections.join('\n\n'),
    '',
    ...whatIsCaught(),
    '',
  ].join('\n');
}

const rows = Object.values(tables).flat();

/** Rows that refuse by one of the rules, and rows that come near to one and are accepted. */
function rowsFor({ rules, accepts = [] }: ContractLine): readonly [refusing: number, accepting: number] {
  const refusing = rows.filter(({ refusedBy }) => refusedBy !== null && rules.includes(refusedBy));
  const near = rows.filter(
    ({ spares, because }) => spares.some((id) => rules.includes(id)) || accepts.includes(because),
  );
  return [refusing.length, near.length];
}

/** Everything that must be caught, by which rules and in how many rows; what other tests show, with where they stand. */
function whatIsCaught(): readonly string[] {
  const lines = Object.entries(contractLines).flatMap(([family, each]) =>
    each.map((line) => {
      const { rules, kernel = [], elsewhere = [] } = line;
      const own = rules.map((rule) => `\`${rule}\``);
      const others = kernel.map(({ rule, file }) => `\`${rule}\` (kernel, \`test/${file}\`)`);
      const files = [...new Set(elsewhere.map(({ file }) => `\`${file}\``))];
      const [refusing, accepting] = rowsFor(line);
      return `| ${family} | ${line.line} | ${[...own, ...others, ...files].join(', ')} | ${refusing} | ${accepting} |`;
    }),
  );
  return [
    '## What must be caught, and where',
    '',
    'Rules without a note stand above, and have accepting and refusing rows in `packages/contracts/test/tables`. The last two columns count them.',
    '',
    '| family | what must be caught, or must not be | rules and tests | rows that refuse | rows that accept near it |',
    '|---|---|---|---|---|',
    ...lines,
  ];
}
