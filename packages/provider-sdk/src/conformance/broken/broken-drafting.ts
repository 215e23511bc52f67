import type { BrokenProvider } from './broken-providers.ts';
import {
  blindFor,
  entryOf,
  notSaved,
  pause,
  type SurfaceChange,
  saveWhatIsNotSaved,
  sendDirectly,
  targetOf,
  withSurface,
} from './change-provider.ts';

const bySurface = (scenario: string, because: string, change: SurfaceChange): BrokenProvider => ({
  scenario,
  because,
  breakIt: (provider) => withSurface(provider, change),
});

/** Broken at filling, saving and looking. */
export const brokenDrafting: readonly BrokenProvider[] = [
  bySurface('plain-draft', 'it tidies the text up before it types it', (surface) => ({
    fill: (element, value) => surface.fill(element, value.normalize('NFKC').trim()),
  })),
  bySurface('choices-held', 'it ticks a box by pressing it, however it is ticked', (surface) => ({
    setChecked: async (element, checked) => {
      const target = targetOf(element);
      const ticked = (await surface.holds(target, { kind: 'checked', checked: true })) === 'held';
      return surface.setChecked(element, ticked ? !checked : checked);
    },
  })),
  bySurface('value-truncated', 'it is content when the field holds the beginning', (surface) => ({
    holds: async (target, expected) => {
      const answer = await surface.holds(target, expected);
      if (answer !== 'not_held' || expected.kind !== 'text') return answer;
      for (let length = 5; length < expected.value.length; length += 1) {
        const beginning = { kind: 'text', value: expected.value.slice(0, length) } as const;
        if ((await surface.holds(target, beginning)) === 'held') return 'held';
      }
      return answer;
    },
  })),
  bySurface('value-reverts', 'it answers what it saw right after it had typed', (surface) => {
    const seen = new Set<string>();
    return {
      fill: async (element, value) => {
        const outcome = await surface.fill(element, value);
        const target = targetOf(element);
        if ((await surface.holds(target, { kind: 'text', value })) === 'held') seen.add(element.name);
        return outcome;
      },
      holds: async (target, expected) => (seen.has(target.name) ? 'held' : surface.holds(target, expected)),
    };
  }),
  bySurface('known-modal', 'it says that it has put the modal away, and has not', (surface) => ({
    press: async (element, timeoutMs) =>
      element.name === 'Not now' ? { kind: 'done' } : surface.press(element, timeoutMs),
  })),
  bySurface('draft-saved-by-rule', 'it presses twice, to be sure', (surface) => ({
    press: async (element, timeoutMs) => {
      if (!element.name.startsWith('Save')) return surface.press(element, timeoutMs);
      await surface.press(element, timeoutMs);
      await pause(300);
      const again = await surface.resolve(targetOf(element));
      return again.kind === 'found' ? surface.press(again.element, timeoutMs) : { kind: 'done' };
    },
  })),
  bySurface('publication-called-draft', 'it saves around the guard what the guard has kept in', (surface) => {
    let filled = false;
    return {
      fill: (element, value) => {
        filled = true;
        return surface.fill(element, value);
      },
      press: async (element, timeoutMs) => {
        const outcome = await surface.press(element, timeoutMs);
        if (filled && element.role === 'button' && element.name !== 'Publish')
          await saveWhatIsNotSaved(surface);
        return outcome;
      },
    };
  }),
  bySurface(
    'autosave-without-rule',
    'it saves around the guard when the page says that it could not, as long as nobody has published',
    (surface) => {
      let published = false;
      return {
        press: (element, timeoutMs) => {
          published ||= element.name === 'Publish';
          return surface.press(element, timeoutMs);
        },
        capture: async (evidenceClass) => {
          const saved = published || (await surface.resolve(notSaved)).kind !== 'found';
          if (!saved) await sendDirectly(await entryOf(surface), 'POST');
          return surface.capture(evidenceClass);
        },
      };
    },
  ),
  bySurface(
    'final-action-by-another-name',
    'it gives one element a new reference each time it is asked',
    (surface) => {
      let asked = 0;
      const plain = (ref: string) => ref.replace(/~\d+$/, '');
      const known = <Element extends { readonly ref: string }>(element: Element) => ({
        ...element,
        ref: plain(element.ref),
      });
      return {
        resolve: async (target) => {
          const found = await surface.resolve(target);
          if (found.kind !== 'found') return found;
          asked += 1;
          return { kind: 'found', element: { ...found.element, ref: `${found.element.ref}~${asked}` } };
        },
        overlaps: async () => false,
        readiness: (element) => surface.readiness(known(element)),
        press: (element, timeoutMs) => surface.press(known(element), timeoutMs),
        fill: (element, value) => surface.fill(known(element), value),
        select: (element, label) => surface.select(known(element), label),
        setChecked: (element, checked) => surface.setChecked(known(element), checked),
        attach: async (element, files) => surface.attach?.(known(element), files) ?? { kind: 'lost' },
      };
    },
  ),
  bySurface('look-only', 'it presses a switch to see what it does', (surface) => ({
    resolve: async (target) => {
      const found = await surface.resolve(target);
      if (found.kind === 'found' && target.role === 'switch') {
        await surface.press(found.element, 2_000);
        await pause(400);
      }
      return found;
    },
  })),
  bySurface('facts-read', 'it answers with the whole address', (surface) => ({
    matchAddress: async (template) => ((await surface.matchAddress(template)) === null ? null : template),
  })),
  bySurface('fact-missing', 'it makes up what the site does not tell', (surface) => ({
    readJson: async (url, pointer, header) => (await surface.readJson(url, pointer, header)) ?? 'somebody',
  })),
  bySurface('screenshot-kept', 'it takes an empty picture', (surface) => ({
    capture: async (evidenceClass) => {
      const captured = await surface.capture(evidenceClass);
      return captured === null || evidenceClass !== 'screenshot'
        ? captured
        : { ...captured, bytes: new Uint8Array() };
    },
  })),
  bySurface('trace-kept', 'it says of a field that it has filled that it does not know', (surface) => ({
    fill: async (element, value) => {
      const outcome = await surface.fill(element, value);
      return outcome.kind === 'done' ? { kind: 'outcome_unknown' } : outcome;
    },
  })),
  bySurface('evidence-missing', 'it hands a picture over and calls it a film', (surface) => ({
    capture: async (evidenceClass) => {
      if (evidenceClass !== 'video') return surface.capture(evidenceClass);
      const snapshot = await surface.capture('accessibility_snapshot');
      return snapshot === null ? null : { ...snapshot, evidenceClass: 'video', mediaType: 'video/webm' };
    },
  })),
  bySurface('window-opens', 'it does not look at other windows', () => ({
    unexpectedTargetOpened: () => false,
  })),
];

/** Broken at what has to stop it. */
export const brokenStopping: readonly BrokenProvider[] = [
  bySurface(
    'unknown-modal',
    'it takes an alert for a part of the page',
    blindFor(({ code, role }) => code === 'modal' && role === 'alertdialog'),
  ),
  bySurface(
    'dialog-element',
    'it knows modals by their attributes only',
    blindFor(({ code, name }) => code === 'modal' && name === 'New terms'),
  ),
  bySurface(
    'popover',
    'it does not know popovers',
    blindFor(({ code }) => code === 'popover'),
  ),
  bySurface('overlay', 'it takes whatever lies over the page for a modal', (surface) => ({
    stopSigns: async () =>
      (await surface.stopSigns()).map((sign) =>
        sign.code === 'overlay' && sign.name === null ? { ...sign, code: 'modal' } : sign,
      ),
  })),
  bySurface('frame-cover', 'it takes a frame that lies over the page for a popover', (surface) => ({
    stopSigns: async () =>
      (await surface.stopSigns()).map((sign) =>
        sign.name === 'Sponsor' ? { ...sign, code: 'popover' } : sign,
      ),
  })),
  bySurface('native-dialog', 'it takes a native dialog for a modal of the page', (surface) => ({
    stopSigns: async () =>
      (await surface.stopSigns()).map((sign) =>
        sign.code === 'native_dialog' ? { ...sign, code: 'modal' } : sign,
      ),
  })),
  bySurface(
    'captcha',
    'it does not look into frames',
    blindFor(({ code }) => code === 'captcha'),
  ),
  bySurface(
    'login',
    'it takes a password for one field of many',
    blindFor(({ code }) => code === 'login'),
  ),
  bySurface(
    'payment',
    'it takes a card for one field of many',
    blindFor(({ code }) => code === 'payment'),
  ),
  bySurface(
    'permission',
    'it does not notice what the page asks the person for',
    blindFor(({ code }) => code === 'permission'),
  ),
  bySurface('destructive-confirmation', 'it does not read what the buttons of a modal say', (surface) => ({
    stopSigns: async () =>
      (await surface.stopSigns()).map((sign) =>
        sign.code === 'destructive_confirmation' ? { ...sign, code: 'modal' } : sign,
      ),
  })),
  bySurface('sign-in-wall', 'it says that it is where it wanted to go', (surface) => {
    let wanted = '';
    return {
      open: (url, timeoutMs) => {
        wanted = url;
        return surface.open(url, timeoutMs);
      },
      location: async () => {
        const location = await surface.location();
        return location === null || wanted === ''
          ? location
          : { origin: location.origin, path: new URL(wanted).pathname };
      },
    };
  }),
  {
    scenario: 'foreign-redirect',
    because: 'it looks where a redirect leads when the guard does not let it',
    breakIt: (provider, site) =>
      withSurface(provider, (surface) => ({
        open: async (url, timeoutMs) => {
          const [time, before] = [AbortSignal.timeout(timeoutMs), site.reads.length];
          const outcome = await surface.open(url, timeoutMs);
          // The site was asked, and answered in time: what came must have been a redirect.
          const wasLed = site.reads.length > before && !time.aborted;
          if (outcome.kind === 'failed' && wasLed) await sendDirectly(site.elsewhere, 'GET');
          return outcome;
        },
      })),
  },
  bySurface('never-loads', 'it gives a page more time than it was told to', (surface) => ({
    open: async (url, timeoutMs) => {
      const outcome = await surface.open(url, timeoutMs);
      if (outcome.kind === 'failed') await pause(12_000);
      return outcome;
    },
  })),
  bySurface('lookalike-final-action', 'it strips what it cannot see', (surface) => ({
    resolve: async (target) => {
      const found = await surface.resolve(target);
      return found.kind === 'lookalike' ? surface.resolve({ ...target, name: 'Pub\u200blish' }) : found;
    },
  })),
  bySurface('two-final-actions', 'it takes the first', (surface) => ({
    resolve: async (target) => {
      const found = await surface.resolve(target);
      return found.kind === 'ambiguous' ? { kind: 'found', element: { ref: 'first', ...target } } : found;
    },
    readiness: async (element) => (element.ref === 'first' ? { kind: 'ready' } : surface.readiness(element)),
  })),
  bySurface('no-final-action', 'it takes what comes next', (surface) => ({
    resolve: async (target) => {
      const found = await surface.resolve(target);
      if (found.kind !== 'missing' || target.role !== 'button') return found;
      return surface.resolve({ role: 'button', name: 'Preview' });
    },
  })),
  bySurface('disabled-final-action', 'it does not notice that a button is off', (surface) => ({
    readiness: async (element) => {
      const readiness = await surface.readiness(element);
      return readiness.kind === 'disabled' ? { kind: 'ready' } : readiness;
    },
  })),
];
