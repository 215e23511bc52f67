import { readFile } from 'node:fs/promises';

/** The secret names of the events by which the page's world tells ours something. */
export interface PageEvents {
  readonly permission: string;
  readonly timer: string;
  readonly hold: string;
}

/** The script of the isolated world, with the secret names of the session's events in front. */
export async function injectedScript({ permission, timer, hold }: PageEvents): Promise<string> {
  const built = await readFile(new URL('./injected.js', import.meta.url), 'utf8');
  const names = `globalThis.cuxPermissionEvent=${JSON.stringify(permission)};globalThis.cuxTimerEvent=${JSON.stringify(timer)};globalThis.cuxHoldEvent=${JSON.stringify(hold)};`;
  return `${names}\n${built}`;
}
