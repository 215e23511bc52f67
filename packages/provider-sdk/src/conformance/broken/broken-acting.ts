import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProviderSession } from '../../provider/provider.ts';
import type { ElementRef, Surface } from '../../surface/surface.ts';
import type { BrokenProvider } from './broken-providers.ts';
import {
  appears,
  entryOf,
  pause,
  saveWhatIsNotSaved,
  sendDirectly,
  targetOf,
  withSession,
  withSurface,
} from './change-provider.ts';

const isFinal = ({ name }: ElementRef) => name === 'Publish';

/** The same surface, with something done after the final action was pressed. */
function afterFinalPress(surface: Surface, work: () => Promise<void>): Pick<Surface, 'press'> {
  return {
    press: async (element, timeoutMs) => {
      const outcome = await surface.press(element, timeoutMs);
      if (isFinal(element) && outcome.kind === 'done') await work();
      return outcome;
    },
  };
}

/** Broken from the prepared press on. */
export const brokenPublishing: readonly BrokenProvider[] = [
  {
    scenario: 'publish-once',
    because: 'it answers what it read before the press',
    breakIt: (provider) =>
      withSurface(provider, (surface) => {
        let before: Promise<string | number | boolean | null> = Promise.resolve(null);
        return {
          open: async (url, timeoutMs) => {
            const outcome = await surface.open(url, timeoutMs);
            before = surface.readJson(new URL('/api/entries/7', url).href, '/status', null);
            await before;
            return outcome;
          },
          readJson: (url, pointer, header) =>
            pointer === '/status' ? before : surface.readJson(url, pointer, header),
        };
      }),
  },
  {
    scenario: 'commit-refused',
    because: 'it presses by itself when everything was prepared and nobody asks it to',
    breakIt: (provider) =>
      withSurface(provider, (surface) => {
        let captured = 0;
        return {
          press: (element, timeoutMs) => {
            captured = -1_000;
            return surface.press(element, timeoutMs);
          },
          capture: async (evidenceClass) => {
            if (evidenceClass === 'accessibility_snapshot') captured += 1;
            const found = await surface.resolve({ role: 'button', name: 'Publish' });
            if (captured === 2 && found.kind === 'found') {
              await surface.press(found.element, 2_000);
              await pause(400);
            }
            return surface.capture(evidenceClass);
          },
        };
      }),
  },
  {
    scenario: 'permit-for-another-body',
    because: 'it sends around the guard what the guard has kept in',
    breakIt: (provider) =>
      withSurface(provider, (surface) => afterFinalPress(surface, () => saveWhatIsNotSaved(surface))),
  },
  {
    scenario: 'page-sends-twice',
    because: 'it lets the second write out, past the permit that is spent',
    also: ['publish-once', 'permit-for-another-body', 'error-answer'],
    breakIt: (provider) =>
      withSurface(provider, (surface) =>
        afterFinalPress(surface, async () => sendDirectly(await entryOf(surface), 'POST')),
      ),
  },
  {
    scenario: 'slow-press',
    because: 'it presses again when it is not sure',
    breakIt: (provider) =>
      withSurface(provider, (surface) => ({
        press: async (element, timeoutMs) => {
          const outcome = await surface.press(element, timeoutMs);
          return outcome.kind === 'outcome_unknown' ? surface.press(element, 5_000) : outcome;
        },
      })),
  },
  {
    scenario: 'error-answer',
    because: 'it sends again when the site says that something went wrong',
    breakIt: (provider) =>
      withSurface(provider, (surface) =>
        afterFinalPress(surface, async () => {
          const address = await entryOf(surface);
          const wrong = { role: 'heading', name: 'Something went wrong' } as const;
          if (await appears(surface, wrong)) await sendDirectly(address, 'POST');
        }),
      ),
  },
];

/** A surface that nobody notices the end of. */
function answerAfterTheEnd(surface: Surface): Partial<Surface> {
  let last: Awaited<ReturnType<Surface['location']>> = null;
  return {
    location: async () => {
      last = await surface.location().catch(() => last);
      return last;
    },
    stopSigns: () => surface.stopSigns().catch(() => []),
    resolve: (target) =>
      surface.resolve(target).catch(() => ({ kind: 'found', element: { ref: 'remembered', ...target } })),
    overlaps: (element, other) => surface.overlaps(element, other).catch(() => false),
    readiness: (element) => surface.readiness(element).catch(() => ({ kind: 'ready' })),
    fill: (element, value) => surface.fill(element, value).catch(() => ({ kind: 'done' })),
    holds: (target, expected) => surface.holds(target, expected).catch(() => 'held'),
    observe: (budget) => surface.observe(budget).catch(() => ({ tree: '', truncated: false, generation: 1 })),
    capture: (evidenceClass) =>
      surface.capture(evidenceClass).catch(() => ({
        evidenceClass,
        bytes: new TextEncoder().encode('(as before)'),
        mediaType: 'text/plain',
        redacted: true,
      })),
  };
}

/** Broken at the port itself. */
export const brokenPort: readonly BrokenProvider[] = [
  {
    scenario: 'profile-contacts-nobody',
    because: 'it asks the site whether it is there before it says what it can do',
    breakIt: (provider, { startUrl }) => ({
      ...provider,
      profile: () => {
        void sendDirectly(startUrl, 'GET');
        return provider.profile();
      },
    }),
  },
  {
    scenario: 'session-contacts-nobody',
    because: 'it warms the connection up, around the guard',
    also: ['guard-is-the-only-way'],
    breakIt: (provider, { origin }) => ({
      ...provider,
      openSession: async (options) => {
        await sendDirectly(origin, 'GET');
        return provider.openSession(options);
      },
    }),
  },
  {
    scenario: 'guard-is-the-only-way',
    because: 'it goes straight to the site when the guard does not answer',
    breakIt: (provider) =>
      withSurface(provider, (surface) => ({
        open: async (url, timeoutMs) => {
          const outcome = await surface.open(url, timeoutMs);
          if (outcome.kind === 'failed') await sendDirectly(url, 'GET');
          return outcome;
        },
      })),
  },
  {
    scenario: 'reference-outlives-no-document',
    because: 'it looks a stale reference up again by its name',
    breakIt: (provider) =>
      withSurface(provider, (surface) => {
        const again = async (element: ElementRef) => {
          const found = await surface.resolve(targetOf(element));
          return found.kind === 'found' ? found.element : null;
        };
        return {
          press: async (element, timeoutMs) => {
            const outcome = await surface.press(element, timeoutMs);
            const fresh = outcome.kind === 'refused' ? await again(element) : null;
            return fresh === null ? outcome : surface.press(fresh, timeoutMs);
          },
        };
      }),
  },
  {
    scenario: 'renamed-target',
    because: 'it presses whatever stands where the button stood',
    breakIt: (provider) =>
      withSurface(provider, (surface) => ({
        press: async (element, timeoutMs) => {
          const outcome = await surface.press(element, timeoutMs);
          if (outcome.kind !== 'refused') return outcome;
          const inItsPlace = await surface.resolve({ role: 'button', name: 'Delete all' });
          return inItsPlace.kind === 'found' ? surface.press(inItsPlace.element, timeoutMs) : outcome;
        },
      })),
  },
  {
    scenario: 'stored-session-restored',
    because: 'it begins every session anew',
    breakIt: (provider) => ({
      ...provider,
      openSession: (options) => provider.openSession({ ...options, storedSession: null }),
    }),
  },
  {
    scenario: 'ends-in-the-middle',
    because: 'it answers as if its engine were still there',
    also: ['abort-ends-the-session', 'close-leaves-nothing'],
    breakIt: (provider) => withSurface(provider, answerAfterTheEnd),
  },
  {
    scenario: 'sessions-are-apart',
    because: 'it has one browser for everybody',
    also: ['stored-session-restored'],
    breakIt: (provider) => {
      let first: Promise<ProviderSession> | null = null;
      return {
        ...provider,
        openSession: (options) => {
          first ??= provider.openSession(options);
          return first;
        },
      };
    },
  },
  {
    scenario: 'abort-ends-the-session',
    because: 'it does not hear the signal',
    also: ['ends-in-the-middle'],
    breakIt: (provider) => ({
      ...provider,
      openSession: (options) => provider.openSession({ ...options, signal: new AbortController().signal }),
    }),
  },
  {
    scenario: 'close-leaves-nothing',
    because: 'it keeps a note about what it did',
    breakIt: (provider) =>
      withSession(provider, (session, { workingDirectory }) => ({
        close: async () => {
          await session.close();
          await writeFile(join(workingDirectory, 'history.txt'), 'closed');
        },
      })),
  },
  {
    scenario: 'canaries-stay-in',
    because: 'it shows what a field holds beside its name',
    breakIt: (provider) =>
      withSurface(provider, (surface) => {
        const values: string[] = [];
        return {
          fill: (element, value) => {
            values.push(`textbox ${JSON.stringify(element.name)}: ${value}`);
            return surface.fill(element, value);
          },
          observe: async (budget) => {
            const observation = await surface.observe(budget);
            return { ...observation, tree: [observation.tree, ...values].join('\n') };
          },
        };
      }),
  },
];
