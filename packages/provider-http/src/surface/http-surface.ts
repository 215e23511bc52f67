import type { Target } from '@cux/contracts';
import type { ActionOutcome, ElementRef, StopSign, Surface, Takeover } from '@cux/provider-sdk';
import type { HttpInterface } from '../interface/http-interface.ts';
import { partsOf } from './address.ts';
import { elementOf, resolveIn } from './elements.ts';
import type { FormSession } from './form-session.ts';
import { scalarAt } from './json-pointer.ts';
import { observe, snapshot } from './render.ts';

const done: ActionOutcome = { kind: 'done' };
const lost: ActionOutcome = { kind: 'lost' };
const stale: ActionOutcome = { kind: 'refused', readiness: { kind: 'stale' } };
const onlyTarget = 't1';

const signInSign: StopSign = { code: 'login', role: null, name: null };

/** The whole Surface port over an API's forms. Every method throws a `ProviderFault` once the session has ended. */
export function httpSurface(session: FormSession, description: HttpInterface): Surface {
  let observations = 0;
  const alive = async <Value>(answer: () => Value | Promise<Value>): Promise<Value> => {
    session.requireAlive();
    return answer();
  };
  const fill = (element: ElementRef, value: string) => alive(() => fillField(session, element, value));
  return {
    open: (url, timeoutMs) =>
      alive(async () => ({ kind: (await session.navigate(url, timeoutMs)) ? 'reached' : 'failed' })),
    location: () => alive(() => locationOf(session)),
    matchAddress: (template) => alive(() => matchAddress(session, template)),
    observe: (budget) => alive(() => observe(session.open, budget, ++observations)),
    lookup: (ref) => alive(() => lookUp(session, ref)),
    resolve: (target) => alive(() => resolveIn(session.open, target)),
    overlaps: (element, other) => alive(() => element.ref === other.ref),
    readiness: (element) =>
      alive(() => (elementOf(session.open, element) === null ? { kind: 'stale' } : { kind: 'ready' })),
    stopSigns: () => alive(() => (session.signedOut ? [signInSign] : [])),
    fill,
    select: fill,
    setChecked: () => alive(() => lost),
    press: (element, timeoutMs) => alive(() => pressButton(session, element, timeoutMs)),
    holds: (target, expected) => alive(() => holds(session, target, expected)),
    scroll: (element) => alive(() => (elementOf(session.open, element) === null ? stale : done)),
    // There is no screen to scroll, and nothing that hears a key.
    keypress: () => alive(() => lost),
    scrollBy: (element) =>
      alive(() => (element !== null && elementOf(session.open, element) === null ? stale : done)),
    targets: () => alive(() => [onlyTarget]),
    switchTarget: (label) => alive(() => (label === onlyTarget ? done : lost)),
    closeTarget: () => alive(() => lost),
    unexpectedTargetOpened: () => false,
    readJson: (url, pointer, header) => alive(() => readStore(session, url, pointer, header)),
    capture: (evidenceClass) =>
      alive(() => (evidenceClass === 'accessibility_snapshot' ? snapshot(session.open) : null)),
    takeover: () => alive(() => personAt(session, description)),
  };
}

function locationOf({ open }: FormSession) {
  return open === null ? null : { origin: open.url.origin, path: open.url.pathname };
}

/** The query counts only where the template has one. */
function matchAddress({ open }: FormSession, template: string): string | null {
  if (open === null) return null;
  const { pathname, search } = open.url;
  return partsOf(template, template.includes('?') ? `${pathname}${search}` : pathname)?.[0] ?? null;
}

function lookUp({ open }: FormSession, ref: string) {
  const element = elementOf(open, { ref });
  if (element !== null)
    return { kind: 'found', element: { ref, role: element.role, name: element.name } } as const;
  return { kind: /^f\d+:\d+$/.test(ref) ? 'stale' : 'unknown' } as const;
}

function fillField({ open }: FormSession, element: ElementRef, value: string): ActionOutcome {
  const found = elementOf(open, element);
  if (open === null || found === null) return stale;
  if (!open.form.fields.some(({ name }) => name === found.name)) {
    return { kind: 'refused', readiness: { kind: 'disabled' } };
  }
  open.values.set(found.name, value);
  return done;
}

async function pressButton(
  session: FormSession,
  element: ElementRef,
  timeoutMs: number,
): Promise<ActionOutcome> {
  const { open } = session;
  const found = elementOf(open, element);
  if (open === null || found === null) return stale;
  return found.button === null ? done : { kind: await session.press(found.button, open, timeoutMs) };
}

function holds({ open }: FormSession, target: Target, expected: Parameters<Surface['holds']>[1]) {
  const resolution = resolveIn(open, target);
  const value = resolution.kind === 'found' ? open?.values.get(resolution.element.name) : undefined;
  if (value === undefined || expected.kind === 'checked' || expected.kind === 'files') return 'gone';
  return value === (expected.kind === 'text' ? expected.value : expected.label) ? 'held' : 'not_held';
}

async function readStore(
  { http }: FormSession,
  url: string,
  pointer: string,
  header: { readonly name: string; readonly url: string } | null,
) {
  // A nonce protects a browser's cookies; a credential of its own needs none, and a recipe for an API asks for none.
  if (header !== null) return null;
  const answer = await http.send({ method: 'GET', url });
  return answer?.status === 200 ? scalarAt(answer.json, pointer) : null;
}

/** A person gives their credential: two fields and a button, and nothing of it is sent but a read that tries it. */
async function personAt(session: FormSession, { sign_in }: HttpInterface): Promise<Takeover> {
  const typed = new Map<string, string>();
  let released = false;
  const isOwn = (name: string) =>
    sign_in !== null && !released && [sign_in.account, sign_in.secret].includes(name);
  return {
    type: async ({ name }, text) => {
      if (!isOwn(name)) return lost;
      typed.set(name, text);
      return done;
    },
    press: async ({ name }) => {
      if (sign_in === null || released || name !== sign_in.submit) return lost;
      await session.signIn(typed.get(sign_in.account) ?? '', typed.get(sign_in.secret) ?? '');
      typed.clear();
      return done;
    },
    live: null,
    screenshot: async () => snapshot(session.open).bytes,
    location: async () => locationOf(session),
    release: async () => {
      released = true;
      typed.clear();
    },
  };
}
