import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProviderSession } from '../../provider/provider.ts';
import type { ElementRef, Surface } from '../../surface/surface.ts';
import type { BrokenProvider } from './broken-providers.ts';
import {
  appears,
  entryOf,
  notSaved,
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
            if (outcome.kind === 'reached')
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
    scenario: 'file-attached',
    because: 'it makes a file smaller before it puts it in, and compares names only',
    breakIt: (provider) =>
      withSurface(provider, (surface) => ({
        attach: async (element, files) => {
          const smaller = files.map((file) => ({ ...file, bytes: file.bytes.subarray(0, -1) }));
          return surface.attach?.(element, smaller) ?? { kind: 'lost' };
        },
        holds: async (target, expected) =>
          expected.kind === 'files' ? 'held' : surface.holds(target, expected),
      })),
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
    breakIt: (provider) =>
      withSurface(provider, (surface) =>
        afterFinalPress(surface, async () => {
          if (await appears(surface, notSaved)) await sendDirectly(await entryOf(surface), 'POST');
        }),
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
          if ((await answerOfWrite(surface, address)) === 500) await sendDirectly(address, 'POST');
        }),
      ),
  },
];

/** What the site says that it has answered, once the entry is published; waited for as in `appears`. */
async function answerOfWrite(surface: Surface, address: string) {
  const store = address.replace('/entries/', '/api/entries/');
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await surface.readJson(store, '/status', null)) === 'published') break;
    await pause(100);
  }
  return surface.readJson(store, '/last_answer', null);
}

/** A surface that nobody notices the end of, once a field was filled. */
function answerAfterTheEnd(surface: Surface): Partial<Surface> {
  let last: Awaited<ReturnType<Surface['location']>> = null;
  let filled = false;
  return {
    location: async () => {
      last = await surface.location().catch((fault: unknown) => {
        if (!filled) throw fault;
        return last;
      });
      return last;
    },
    stopSigns: () => surface.stopSigns().catch(() => []),
    resolve: (target) =>
      surface.resolve(target).catch(() => ({ kind: 'found', element: { ref: 'remembered', ...target } })),
    overlaps: (element, other) => surface.overlaps(element, other).catch(() => false),
    readiness: (element) => surface.readiness(element).catch(() => ({ kind: 'ready' })),
    fill: async (element, value) => {
      const outcome = await surface.fill(element, value).catch(() => ({ kind: 'done' }) as const);
      filled = true;
      return outcome;
    },
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
    because: 'it warms the connection up before anybody asks for a page',
    breakIt: (provider, { startUrl }) => ({
      ...provider,
      openSession: async (options) => {
        const session = await provider.openSession(options);
        await session.surface.open(startUrl, 10_000);
        return session;
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
    because: 'it fills on as if its engine were still there',
    breakIt: (provider) => withSurface(provider, answerAfterTheEnd),
  },
  {
    scenario: 'sessions-are-apart',
    because: 'it has one browser for everybody who brings no session along',
    breakIt: (provider) => {
      let first: ProviderSession | null = null;
      return {
        ...provider,
        openSession: async (options) => {
          const session = await provider.openSession(options);
          if (options.storedSession !== null) return session;
          first ??= session;
          return { ...session, surface: first.surface };
        },
      };
    },
  },
  {
    scenario: 'abort-ends-the-session',
    because: 'it hears the signal only while it fills a form',
    breakIt: (provider) => ({
      ...provider,
      openSession: async (options) => {
        const heard = new AbortController();
        let filled = false;
        options.signal.addEventListener('abort', () => {
          if (filled) heard.abort();
        });
        const session = await provider.openSession({ ...options, signal: heard.signal });
        const { surface } = session;
        const fill: Surface['fill'] = (element, value) => {
          filled = true;
          return surface.fill(element, value);
        };
        return { ...session, surface: { ...surface, fill } };
      },
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
    scenario: 'nothing-is-kept',
    because: 'it keeps a file of what it types, until its session ends',
    breakIt: (provider) =>
      withSession(provider, ({ surface, close }, { workingDirectory }) => {
        const file = join(workingDirectory, 'typed.txt');
        return {
          surface: {
            ...surface,
            fill: async (element, value) => {
              await writeFile(file, value);
              return surface.fill(element, value);
            },
          },
          close: async () => {
            await close();
            await rm(file, { force: true });
          },
        };
      }),
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
