import type { Principal, Screen } from '@cux/contracts';
import type { Takeover } from '@cux/provider-sdk';
import { refused } from '../attempt/build-attempt.ts';
import type { RunContext } from '../host/run-context.ts';
import { type HumanProfile, type HumanTerms, underHumanProfile } from '../takeover/human-profile.ts';
import type { Settled } from './computer-host.ts';
import type { Custody, HeldPlacement } from './custody.ts';
import { releaseLost } from './on-computer.ts';
import { screenRecord } from './public-records.ts';

/** Who wants which Screen, and what their own hands may send from it. */
export interface TakeoverRequest extends HumanTerms {
  readonly computer_id: string;
  readonly screen_id: string;
  /** The control epoch that the person has seen. */
  readonly control_epoch: number;
  /** The person; nobody but a human takes a Screen. */
  readonly person: Principal;
}

/** A Screen in a person's hands (design §7, Control). Nothing that is done with it is evidence for a receipt. */
export interface ScreenTakeover {
  /**
   * The person's view and hands. Only the person who has the Screen gets them: anybody else is refused, and after
   * the Screen was handed back everybody is.
   */
  open(principal: Principal): Settled<Takeover>;
  /** Gives the Screen back. What was approved for it before has ended, and an agent has to read first what was left. */
  handBack(): Promise<Settled<Screen>>;
}

/**
 * Waits until what is under way on the Screen has come to its end, then gives it to the person under the guard's human
 * profile. Whatever comes of it, the Screen is either theirs or the agent's again when this returns. Where a store fails meanwhile it may
 * stay between the two; whoever takes it over then goes on from there. Whoever is taking the Screen over or has it, and asks again, is
 * answered the same takeover, whose terms stay those of the first time: an answer that got lost leaves nobody with a Screen that they cannot
 * give back.
 *
 * @param endAttempts asks whatever is under way on the Computer to end; nothing is cut off between commit and press
 */
export function takeOverScreen(
  context: RunContext,
  custody: Custody,
  request: TakeoverRequest,
  endAttempts: (computerId: string) => Promise<void>,
): Promise<Settled<ScreenTakeover>> {
  return context.telemetry.span('take over screen', { 'cux.computer.id': request.computer_id }, async () => {
    try {
      return await takeOver(context, custody, request, endAttempts);
    } finally {
      await afterHands(context, custody, request);
    }
  });
}

/** Once the Screen is the agent's again: an engine that went away while it was a person's, or was asked for it, is given up. */
async function afterHands(
  context: RunContext,
  custody: Custody,
  { computer_id, screen_id }: Pick<TakeoverRequest, 'computer_id' | 'screen_id'>,
): Promise<void> {
  await custody.inTurn(computer_id, async () => {
    const screen = await context.kernel.screen(context.workspace, computer_id, screen_id);
    if (screen?.control === 'agent') await releaseLost(context, custody, computer_id);
  });
}

async function takeOver(
  context: RunContext,
  custody: Custody,
  request: TakeoverRequest,
  endAttempts: (computerId: string) => Promise<void>,
): Promise<Settled<ScreenTakeover>> {
  const { computer_id, screen_id, person } = request;
  if (custody.get(computer_id) === null) return notHolder();
  const screen = await context.kernel.screen(context.workspace, computer_id, screen_id);
  if (screen === null) {
    return refused('computer.unknown', 'There is no such Computer; list the Computers and name one.');
  }
  // Only now: it may have been released and woken again meanwhile.
  const held = custody.get(computer_id);
  if (held === null) return notHolder();
  const { work } = held;
  const { hands } = work;
  // Of one that was given back the answer may have been lost: then nobody has it any more.
  if (hands !== null && !(hands.over && screen.control === 'agent')) {
    // Their answer may have been lost: nobody else could give the Screen back.
    return person.kind === 'human' && person.id === hands.person_id
      ? hands.taken
      : refused('screen.control', 'Another person is taking the Screen over, or has it; ask them for it.');
  }
  const taken = takeFirst(context, custody, { held, request, endAttempts });
  const theirs = { screen_id, person_id: person.id, taken, over: false };
  work.hands = theirs;
  let has = false;
  try {
    const answer = await taken;
    has = answer.kind === 'settled';
    return answer;
  } finally {
    if (!has && work.hands === theirs) work.hands = null;
  }
}

const notHolder = () =>
  refused('computer.not-holder', 'Another process has custody of this Computer; ask that one.');

interface Taking {
  readonly held: HeldPlacement;
  readonly request: TakeoverRequest;
  readonly endAttempts: (computerId: string) => Promise<void>;
}

async function takeFirst(
  context: RunContext,
  custody: Custody,
  parts: Taking,
): Promise<Settled<ScreenTakeover>> {
  const { request } = parts;
  const begun = (await leftBetween(context, request)) ?? (await begin(context, request));
  return begun.kind === 'refused' ? begun : take(context, custody, { ...parts, ...begun.value });
}

interface BegunTakeover {
  readonly control_epoch: number;
  /** False where an earlier takeover had got as far as that. */
  readonly drains: boolean;
}

async function begin(context: RunContext, request: TakeoverRequest): Promise<Settled<BegunTakeover>> {
  const begun = await move(context, 'begin-takeover', request, request.control_epoch, request.person);
  return begun.kind === 'refused'
    ? begun
    : { kind: 'settled', value: { control_epoch: begun.value, drains: true } };
}

/** A takeover that a fault has ended half-way: nobody here has the Screen, and it is not the agent's. Null where there is none. */
async function leftBetween(
  { kernel, workspace }: RunContext,
  { computer_id, screen_id, control_epoch, person }: TakeoverRequest,
): Promise<Settled<BegunTakeover> | null> {
  const screen = await kernel.screen(workspace, computer_id, screen_id);
  const between = screen !== null && screen.control !== 'agent' && screen.attachment === 'attached';
  if (!between || screen.control_epoch !== control_epoch || person.kind !== 'human') return null;
  return { kind: 'settled', value: { control_epoch, drains: screen.control === 'draining' } };
}

async function take(
  context: RunContext,
  custody: Custody,
  parts: BegunTakeover & Taking,
): Promise<Settled<ScreenTakeover>> {
  const { held, request, endAttempts, control_epoch, drains } = parts;
  const { computer_id, screen_id, person } = request;
  const giveBack = () => move(context, 'hand-back', request, control_epoch, person);
  const give = async (): Promise<Settled<HumanProfile>> =>
    (drains ? await drain(context, request, control_epoch, endAttempts) : null) ??
    custody.inTurn(computer_id, () => underHumanProfile(context, held.guarded, request));
  let taken: Settled<HumanProfile>;
  try {
    taken = await give();
  } catch (error) {
    // A fault that nobody foresaw must not leave the Screen between the two.
    await giveBack();
    throw error;
  }
  if (taken.kind === 'refused') {
    await giveBack();
    return taken;
  }
  const facts = { 'cux.computer.id': computer_id };
  const theirs = context.telemetry.timer('cux.takeover.duration', facts);
  const mine = held.work.hands;
  let over = false;
  let handedBack: Promise<Settled<Screen>> | null = null;
  const handBack = async (): Promise<Settled<Screen>> => {
    await taken.value.end();
    if (!over) theirs();
    over = true;
    if (mine !== null) mine.over = true;
    // Where this fails, nobody knows whether the Screen is the agent's: it stays with this person, who asks again.
    const given = await giveBack();
    if (held.work.hands === mine) held.work.hands = null;
    if (given.kind === 'refused') return given;
    await afterHands(context, custody, request);
    const screen = await context.kernel.screen(context.workspace, computer_id, screen_id);
    if (screen === null) throw new Error('a Screen that was handed back is there');
    return { kind: 'settled', value: screenRecord(context.workspace, screen) };
  };
  return {
    kind: 'settled',
    value: {
      open: (principal) => {
        if (principal.kind !== 'human' || principal.id !== person.id) {
          return refused('takeover.other-person', 'Another person has the Screen; take it over yourself.');
        }
        return !over && handedBack === null && held.work.hands === mine
          ? { kind: 'settled', value: taken.value.takeover }
          : refused('takeover.ended', 'The Screen was handed back; take it over again.');
      },
      handBack: () => {
        handedBack ??= context.telemetry.span('hand back screen', facts, handBack).catch((error: unknown) => {
          // Nothing says that it was given back.
          handedBack = null;
          throw error;
        });
        return handedBack;
      },
    },
  };
}

type Move = 'begin-takeover' | 'finish-draining' | 'hand-back';

/** One move of control; answers the epoch that it leads to. */
async function move(
  context: RunContext,
  kind: Move,
  { computer_id, screen_id }: TakeoverRequest,
  control_epoch: number,
  principal?: Principal,
): Promise<Settled<number>> {
  const parts = [computer_id, screen_id, control_epoch, context.ids.next('key')];
  const answer = await context.send(kind, parts, { computer_id, screen_id, control_epoch }, principal);
  return answer.kind === 'refused'
    ? refused(answer.rule, answer.message)
    : { kind: 'settled', value: answer.result.control_epoch };
}

/** Null when nothing is under way any more and the Screen is the person's. */
async function drain(
  context: RunContext,
  request: TakeoverRequest,
  control_epoch: number,
  endAttempts: (computerId: string) => Promise<void>,
) {
  const { draining, drainingPoll } = context.limits;
  await endAttempts(request.computer_id);
  for (let waited = 0; ; waited += drainingPoll) {
    const drained = await move(context, 'finish-draining', request, control_epoch);
    if (drained.kind === 'settled') return null;
    const wait = drained.rule === 'screen.attempt-under-way' && waited < draining;
    if (!wait || context.signal?.aborted === true) return drained;
    await new Promise((resolve) => setTimeout(resolve, drainingPoll));
  }
}
