import { readdir } from 'node:fs/promises';
import { judgeProfile } from '@cux/contracts';
import type { ProviderSession } from '../../provider/provider.ts';
import { ProviderFault } from '../../provider/provider-fault.ts';
import { processesThatName } from '../processes.ts';
import type { ProbeStage, Scenario } from '../scenario.ts';
import { watchFor } from '../watch.ts';
import { page } from './pages.ts';

const publish = { role: 'button', name: 'Publish' } as const;
const renaming = { role: 'button', name: 'Rename' } as const;
const openingMs = 10_000;

function probe(
  id: string,
  because: string,
  look: (stage: ProbeStage) => Promise<readonly string[]>,
  needs: Scenario['needs'] = [],
): Scenario {
  return { id, because, needs, site: { page: page() }, play: { kind: 'probe', look } };
}

const unless = (holds: boolean, sentence: string): readonly string[] => (holds ? [] : [sentence]);
const contacts = ({ reads, writes, strays }: ProbeStage['site']) =>
  reads.length + writes.length + strays.length;

/** Allows the site's pages, and no write. */
function allowReads({ guard, site }: ProbeStage): void {
  guard.configure({ allowed_origins: [site.origin], write_rules: [] });
}

const watch = ({ watchMs }: ProbeStage) => watchFor(watchMs);

/** What the port itself promises, apart from any plan. */
export const probeScenarios: readonly Scenario[] = [
  probe(
    'profile-contacts-nobody',
    'a profile says what is possible, contacts nobody and permits nothing',
    async (stage) => {
      const profile = stage.provider.profile();
      const bytes = new TextEncoder().encode(JSON.stringify(profile));
      const { findings } = judgeProfile(bytes);
      await watch(stage);
      return [
        ...findings.map(({ rule, path }) => `judge: ${rule} at ${path}`),
        ...unless(profile.provider_id === stage.provider.providerId, 'the profile is of another provider'),
        ...unless(contacts(stage.site) === 0, 'the profile contacted a page'),
      ];
    },
  ),
  probe(
    'session-contacts-nobody',
    'a session that was opened has not contacted a page yet',
    async (stage) => {
      allowReads(stage);
      const session = await stage.open();
      await watch(stage);
      await session.close();
      const { sessionReference } = session;
      return [
        ...unless(contacts(stage.site) === 0, 'opening a session contacted a page'),
        ...unless(
          /^[\x21-\x7e]{1,200}$/.test(sessionReference),
          'the session reference is not printable ASCII of 1 to 200 characters',
        ),
      ];
    },
  ),
  probe(
    'guard-is-the-only-way',
    'where the guard denies everything no page is reached, by no other way either',
    async (stage) => {
      const session = await stage.open();
      stage.guard.cut();
      const outcome = await session.surface.open(stage.site.startUrl, openingMs);
      await watch(stage);
      return [
        ...unless(outcome.kind !== 'reached', 'a page was reached although the guard denies everything'),
        ...unless(contacts(stage.site) === 0, 'the site was contacted around the guard'),
      ];
    },
  ),
  probe(
    'reference-outlives-no-document',
    'a reference of a document that is gone is refused, and not looked up again by its name',
    async (stage) => {
      allowReads(stage);
      const { surface } = await stage.open();
      await surface.open(stage.site.startUrl, openingMs);
      const old = await surface.resolve(publish);
      if (old.kind !== 'found') return ['the button of the page is not found'];
      await surface.open(stage.site.startUrl, openingMs);
      const readiness = await surface.readiness(old.element);
      const outcome = await surface.press(old.element, 2_000);
      await watch(stage);
      const tried = stage.guard.record().blocked.length > 0;
      return [
        ...unless(readiness.kind === 'stale', `an old reference counts as ${readiness.kind}`),
        ...unless(
          outcome.kind === 'refused' || outcome.kind === 'lost',
          `a press by an old reference answers ${outcome.kind}`,
        ),
        ...unless(!tried && stage.site.writes.length === 0, 'an old reference was pressed'),
      ];
    },
  ),
  {
    ...probe(
      'renamed-target',
      'an element that is called otherwise than when it was found is not the one that was meant',
      async (stage) => {
        allowReads(stage);
        const { surface } = await stage.open();
        await surface.open(stage.site.startUrl, openingMs);
        const [meant, rename] = [await surface.resolve(publish), await surface.resolve(renaming)];
        if (meant.kind !== 'found' || rename.kind !== 'found') return ['a button of the page is not found'];
        await surface.press(rename.element, 2_000);
        const outcome = await surface.press(meant.element, 2_000);
        await watch(stage);
        const tried = stage.guard.record().blocked.length > 0;
        return [
          ...unless(outcome.kind === 'refused', `a press by the old name answers ${outcome.kind}`),
          ...unless(!tried, 'an element of another name was pressed'),
        ];
      },
    ),
    needs: ['scripts'],
    site: {
      page: page({
        fields: `<button type="button" onclick="for(const each of document.querySelectorAll('button'))if(each.value==='published')each.textContent='Delete all'">Rename</button>`,
      }),
    },
  },
  probe(
    'stored-session-restored',
    'a session that was exported is what another one begins with',
    async (stage) => {
      allowReads(stage);
      const one = await stage.open();
      await one.surface.open(`${stage.site.origin}/cookie`, openingMs);
      const storedSession = await one.exportStoredSession();
      await one.close();
      const other = await stage.open({ storedSession });
      await other.surface.open(stage.site.startUrl, openingMs);
      const seen = stage.site.cookies.at(-1) ?? '';
      return unless(seen.includes('mark=set'), 'the session does not send what it was begun with');
    },
    ['cookies'],
  ),
  probe(
    'sessions-are-apart',
    'what a site puts into one session is in no other',
    async (stage) => {
      allowReads(stage);
      const [one, other] = [await stage.open(), await stage.open()];
      await one.surface.open(`${stage.site.origin}/cookie`, openingMs);
      await other.surface.open(stage.site.startUrl, openingMs);
      const seen = stage.site.cookies.at(-1) ?? '';
      return [
        ...unless(one.sessionReference !== other.sessionReference, 'two sessions have the same reference'),
        ...unless(!seen.includes('mark=set'), 'a session sends the cookie of another'),
      ];
    },
    ['cookies'],
  ),
  probe(
    'abort-ends-the-session',
    'a session whose host gives the signal has ended, and touches nothing any more',
    async (stage) => {
      allowReads(stage);
      const controller = new AbortController();
      const session = await stage.open({ signal: controller.signal });
      await session.surface.open(stage.site.startUrl, openingMs);
      controller.abort();
      const ended = await endsWithin(session, 200);
      const before = contacts(stage.site);
      await session.surface.open(stage.site.startUrl, openingMs).catch(() => undefined);
      return [
        ...unless(ended, 'the session goes on after its signal'),
        ...unless(contacts(stage.site) === before, 'a page was contacted after the signal'),
      ];
    },
  ),
  probe(
    'close-leaves-nothing',
    'a closed session leaves no process, no file and no way back',
    async (stage) => {
      allowReads(stage);
      const { workingDirectory } = stage;
      const session = await stage.open({ workingDirectory });
      await session.surface.open(stage.site.startUrl, openingMs);
      await session.close();
      await session.close();
      const fault = await session.surface.location().then(
        () => null,
        (reason: unknown) => reason,
      );
      const processes = await processesThatName(workingDirectory);
      return [
        ...unless(
          ProviderFault.isInstance(fault),
          'a closed session answers, or fails without a ProviderFault',
        ),
        ...unless((await readdir(workingDirectory)).length === 0, 'the working folder is not empty'),
        ...unless(processes === 0, `${processes} processes of the session are left`),
      ];
    },
  ),
];

/** Asks until the session no longer answers; a fault is the end of it. */
async function endsWithin(session: ProviderSession, rounds: number): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const alive = await session.surface.location().then(
      () => true,
      () => false,
    );
    if (!alive) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
