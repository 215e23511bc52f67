import type { PolicyProblem } from '@cux/policy';
import { readPolicyFile } from '../application/policy-file.ts';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';

/** Says of a policy file what its rules mean, or everything that is wrong with it, each with its place. */
export async function policyCheck(output: Output, file: string): Promise<void> {
  const reading = await readPolicyFile(file);
  if (!reading.ok) {
    const { problems } = reading;
    answer(output, { ok: false, problems }, problems.map(lineOf));
    throw new CliFault(
      'refused',
      `The policy has ${problems.length} mistakes; mend them and check it again.`,
    );
  }
  const { policy, rules, warnings } = reading;
  answer(output, { ok: true, version: policy.version, rules, warnings }, [
    ...rules,
    ...warnings.map((warning) => `warning ${lineOf(warning)}`),
    'Whatever no rule permits is forbidden; what leaves the machine always waits for a person.',
    `version ${policy.version}`,
  ]);
}

/** A problem as editors understand it: line and column first. */
export function lineOf({ rule, path, line, column, message }: PolicyProblem): string {
  return `${line}:${column}  ${rule}${path === '' ? '' : ` at ${path}`}: ${message}`;
}
