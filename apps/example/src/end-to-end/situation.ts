import type { Content } from '@cux/content-ops';
import type { Provider } from '@cux/provider-sdk';
import type { ApplicationUnderTest } from './application.ts';
import type { Trouble, WordPressStage } from './wordpress-under-test.ts';
import {
  begin,
  type Item,
  openWorld,
  type WalkOptions,
  type World,
  type WorldSettings,
  walk,
} from './world.ts';

/** What a row of the table has to show. What a row says and what was seen are compared word by word. */
export interface Expectation {
  /** The application's own word for the item in its store. */
  readonly store: string;
  /** Whether the store holds exactly what was approved (or drafted). */
  readonly holds: boolean;
  /** How often it was put out, by the application's own record. */
  readonly writes: number;
  /** How often of these by cux; all of them when left out. */
  readonly ours?: number;
  /** Decisions on the item, sign-ins and reopenings by people. */
  readonly interventions: number;
  /** State of the item and of its todo in cux. */
  readonly item: string;
  readonly todo: string;
}

export interface Situation {
  /** Names the application among the stages. */
  readonly application: string;
  readonly situation: string;
  readonly expected: Expectation;
  readonly play: (scene: Scene) => Promise<Item>;
}

/** How a crash is played: in a process that kills itself, on the same state. */
export type CrashAt = 'before-press' | 'after-press';

/** One row being played: its application, its state, and what can be done to both. */
export interface Scene {
  readonly application: ApplicationUnderTest;
  readonly wordpress: WordPressStage | null;
  readonly number: number;
  /** The world as it is now; opened again after a crash. */
  world(): Promise<World>;
  begin(content?: Content): Promise<Item>;
  walk(item: Item, options?: Partial<WalkOptions>): Promise<void>;
  /** The same with this done right before the press of a committed attempt. */
  walkWith(item: Item, beforePress: () => Promise<void>, options?: Partial<WalkOptions>): Promise<void>;
  /** Runs the item's next attempt in a process that is killed with SIGKILL at that moment. */
  crash(item: Item, moment: CrashAt): Promise<void>;
  trouble(trouble: Trouble): Promise<void>;
  meddle(action: string, ...args: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface SceneOptions {
  readonly application: ApplicationUnderTest;
  readonly wordpress: WordPressStage | null;
  readonly folder: string;
  readonly number: number;
  readonly provider: () => Promise<Provider>;
  readonly crash: (settings: WorldSettings, item: Item, moment: CrashAt) => Promise<void>;
}

export function openScene(options: SceneOptions): Scene {
  const { application, wordpress, number } = options;
  let open: World | null = null;
  let beforePress: (() => Promise<void>) | null = null;
  const { origin, recipe, account, person, publishedBy } = application;
  const settings: WorldSettings = {
    folder: options.folder,
    origin,
    recipe,
    account,
    person,
    ...(publishedBy === undefined ? {} : { publishedBy }),
    provider: options.provider,
    rehearse: async (moment) => {
      if (moment === 'before-press') await beforePress?.();
    },
  };
  const world = async (): Promise<World> => {
    open ??= await openWorld(settings);
    return open;
  };
  const close = async (): Promise<void> => {
    await open?.close();
    open = null;
  };
  const walkOn: Scene['walk'] = async (item, { decisions = [], ...rest } = {}) =>
    walk(await world(), item, { person, decisions, ...rest });
  return {
    application,
    wordpress,
    number,
    world,
    close,
    begin: async (content = application.content(number)) => begin(await world(), `item-${number}`, content),
    walk: walkOn,
    walkWith: async (item, meanwhile, walking) => {
      beforePress = meanwhile;
      try {
        await walkOn(item, walking);
      } finally {
        beforePress = null;
      }
    },
    crash: async (item, moment) => {
      await close();
      await options.crash(settings, item, moment);
    },
    trouble: async (trouble) => wordpress?.trouble(trouble),
    meddle: async (action, ...args) => {
      await wordpress?.meddle(action, ...args);
    },
  };
}
