import type { PersonAtTerminal } from '../command-context.ts';

/** Asks at the terminal. Nothing is preselected to yes: the first choice is to decide later. */
async function askDecision(question: string): Promise<'approve' | 'reject' | null> {
  const { select } = await import('@inquirer/prompts');
  return select({
    message: question,
    choices: [
      { name: 'Leave it for later', value: null },
      { name: 'Reject', value: 'reject' as const },
      { name: 'Approve, exactly as shown', value: 'approve' as const },
    ],
  });
}

/** Asks at the terminal, and waits as long as the look takes. A stray Enter decides nothing. */
async function askOutcome(question: string): Promise<'happened' | 'not_happened' | null> {
  const { select } = await import('@inquirer/prompts');
  return select({
    message: question,
    choices: [
      { name: 'I do not know', value: null },
      { name: 'It did not happen: the site holds nothing of it', value: 'not_happened' as const },
      { name: 'It happened: I have seen it there', value: 'happened' as const },
    ],
  });
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
