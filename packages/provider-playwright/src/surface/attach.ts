import { digestOfBytes, type PlanFile } from '@cux/contracts';
import type { ActionOutcome, AttachedFile } from '@cux/provider-sdk';
import type { AttachStart, heldFiles, putFiles } from '../injected/files.ts';
import { call } from '../session/isolated-world.ts';
import { refused, unanswered } from './ask.ts';
import { press } from './press.ts';
import { outOfReach } from './reach.ts';
import type { Reference, References } from './references.ts';

/** How long the page may take to digest files, in milliseconds. */
const patience = 30_000;
/** How long a press may take to open a chooser, and how often it is looked for, in milliseconds. */
const chooserPatience = 3_000;
const chooserPoll = 50;

/**
 * Puts files into a field from memory: none of them is written to a disk, and the page's chooser, if one was opened, stays
 * unanswered.
 */
export async function attach(
  references: References,
  ref: string,
  files: readonly AttachedFile[],
): Promise<ActionOutcome> {
  const found = references.find(ref);
  if (found === null) {
    return refused('stale');
  }
  const stopped = await outOfReach(found);
  if (stopped !== null) {
    return stopped;
  }
  const begun = await call<AttachStart>(found.target, found.world, 'beginAttach', [found.id], patience);
  if (begun.kind !== 'value') {
    return unanswered(begun);
  }
  switch (begun.value.kind) {
    case 'field':
      return put(found, files);
    case 'press':
      return pressAndPut(references, ref, found, files);
    default:
      return refused(begun.value.kind);
  }
}

/** A press that opens no chooser is told as what it is: something was pressed, and no file is in. */
async function pressAndPut(
  references: References,
  ref: string,
  found: Reference,
  files: readonly AttachedFile[],
): Promise<ActionOutcome> {
  const pressed = await press(references, ref, patience);
  if (pressed.kind !== 'done') {
    return pressed;
  }
  const until = performance.now() + chooserPatience;
  for (;;) {
    const opened = await call<boolean>(found.target, found.world, 'chooserOpened', [found.id]);
    if (opened.kind === 'value' && opened.value) {
      return put(found, files);
    }
    if (opened.kind !== 'value' || performance.now() > until) {
      return { kind: 'outcome_unknown' };
    }
    await new Promise((done) => setTimeout(done, chooserPoll));
  }
}

async function put({ target, world, id }: Reference, files: readonly AttachedFile[]): Promise<ActionOutcome> {
  const sent = files.map(({ name, mediaType, bytes }) => ({
    name,
    mediaType,
    base64: Buffer.from(bytes).toString('base64'),
  }));
  const answer = await call<ReturnType<typeof putFiles>>(target, world, 'putFiles', [id, sent], patience);
  if (answer.kind !== 'value') {
    return { kind: 'outcome_unknown' };
  }
  return answer.value === 'done' ? { kind: 'done' } : refused(answer.value);
}

/** Whether the field holds exactly these files, in their order; null when the element stands for none. */
export async function holdsFiles(
  { target, world, id }: Reference,
  expected: readonly PlanFile[],
): Promise<boolean | null> {
  const answer = await call<Awaited<ReturnType<typeof heldFiles>>>(
    target,
    world,
    'heldFiles',
    [id],
    patience,
  );
  if (answer.kind !== 'value' || answer.value === null) {
    return null;
  }
  const held = answer.value;
  return (
    held.length === expected.length &&
    expected.every(({ name, digest }, at) => {
      const file = held[at];
      return file?.name === name && digestOfBytes(Buffer.from(file.base64, 'base64')) === digest;
    })
  );
}
