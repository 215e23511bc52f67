import type { Observation, Surface } from '@cux/provider-sdk';
import { call, defaultPatience } from '../session/isolated-world.ts';
import type { Screen } from '../session/screen.ts';
import { partOfAddress, publicAddress } from './address.ts';
import { refused, unanswered } from './ask.ts';
import { attach, holdsFiles } from './attach.ts';
import { capture } from './capture.ts';
import { fill, select, setChecked } from './fill.ts';
import { keypress, scrollBy } from './keys.ts';
import { Observer } from './observe.ts';
import { openPage } from './open-page.ts';
import { press } from './press.ts';
import { References } from './references.ts';
import { overlaps, readinessOf, resolveTarget } from './resolve.ts';
import { stopSigns } from './screen-signs.ts';
import { takeOver } from './takeover.ts';

/** What an accessibility snapshot may hold when it is kept as evidence. */
const evidenceBudget = { nodes: 1_000, bytes: 65_536 };

type ScalarAnswer = string | number | boolean | null;

/** The surface of one session: every method asks the screen as it is now, and none asks twice. */
export function createSurface(screen: Screen): Surface {
  const references = new References();
  const observer = new Observer(references);
  const look = (budget: { readonly nodes: number; readonly bytes: number }): Promise<Observation> =>
    observer.observe(screen.active, budget);
  const surface: Surface = {
    open: (url, timeoutMs) => openPage(screen, url, timeoutMs),
    location: async () => (screen.active === null ? null : publicAddress(screen.active.page.url())),
    matchAddress: async (template) =>
      screen.active === null ? null : partOfAddress(screen.active.page.url(), template),
    observe: look,
    lookup: async (ref) => references.lookUp(ref),
    resolve: (target) => resolveTarget(screen, references, target),
    overlaps: (element, other) => overlaps(references, element.ref, other.ref),
    readiness: ({ ref }, intent) => readinessOf(references, ref, intent),
    stopSigns: async () => (screen.active === null ? [] : stopSigns(screen.active, defaultPatience)),
    fill: ({ ref }, value) => fill(references, ref, value),
    select: ({ ref }, label) => select(references, ref, label),
    setChecked: ({ ref }, checked) => setChecked(references, ref, checked),
    attach: ({ ref }, files) => attach(references, ref, files),
    press: ({ ref }, timeoutMs) => press(references, ref, timeoutMs),
    async holds(target, expected) {
      const resolution = await resolveTarget(screen, references, target);
      const found = resolution.kind === 'found' ? references.find(resolution.element.ref) : null;
      if (found === null) {
        return 'gone';
      }
      if (expected.kind === 'files') {
        const held = await holdsFiles(found, expected.files);
        return held === null ? 'gone' : held ? 'held' : 'not_held';
      }
      const answer = await call<boolean | null>(found.target, found.world, 'holds', [found.id, expected]);
      if (answer.kind !== 'value' || answer.value === null) {
        return 'gone';
      }
      return answer.value ? 'held' : 'not_held';
    },
    async holdLateAnswers(hold) {
      const target = screen.active;
      if (target !== null) {
        await Promise.all(
          [...target.worlds.values()].map((world) => call(target, world, 'holdLateTimers', [hold])),
        );
      }
    },
    async scroll({ ref }) {
      const found = references.find(ref);
      if (found === null) {
        return refused('stale');
      }
      const answer = await call<'done' | 'stale'>(found.target, found.world, 'scroll', [found.id]);
      if (answer.kind !== 'value') {
        return unanswered(answer);
      }
      return answer.value === 'done' ? { kind: 'done' } : refused('stale');
    },
    keypress: (element, keys, timeoutMs) => keypress(screen, references, element, { keys, timeoutMs }),
    scrollBy: (element, by) => scrollBy(screen, references, element, by),
    async targets() {
      const { active } = screen;
      const others = screen.open.filter((target) => target !== active).map(({ label }) => label);
      return active === null ? others : [active.label, ...others];
    },
    switchTarget: async (label) => (screen.activate(label) ? { kind: 'done' } : { kind: 'lost' }),
    async closeTarget(label) {
      const target = screen.open.find((each) => each.label === label);
      if (target === undefined) {
        return { kind: 'lost' };
      }
      await target.guarded(target.page.close(), defaultPatience);
      return target.closed ? { kind: 'done' } : { kind: 'outcome_unknown' };
    },
    unexpectedTargetOpened: () => screen.unexpectedTarget,
    async readJson(url, pointer, header) {
      const target = screen.active;
      if (target === null) {
        return null;
      }
      const answer = await call<ScalarAnswer>(target, target.mainWorld, 'readJson', [url, pointer, header]);
      return answer.kind === 'value' ? answer.value : null;
    },
    capture: async (evidenceClass) =>
      screen.active === null ? null : capture(screen.active, evidenceClass, () => look(evidenceBudget)),
    takeover: () => takeOver(screen, surface),
  };
  return whileConnected(surface, screen);
}

/** Calls that a browser is not asked for. */
const remembered: ReadonlySet<string> = new Set(['targets', 'takeover']);

/**
 * What a browser has answered that ended meanwhile is no answer: it may stand for what could not be asked any more. Where
 * nothing was captured, or only what is remembered was told, the browser itself is asked.
 */
function whileConnected(surface: Surface, screen: Screen): Surface {
  const calls = Object.entries(surface).map(([name, method]) => {
    if (name === 'unexpectedTargetOpened') return [name, method];
    const call = async (...given: unknown[]): Promise<unknown> => {
      const answer: unknown = await (method as (...all: unknown[]) => unknown)(...given);
      const asks = remembered.has(name) || (name === 'capture' && answer === null);
      if (asks) await screen.mustAnswer();
      else screen.mustBeConnected();
      return answer;
    };
    return [name, call];
  });
  return Object.fromEntries(calls);
}
