/** Asks at the terminal. Nothing is preselected to yes: the first choice is to decide later. */
export async function askDecision(question: string): Promise<'approve' | 'reject' | null> {
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

/** Asks at the terminal; a stray Enter changes nothing. */
export async function askWhether(question: string): Promise<boolean> {
  const { confirm } = await import('@inquirer/prompts');
  return confirm({ message: question, default: false });
}

/** Asks for a secret at the terminal; what is typed is masked. */
export async function askSecret(question: string): Promise<string> {
  const { password } = await import('@inquirer/prompts');
  return password({ message: question, mask: true });
}
