/** Whether a text holds whole characters only; half of a surrogate pair has no form in which engines could compare it. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
