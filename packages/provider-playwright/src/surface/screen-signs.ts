import type { BlockerCode } from '@cux/contracts';
import type { StopSign } from '@cux/provider-sdk';
import type { Sign } from '../injected/sign.ts';
import { findClosedRoots } from '../session/closed-roots.ts';
import { call } from '../session/isolated-world.ts';
import type { PageTarget } from '../session/page-target.ts';

/** Worst first: what a person has to answer before what merely lies in the way. */
const severity: readonly BlockerCode[] = [
  'native_dialog',
  'lifecycle_failure',
  'permission',
  'captcha',
  'login',
  'payment',
  'destructive_confirmation',
  'modal',
  'popover',
  'overlay',
];

/** Characters of a dialog's message that are kept: page text, untrusted. */
const messageBound = 200;

function dialogSign({ dialog }: PageTarget): StopSign | null {
  if (dialog === null) {
    return null;
  }
  const kind = dialog.type();
  const dialogKind = kind === 'confirm' || kind === 'prompt' || kind === 'beforeunload' ? kind : 'alert';
  const message = dialog.message().slice(0, messageBound);
  return { code: 'native_dialog', role: null, name: message === '' ? null : message, dialogKind };
}

/** Every sign in every document of the target. A document that does not answer in time is a sign itself. */
export async function stopSigns(target: PageTarget, timeoutMs: number): Promise<readonly StopSign[]> {
  const until = performance.now() + timeoutMs;
  const asked = [...target.worlds.values()].map(async (world) => {
    await findClosedRoots(target, world, false, timeoutMs);
    return call<readonly Sign[]>(target, world, 'signs', [], Math.max(0, until - performance.now()));
  });
  const answers = await Promise.all(asked);
  const dialog = dialogSign(target);
  if (dialog !== null) {
    return [dialog];
  }
  const signs: StopSign[] = answers.flatMap((answer): readonly StopSign[] => {
    if (answer.kind === 'timeout') {
      return [{ code: 'lifecycle_failure', role: null, name: null }];
    }
    return answer.kind === 'value' ? answer.value : [];
  });
  return signs.sort((left, right) => severity.indexOf(left.code) - severity.indexOf(right.code));
}
