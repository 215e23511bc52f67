import type { ActionOutcome } from '@cux/provider-sdk';
import type { Expected, FillStart, SelectStart } from '../injected/fields.ts';
import type { Found } from '../injected/find.ts';
import type { Scrolled } from '../injected/option-list.ts';
import { call } from '../session/isolated-world.ts';
import type { Answer, DocumentWorld } from '../session/page-target.ts';
import { nextTicket } from '../session/tickets.ts';
import { refused, unanswered } from './ask.ts';
import { press } from './press.ts';
import { outOfReach } from './reach.ts';
import type { Reference, References } from './references.ts';

/** How long the page may take to digest one input, in milliseconds. */
const patience = 15_000;
/** How long a list of options may take to open, and how often it is looked for, in milliseconds. */
const listPatience = 3_000;
const listPoll = 50;
/** How long a list may take to draw what has come into sight, in milliseconds: two frames. */
const drawingPause = 34;

/** Where the text of one fill has gone. */
interface Settled {
  readonly passed: number;
  readonly denied: number;
}

/** Puts the whole text in at once. No key is pressed except to empty a field, so nothing can be sent by Enter. */
export async function fill(references: References, ref: string, value: string): Promise<ActionOutcome> {
  const found = references.find(ref);
  if (found === null) {
    return refused('stale');
  }
  const stopped = await outOfReach(found);
  if (stopped !== null) {
    return stopped;
  }
  const { target, world, id } = found;
  const ticket = nextTicket();
  const begun = await call<FillStart>(target, world, 'beginFill', [id, value, ticket], patience);
  if (begun.kind !== 'value') {
    return unanswered(begun);
  }
  switch (begun.value.kind) {
    case 'set':
      return { kind: 'done' };
    case 'ready':
      return insert(found, ticket, value, begun.value.empty);
    default:
      return refused(begun.value.kind);
  }
}

async function insert(
  { target, world }: Reference,
  ticket: number,
  value: string,
  empty: boolean,
): Promise<ActionOutcome> {
  const typed = target.tickets.reached(ticket, 'typed');
  const sending = target.guarded(sendText(world, value, empty), patience);
  // On its way together with the text: it waits there until the text has arrived, and takes the ticket back.
  const settling = call<Settled>(target, world, 'settleFill', [value !== '' || !empty], patience);
  try {
    if ((await sending).kind !== 'value') {
      return { kind: 'outcome_unknown' };
    }
    const settled = await Promise.race([settling, typed.then(() => null)]);
    return settled !== null && isMisdirected(settled) ? refused('stale') : { kind: 'done' };
  } finally {
    target.tickets.forget(ticket);
  }
}

/** No text came where it belongs, and some would have come elsewhere. */
function isMisdirected(settled: Answer<Settled>): boolean {
  return settled.kind === 'value' && settled.value.passed === 0 && settled.value.denied > 0;
}

/** To the process that the field's document lives in: another would not hear of it. */
async function sendText({ channel }: DocumentWorld, value: string, empty: boolean): Promise<void> {
  if (value !== '') {
    await channel.send('Input.insertText', { text: value });
    return;
  }
  if (!empty) {
    const key = { key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46 };
    await channel.send('Input.dispatchKeyEvent', { ...key, type: 'rawKeyDown' });
    await channel.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
  }
}

/** There is nothing to choose. That is no fault of the list: what it holds is read back, and is not what was wanted. */
const notChosen: ActionOutcome = { kind: 'outcome_unknown' };

/** By the label that is shown. A list that is not native is opened and its option pressed. */
export async function select(references: References, ref: string, label: string): Promise<ActionOutcome> {
  const found = references.find(ref);
  if (found === null) {
    return refused('stale');
  }
  const stopped = await outOfReach(found);
  if (stopped !== null) {
    return stopped;
  }
  const { target, world, id } = found;
  const answer = await call<SelectStart>(target, world, 'selectOption', [id, label], patience);
  if (answer.kind === 'dialog') {
    return { kind: 'outcome_unknown' };
  }
  if (answer.kind !== 'value') {
    return unanswered(answer);
  }
  switch (answer.value.kind) {
    case 'set':
      return { kind: 'done' };
    case 'absent':
      return notChosen;
    case 'custom':
      return pressOption(references, found, ref, label);
    default:
      return refused(answer.value.kind);
  }
}

async function pressOption(
  references: References,
  { target, world }: Reference,
  ref: string,
  label: string,
): Promise<ActionOutcome> {
  const opened = await press(references, ref, patience);
  if (opened.kind !== 'done') {
    return opened;
  }
  const id = await findOption({ target, world }, label);
  return id === null ? notChosen : press(references, references.give({ target, world, id }), patience);
}

/** Waits for the list to open, then goes through it from its beginning: it may draw only what is in sight. */
async function findOption(
  { target, world }: Pick<Reference, 'target' | 'world'>,
  label: string,
): Promise<number | null> {
  const until = performance.now() + patience;
  let hasBegun = false;
  for (let waited = 0; waited <= listPatience && performance.now() < until; ) {
    const option = await call<Found>(target, world, 'resolve', [{ role: 'option', name: label }]);
    if (option.kind === 'value' && option.value.kind === 'found') {
      return option.value.id;
    }
    const moved: Answer<Scrolled> = await call<Scrolled>(target, world, 'scrollOptions', [!hasBegun]);
    const isMoving = moved.kind === 'value' && moved.value === 'moved';
    hasBegun ||= moved.kind === 'value' && moved.value !== 'none';
    waited += isMoving ? 0 : listPoll;
    await new Promise((done) => setTimeout(done, isMoving ? drawingPause : listPoll));
  }
  return null;
}

export async function setChecked(
  references: References,
  ref: string,
  checked: boolean,
): Promise<ActionOutcome> {
  const found = references.find(ref);
  if (found === null) {
    return refused('stale');
  }
  const expected: Expected = { kind: 'checked', checked };
  const held = await call<boolean | null>(found.target, found.world, 'holds', [found.id, expected], patience);
  if (held.kind !== 'value') {
    return unanswered(held);
  }
  return held.value === true ? { kind: 'done' } : press(references, ref, patience);
}
