import type { Person } from '@cux/runtime';

/** Where the story publishes: a real application with a state of its own, which is the judge. */
export interface DemoSite {
  /** What the story calls it. */
  readonly name: string;
  readonly origin: string;
  readonly port: number;
  /** Its recipe in content-ops. */
  readonly recipe: string;
  /** Who acts there, by the site's own name. */
  readonly account: string;
  /** What the item of this number is to publish, in the fields of the recipe; the same for the same number. */
  content(number: number): Readonly<Record<string, string>>;
  /** Publications since the site began, from its own state and never from cux. */
  countPublications(): Promise<number>;
  /** What the site's own state says of an item, in a few words. */
  describeItem(itemId: string): Promise<string>;
  /** Who signs in, where the site asks for it. */
  readonly person: Person | null;
  /** Ends the site; safe to call twice. */
  stop(): Promise<void>;
}
