import type { Content } from '@cux/content-ops';
import type { Person } from '@cux/runtime';

/** What an application's own store holds of an item, read beside cux. */
export interface StoredItem {
  /** The application's own word, for example `draft`; `absent` where there is nothing. */
  readonly status: string;
  /** Whether it holds exactly this content, as text for a page's readers or as the draft. */
  readonly holdsContent: boolean;
}

/** A real application, running, with a store of its own that judges. */
export interface ApplicationUnderTest {
  readonly name: string;
  readonly origin: string;
  readonly recipe: string;
  readonly account: string;
  /** The content of the item with this number. */
  content(number: number): Content;
  stored(itemId: string, content: Content): Promise<StoredItem>;
  /** The same for an item whose id cux never learned. */
  storedByTitle?(content: Content): Promise<StoredItem>;
  /** How often the item was put out, by the application's own record. */
  publications(itemId: string): Promise<number>;
  /** How often of these by the account that cux uses, where the application tells; else all of them. */
  publicationsOfOurs?(itemId: string): Promise<number>;
  /** Set where a person publishes by hand, and cux drafts before and reads back after. */
  readonly publishedBy?: 'person';
  /** Signs in; null where the application asks nobody. */
  readonly person: Person | null;
  /** Ends the application, whose store stays. */
  pause(): Promise<void>;
  /** Starts it again, at the same address; does nothing while it runs. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}
