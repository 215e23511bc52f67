import { plainLine } from '@cux/content-ops';
import type { Gate } from '@cux/kernel';
import { Interruption } from './interruption.ts';

/** Asks the person at the terminal; null leaves the gate for later, which is what a stray Enter comes to. */
export async function askDecision(gate: Gate, signal: AbortSignal): Promise<'approve' | 'reject' | null> {
  const { select } = await import('@inquirer/prompts');
  return interruptible(() =>
    select(
      {
        message: plainLine(gate.attention.question),
        choices: [
          { name: 'Leave it for later', value: null },
          { name: 'Reject', value: 'reject' as const },
          { name: 'Approve, exactly as shown', value: 'approve' as const },
        ],
      },
      { signal },
    ),
  );
}

/** Asks for the password that the person types into the site; it is masked and kept nowhere. */
export async function askPassword(account: string, hint: string, signal: AbortSignal): Promise<string> {
  const { password } = await import('@inquirer/prompts');
  return interruptible(() =>
    password(
      { message: `Password of ${account} (this demo's own site; it stands in ${hint})`, mask: true },
      { signal },
    ),
  );
}

/** The prompt library takes Ctrl-C for itself; the story wants to know it as what it is. */
async function interruptible<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortPromptError' && Interruption.isInstance(error.cause)) {
      throw error.cause;
    }
    if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
      throw new Interruption('SIGINT');
    }
    throw error;
  }
}
