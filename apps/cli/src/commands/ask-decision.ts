import type { PersonAtTerminal } from '../command-context.ts';

/**
 * Asks at the terminal, and waits as long as the answer takes.
 *
 * @param choices in this order; the first is preselected, so that a stray Enter decides nothing
 */
async function choose<Value extends string>(
  question: string,
  choices: readonly [{ readonly name: string; readonly value: null }, ...{ name: string; value: Value }[]],
): Promise<Value | null> {
  const { select } = await import('@inquirer/prompts');
  return select<Value | null>({ message: question, choices });
}

/** Nothing is preselected to yes: the first choice is to decide later. */
function askDecision(question: string): Promise<'approve' | 'reject' | null> {
  return choose(question, [
    { name: 'Leave it for later', value: null },
    { name: 'Reject', value: 'reject' },
    { name: 'Approve, exactly as shown', value: 'approve' },
  ]);
}

function askOutcome(question: string): Promise<'happened' | 'not_happened' | null> {
  return choose(question, [
    { name: 'I do not know', value: null },
    { name: 'It did not happen: the site holds nothing of it', value: 'not_happened' },
    { name: 'It happened: I have seen it there', value: 'happened' },
  ]);
}

/** Asks at the terminal; a stray Enter changes nothing. */
async function askWhether(question: string): Promise<boolean> {
  const { confirm } = await import('@inquirer/prompts');
  return confirm({ message: question, default: false });
}

/** Asks for a secret at the terminal; what is typed is masked. */
async function askSecret(question: string): Promise<string> {
  const { password } = await import('@inquirer/prompts');
  return password({ message: question, mask: true });
}

/** Prompts at the terminal of this process. */
export const promptingPerson: PersonAtTerminal = {
  decision: askDecision,
  outcome: askOutcome,
  whether: askWhether,
  secret: askSecret,
};
