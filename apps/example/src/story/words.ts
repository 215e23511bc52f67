import type { DemoSite } from './demo-site.ts';

/** Where nobody answers any more once the run is over, though the story has named it. */
export function siteHasEnded({ name, origin }: Pick<DemoSite, 'name' | 'origin'>): string {
  return `${name} at ${origin} ends with this run: open it while a run waits for you; the next run starts it again.`;
}

/** `1 publication`, `2 publications`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `once`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
