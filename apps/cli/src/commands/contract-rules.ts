import { allRules } from '@cux/contracts';
import { answer, type Output } from '../output.ts';

export function contractRules(output: Output): void {
  const rules = allRules();
  answer(
    output,
    { rules },
    rules.map(({ id, statement }) => `${id}  ${statement}`),
  );
}
