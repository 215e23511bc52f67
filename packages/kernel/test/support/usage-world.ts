import type { CommandInput, CommandKind, Store } from '../../src/index.ts';
import { type computers, people, type StoppedClock, Story } from '../../src/store-suite/index.ts';

type Sent = Parameters<Story['send']>;

/** One waking as it truly was: when its Screen was attached, and until when its process lived. */
interface TrueWaking {
  readonly computer_id: string;
  readonly generation: number;
  readonly attached: number;
  /** When it was released, or its process died; null while it lives. */
  ended: number | null;
  lost: boolean;
}

/**
 * What was used, counted from the answers as they came: what was accepted for the first time. It looks at none of the rows
 * that the ledger is read from.
 */
export class Counted {
  readonly wakings: TrueWaking[] = [];
  readonly actions = new Map<string, { outcome: string; gate: string | null }>();
  readonly gates = new Set<string>();
  readonly approved = new Set<string>();
  readonly evidence = new Set<string>();
  readonly simple: Record<string, number> = {};

  one(name: string): void {
    this.simple[name] = (this.simple[name] ?? 0) + 1;
  }
}

/** A story whose commands are counted, and may be repeated. */
export class CountedStory extends Story {
  readonly #counted: Counted;
  readonly sent: Sent[];

  constructor(
    store: Store,
    life: {
      readonly counted: Counted;
      readonly sent: Sent[];
      readonly clock: StoppedClock;
      readonly series: number;
    },
  ) {
    super(store, { clock: life.clock, series: life.series, processId: `process-${life.series}` });
    this.#counted = life.counted;
    this.sent = life.sent;
  }

  override async send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal = people.operator as Sent[2],
    key: string = this.key(),
  ): ReturnType<typeof Story.prototype.send<Kind>> {
    const answer = await super.send<Kind>(kind, input, principal, key);
    if (answer.kind === 'accepted' && !answer.replayed) {
      this.sent.push([kind, input, principal, key]);
      count(this.#counted, kind, input as never, answer.result, this.clock.now());
    }
    return answer;
  }
}

interface Fact {
  readonly counted: Counted;
  readonly input: Readonly<Record<string, string>> & { readonly generation: number };
  readonly result: Readonly<Record<string, string>>;
  readonly now: number;
}

function count(counted: Counted, kind: CommandKind, input: object, result: object, now: number): void {
  counters[kind]?.({ counted, input, result, now } as Fact);
}

const once =
  (name: string) =>
  ({ counted }: Fact): void =>
    counted.one(name);

const counters: { readonly [Kind in CommandKind]?: (fact: Fact) => void } = {
  'settle-observation': once('observations'),
  'note-session': once('refused'),
  'finish-draining': once('took_over'),
  'decide-gate': ({ counted, input: { gate_id = '', decision } }) => {
    counted.one('decided');
    if (decision === 'approve') counted.approved.add(gate_id);
  },
  // A question that is taken back is answered with that; an approval was answered before.
  'revoke-gate': ({ counted, input: { gate_id = '' } }) =>
    counted.one(counted.approved.has(gate_id) ? 'acted' : 'decided'),
  'settle-outcome': once('acted'),
  'attach-screen': ({ counted, input: { computer_id = '', generation }, now }) => {
    counted.wakings.push({ computer_id, generation, attached: now, ended: null, lost: false });
  },
  'release-computer': ({ counted, input: { computer_id, generation }, now }) => {
    for (const waking of counted.wakings) {
      if (waking.computer_id === computer_id && waking.generation === generation) waking.ended ??= now;
    }
  },
  'add-evidence': ({ counted, input: { attempt_id = '' } }) => {
    counted.evidence.add(attempt_id);
  },
  'begin-action': ({ counted, input: { key = '' } }) => {
    counted.actions.set(key, { outcome: 'outcome_unknown', gate: null });
  },
  'settle-action': ({ counted, input: { key = '', outcome = '' } }) => {
    counted.actions.set(key, { outcome, gate: counted.actions.get(key)?.gate ?? null });
  },
  'raise-approval': ({ counted, input: { key = '' }, result: { gate_id = '' } }) => {
    counted.gates.add(gate_id);
    counted.actions.set(key, { outcome: 'asked', gate: gate_id });
  },
  'join-approval': ({ counted, input: { key = '', gate_id = '' } }) => {
    counted.actions.set(key, { outcome: 'asked', gate: gate_id });
  },
};

/** One agent at one Computer. */
export interface Desk {
  readonly made: computers.MadeComputer;
  readonly session_id: string;
  readonly todo_id: string;
}
