import { join } from 'node:path';
import type { ApplicationUnderTest } from './application.ts';
import { dokuwikiUnderTest } from './dokuwiki-under-test.ts';
import { newsroomUnderTest } from './newsroom-under-test.ts';
import { type WordPressStage, wordpressStage } from './wordpress-under-test.ts';

/** The applications of the table, each started when the first row asks for it and shared by all of its rows. */
export class Stages {
  readonly #folder: string;
  readonly #say: (line: string) => void;
  readonly #signal: AbortSignal;
  readonly #started = new Map<string, Promise<ApplicationUnderTest>>();
  #wordpress: Promise<WordPressStage> | null = null;

  constructor(folder: string, say: (line: string) => void, signal: AbortSignal) {
    this.#folder = folder;
    this.#say = say;
    this.#signal = signal;
  }

  async wordpress(name: string): Promise<WordPressStage | null> {
    if (!name.startsWith('WordPress')) return null;
    this.#wordpress ??= wordpressStage(join(this.#folder, 'wordpress'), this.#say, this.#signal);
    const stage = await this.#wordpress;
    await stage.trouble({ classic: name === 'WordPress classic' });
    return stage;
  }

  application(name: string): Promise<ApplicationUnderTest> {
    const known = this.#started.get(name) ?? this.#start(name);
    this.#started.set(name, known);
    return known;
  }

  async #start(name: string): Promise<ApplicationUnderTest> {
    if (name === 'newsroom') return newsroomUnderTest(join(this.#folder, 'newsroom'));
    if (name === 'DokuWiki') return dokuwikiUnderTest(join(this.#folder, 'dokuwiki'), this.#signal);
    const stage = await this.wordpress(name);
    if (stage === null) throw new Error(`There is no application ${name}.`);
    const recipes: Record<string, string> = {
      'WordPress classic': 'wordpress-classic',
      'WordPress contributor': 'wordpress-contributor',
      'WordPress one click': 'wordpress-one-click',
      'WordPress REST': 'wordpress-rest',
    };
    const account = name === 'WordPress contributor' ? 'contributor' : 'writer';
    return stage.as(account, recipes[name] ?? 'wordpress', name);
  }

  async stop(): Promise<void> {
    for (const started of this.#started.values()) await (await started).stop();
    await (await this.#wordpress)?.stop();
  }
}
