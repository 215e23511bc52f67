/** The goal and the todo of an item are called as the item is. */
export function goalIdOf(recordId: string): string {
  return `content-${recordId}`;
}

/** The item whose goal this is; null for a goal of something else. */
export function itemOfGoal(goalId: string): string | null {
  const before = goalIdOf('');
  return goalId.startsWith(before) ? goalId.slice(before.length) : null;
}

/** The goal under which sign-ins are asked for that no item of work has met. */
export const sessionsGoal = 'sessions';

/** The record that says which site's account is asked for there. It is no item. */
export function accountRecord(siteId: string): string {
  return `account-of-${siteId}`;
}

/** Whether a record has the name of such a one. An item may be called so, too: only an item has a todo of its name. */
export function isCalledAccountRecord(recordId: string): boolean {
  return recordId.startsWith(accountRecord(''));
}
