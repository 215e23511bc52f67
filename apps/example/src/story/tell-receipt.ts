import type { Annex, Receipt } from '@cux/contracts';
import type { Narrator } from './narrator.ts';
import { counted, times } from './words.ts';

/** Tells what a receipt says, as far as it says anything for its action unit. */
export function tellReceipt(narrator: Narrator, receipt: Receipt, annex: Annex): void {
  narrator.fact('receipt', receipt.stop_reason);
  narrator.fact('saw', seen(receipt, annex).join(', '));
  if (annex.blocker !== null) narrator.fact('stopped by', annex.blocker.code);
  for (const { rule, count } of annex.allowed_writes) {
    narrator.fact('guard let through', `${rule}, ${times(count)}`);
  }
  tellBlocked(narrator, annex);
}

/** A look at the site is about no draft, and has no final action. */
const looks: ReadonlySet<string> = new Set(['inspect_screen', 'enrol_stored_session']);

function seen({ observed_facts: facts, attempted_action_unit }: Receipt, annex: Annex): readonly string[] {
  const screen = facts.screen_reached ? 'screen reached' : 'screen not reached';
  const wall = inTheWay(facts.unknown_modal, annex);
  if (looks.has(attempted_action_unit)) return [screen, wall];
  return [
    screen,
    facts.draft_present ? 'draft present' : 'draft not present',
    facts.final_action_clicked ? 'final action clicked' : 'final action not clicked',
    wall,
  ];
}

/** The contract has one fact for all that stands in the way; a sign-in page is nothing unknown to a person. */
function inTheWay(modal: boolean, { blocker }: Annex): string {
  if (!modal) return 'no unknown modal';
  return blocker?.code === 'login' ? 'a page that asks to sign in' : 'an unknown modal';
}

/** Sites send much of their own accord (statistics, heartbeats, drafts); that it does not leave is the guard's work. */
function tellBlocked(narrator: Narrator, { blocked_writes, blocker }: Annex): void {
  if (blocked_writes.length === 0) return;
  const total = blocked_writes.reduce((sum, { count }) => sum + count, 0);
  const places = [...new Set(blocked_writes.map(({ method, path }) => `${method} ${path}`))].join(', ');
  const expected =
    blocker?.code === 'write_blocked' ? '' : '; no rule allows them, and the work did not need them';
  narrator.fact('guard blocked', `${counted(total, 'write')} of the page’s own (${places})${expected}`);
}
