import type { Interruption } from './interruption.ts';
import type { ConfigFile } from './options/config-file.ts';
import type { Output } from './output.ts';
import type { StateLocation } from './state/locate-state.ts';
import type { OpenState, OpenStateOptions } from './state/open-state.ts';
import type { StorePlace } from './state/store-place.ts';

/** The person at the terminal, as far as a program asks one. */
export interface PersonAtTerminal {
  /** Null leaves it for later. */
  decision(question: string): Promise<'approve' | 'reject' | null>;
  /** What somebody has seen who went and looked; null where they do not know. */
  outcome(question: string): Promise<'happened' | 'not_happened' | null>;
  whether(question: string): Promise<boolean>;
  secret(question: string): Promise<string>;
}

/** Where a program runs: its terminal, its environment and its folder. */
export interface ProgramEnvironment {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a person is at the terminal. */
  readonly interactive: boolean;
  /** Who answers there; asked by prompts at the terminal when left out. No option of the command answers for anybody. */
  readonly person?: PersonAtTerminal;
  /** Whether the answer goes to a terminal that shows colour. */
  readonly colors?: boolean;
  /** Whether what goes wrong, and progress, is shown on a terminal. */
  readonly progress?: boolean;
  /** What is told to whoever interrupts this process; it is kept up to date while the work goes on. */
  readonly interruption?: Interruption;
  /** The words of this run; the completion asks for them. */
  readonly args?: readonly string[];
  /** Where relative paths and the search for the config file start; the present folder when left out. */
  readonly folder?: string;
}

/** The options of every command, from whichever place they came. */
export interface GlobalOptions {
  readonly config?: string;
  readonly state?: string;
  readonly store?: string;
  readonly workspace?: string;
  readonly rules?: string;
  readonly policy?: string;
  readonly recipes?: string;
  readonly provider?: string;
  readonly chromium?: string;
  readonly color: boolean;
  readonly json: boolean;
}

/** What a group of commands is given. */
export interface CommandContext {
  readonly surroundings: ProgramEnvironment;
  /** Asks the person at the terminal. */
  readonly person: PersonAtTerminal;
  /** Read when a command runs, never before. */
  readonly options: () => GlobalOptions;
  readonly output: () => Output;
  /** The config file of this run; null without one. */
  readonly config: () => ConfigFile | null;
  /** Opens the state around a command, and closes it whatever happens. */
  readonly withState: (
    work: (state: OpenState, output: Output) => Promise<void>,
    options?: Pick<OpenStateOptions, 'writer'>,
  ) => Promise<void>;
  /** The folder of the state, whose store may be elsewhere. */
  readonly location: () => StateLocation;
  /** The store that is named, if any. */
  readonly namedStore: (read?: (named: string) => StorePlace) => StorePlace | undefined;
}
