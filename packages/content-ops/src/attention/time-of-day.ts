/** `at 14:02 UTC`, with the day where it is another one than that of `seenAt`. Milliseconds since the epoch. */
export function timeOfDay(at: number, seenAt: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  const sameDay = new Date(seenAt).toISOString().startsWith(day);
  const clock = `at ${time.slice(0, 5)} UTC`;
  return sameDay ? clock : `on ${day} ${clock}`;
}
