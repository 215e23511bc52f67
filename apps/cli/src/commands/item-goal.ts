/** The goal and the todo of an item are called as the item is. */
export function goalIdOf(recordId: string): string {
  return `content-${recordId}`;
}

/** The item whose goal this is; null for a goal of something else. */
export function itemOfGoal(goalId: string): string | null {
  const before = goalIdOf('');
  return goalId.startsWith(before) ? goalId.slice(before.length) : null;
}
