import type { RuntimeProfile } from '@cux/contracts';
import type { Computer } from '../state/computer.ts';
import type { ProfileRevision, ProfileTerms } from '../state/computer-profile.ts';
import { profileRevisionRowId } from '../state/entities.ts';
import type { Screen } from '../state/screen.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  readStored,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { closeGate } from './gates.ts';
import { computersLockId, readLock, writeLock } from './locks.ts';
import { otherRetention } from './retention.ts';
import { todosLostGate } from './todos.ts';
import { beginWaking, endWaking, noteWaking } from './wakings.ts';

/** Records an intent; contacts nobody and allocates nothing. */
export const createComputer: Decider<'create-computer'> = function* (input, context) {
  const head = yield* read('profile', input.profile_id);
  if (head === null) return refuse('profile.unknown', 'There is no such profile; make one first.');
  if (head.active === null) {
    return refuse('profile.inactive', 'The profile has no active revision; activate one first.');
  }
  const { terms } = yield* revisionOf(head.profile_id, head.active);
  // Whoever looks at all Computers at the same moment meets this one.
  writeLock(context, yield* readLock(computersLockId), {});
  const computer_id = context.ids.next('computer');
  const screen_id = context.ids.next('screen');
  const times = { created_at: context.now, updated_at: context.now };
  context.work.create('computer', {
    computer_id,
    revision: 1,
    lifecycle: 'sleeping',
    generation: 0,
    profile_id: head.profile_id,
    profile_revision: head.active,
    recovery_grade: terms.recovery_grade,
    sharing_scope: terms.sharing_scope,
    screen_id,
    placement: null,
    sessions: [],
    ...times,
  });
  context.work.create('screen', {
    screen_id,
    computer_id,
    revision: 1,
    ...terms.screen,
    generation: 0,
    control: 'agent',
    control_epoch: 0,
    observation_generation: 0,
    attachment: 'detached',
    active_target: null,
    readback_due: false,
    todos: [],
    observed_at: null,
    ...times,
  });
  context.work.event('computer-created', { computer_id, screen_id, profile_id: head.profile_id });
  return accept({ computer_id, screen_id });
};

/** A process takes custody, before it contacts the provider. */
export const wakeComputer: Decider<'wake-computer'> = function* (input, context) {
  const computer = yield* computerAt(input.computer_id, input.resource_version);
  if (isRefused(computer)) return computer;
  if (computer.lifecycle !== 'sleeping') return notNow(computer, 'sleeping');
  const { terms } = yield* revisionOf(computer.profile_id, computer.profile_revision);
  const unfit = unfitProvider(terms, input.provider) ?? (yield* otherRetention(input.retention));
  if (unfit !== null) return unfit;
  const screen = yield* screenOf(computer);
  if (isRefused(screen)) return screen;
  const generation = computer.generation + 1;
  const { provider_id } = input.provider.profile;
  const placement = { process_id: input.process_id, provider_id, since: context.now };
  moveComputer(context, computer, { lifecycle: 'waking', generation, placement });
  beginWaking(context, computer.computer_id, generation, placement);
  changeScreen(context, screen, { generation });
  context.work.event('computer-waking', { computer_id: computer.computer_id, generation, provider_id });
  return accept({ generation });
};

/** The provider has allocated: the Screen is what it always was, or nothing is attached. */
export const attachScreen: Decider<'attach-screen'> = function* (input, context) {
  const held = yield* heldComputer(input);
  if (isRefused(held)) return held;
  if (held.lifecycle !== 'waking') return notNow(held, 'waking');
  const screen = yield* screenOf(held);
  if (isRefused(screen)) return screen;
  const { width, height, scale_percent } = input.geometry;
  const same = width === screen.width && height === screen.height && scale_percent === screen.scale_percent;
  if (!same) {
    return refuseForGood(
      'screen.geometry',
      'The Screen has another size or scale, for good; release this placement and allocate one of its size.',
    );
  }
  moveComputer(context, held, { lifecycle: 'awake' });
  yield* noteWaking(context, held, () => ({ attached_at: context.now }));
  changeScreen(context, screen, { attachment: 'attached', active_target: input.active_target });
  context.work.event('screen-attached', { computer_id: held.computer_id, generation: held.generation });
  return accept({ screen_id: screen.screen_id });
};

/** The cleanup receipt: what was allocated is shown to be gone. */
export const releaseComputer: Decider<'release-computer'> = function* (input, context) {
  const computer = yield* knownComputer(input.computer_id);
  if (isRefused(computer)) return computer;
  if (input.generation < computer.generation) return staleGeneration();
  const { placement } = computer;
  if (placement === null) return refuse('computer.not-placed', 'Nothing is allocated for this Computer.');
  if (input.generation > computer.generation) return notHolder();
  const own = placement.process_id === input.process_id;
  if (!own && !input.dead_processes.includes(placement.process_id)) {
    return refuse(
      'computer.not-holder',
      'Another process has custody of what is allocated; ask that one, or show that it is dead.',
    );
  }
  const screen = yield* screenOf(computer);
  if (isRefused(screen)) return screen;
  const lifecycle = computer.lifecycle === 'archiving' ? 'archived' : 'sleeping';
  moveComputer(context, computer, { lifecycle, placement: null });
  const ended = own ? 'released' : 'lost';
  yield* endWaking(context, computer, placement, ended);
  const left = screen.control === 'human' ? yield* endOfHands(context, screen) : {};
  changeScreen(context, screen, {
    attachment: 'detached',
    active_target: null,
    control: 'agent',
    control_epoch: screen.control_epoch + 1,
    ...left,
  });
  context.work.event('computer-released', {
    computer_id: computer.computer_id,
    generation: computer.generation,
    lifecycle,
    ended,
  });
  return accept({ lifecycle });
};

/** Ends a Computer for good. With something allocated it waits for the cleanup receipt. */
export const archiveComputer: Decider<'archive-computer'> = function* (input, context) {
  const computer = yield* computerAt(input.computer_id, input.resource_version);
  if (isRefused(computer)) return computer;
  if (computer.lifecycle === 'archiving') return notNow(computer, 'sleeping or awake');
  const lifecycle = computer.placement === null ? 'archived' : 'archiving';
  moveComputer(context, computer, { lifecycle });
  context.work.event('computer-archived', { computer_id: computer.computer_id, lifecycle });
  return accept({ lifecycle });
};

function* revisionOf(profileId: string, number: number): Deciding<ProfileRevision> {
  return yield* readStored('profile-revision', profileRevisionRowId(profileId, number));
}

/** What the profile needs and the provider does not say that it can do; null when it says all. */
function unfitProvider(
  { needs, host_kind }: ProfileTerms,
  { profile, ready }: { readonly profile: RuntimeProfile; readonly ready: boolean },
): RefusedDecision | null {
  if (!ready) return refuse('provider.not-ready', 'The provider is not ready; run the doctor.');
  if (profile.host_kind !== host_kind && profile.host_kind !== 'browser_or_desktop_runtime') {
    return refuse('computer.host-kind', 'The provider has no such kind of host; choose another provider.');
  }
  const lacking = Object.entries(needs).some(
    ([primitive, need]) =>
      need === 'required' && !canDo(profile, primitive as keyof RuntimeProfile['provider_primitives']),
  );
  if (!lacking) return null;
  return refuse(
    'computer.needs-unmet',
    'The provider does not say that it can do all that the profile needs; choose another provider.',
  );
}

function canDo(
  { provider_primitives }: RuntimeProfile,
  primitive: keyof RuntimeProfile['provider_primitives'],
): boolean {
  const said = provider_primitives[primitive];
  return said !== undefined && said !== 'unsupported';
}

function* computerAt(computerId: string, resourceVersion: number): Deciding<Computer | RefusedDecision> {
  const computer = yield* knownComputer(computerId);
  if (isRefused(computer)) return computer;
  if (computer.lifecycle === 'archived') {
    return refuseForGood('computer.archived', 'The Computer is archived for good; create another one.');
  }
  if (resourceVersion !== computer.revision) {
    return refuse('computer.stale-version', 'The Computer has changed; read it and decide again.');
  }
  return computer;
}

export function* knownComputer(computerId: string): Deciding<Computer | RefusedDecision> {
  const computer = yield* read('computer', computerId);
  return computer ?? unknownComputer();
}

/** The Computer as its present holder knows it; anybody else is refused. */
export function* heldComputer(by: {
  readonly computer_id: string;
  readonly generation: number;
  readonly process_id: string;
}): Deciding<Computer | RefusedDecision> {
  const computer = yield* knownComputer(by.computer_id);
  if (isRefused(computer)) return computer;
  if (by.generation < computer.generation) return staleGeneration();
  if (by.generation > computer.generation || computer.placement?.process_id !== by.process_id) {
    return notHolder();
  }
  return computer;
}

function notHolder(): RefusedDecision {
  return refuse('computer.not-holder', 'Another process has custody of this Computer; ask that one.');
}

/** A mismatched pair is not addressable, so it is refused as a Computer that does not exist. */
export function unknownComputer(): RefusedDecision {
  return refuse('computer.unknown', 'There is no such Computer; list the Computers and name one.');
}

function staleGeneration(): RefusedDecision {
  return refuseForGood('computer.stale-generation', 'The Computer has been woken again since; begin anew.');
}

function notNow({ lifecycle }: Computer, wanted: string): RefusedDecision {
  return refuse('computer.lifecycle', `The Computer is ${lifecycle}; this needs it to be ${wanted}.`);
}

export function* screenOf(computer: Computer): Deciding<Screen | RefusedDecision> {
  const screen = yield* read('screen', computer.screen_id);
  return screen === null || screen.computer_id !== computer.computer_id ? unknownComputer() : screen;
}

function moveComputer(context: Context, computer: Computer, patch: Partial<Computer>): void {
  context.work.change('computer', computer, { ...patch, updated_at: context.now });
}

/**
 * A person had the Screen and may have done by hand what was to be done: every question and approval about it is superseded,
 * and what they left is read back before anything is written.
 */
export function* endOfHands(context: Context, screen: Screen): Deciding<Partial<Screen>> {
  for (const todoId of screen.todos) {
    const { gate_id } = yield* readStored('todo', todoId);
    const gate = gate_id === null ? null : yield* readStored('gate', gate_id);
    if (gate === null || gate.kind === 'standing' || gate.status === 'closed') continue;
    const closed = yield* closeGate(context, gate, 'superseded');
    yield* todosLostGate(context, closed, { kind: 'resume' }, 'gate.superseded');
  }
  return { readback_due: true, todos: [] };
}

export function changeScreen(context: Context, screen: Screen, patch: Partial<Screen>): Screen {
  return context.work.change('screen', screen, { ...patch, updated_at: context.now });
}
