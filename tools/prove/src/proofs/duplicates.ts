import { createKernel, type Kernel, randomIds, systemClock } from '@cux/kernel';
import { people, records } from '@cux/kernel/store-suite';
import { canonical } from '../oracle/canonical.ts';
import { checkWhole } from '../oracle/whole-store.ts';
import { lookAt, openStore, type StoreAddress } from '../stores/address.ts';
import { type EngineName, withPlaces } from '../stores/engines.ts';
import type { Proof } from './proof.ts';

const workspace = 'newsdesk';
const copies = 1_000;

/** One command sent a thousand times at once, to two kernels on one store: one effect, one answer byte for byte. */
export function duplicatesOn(engine: EngineName): Proof {
  return {
    name: `duplicates-${engine.toLowerCase()}`,
    run: () =>
      withPlaces(engine, async (places) => {
        const violations: string[] = [];
        await sendCopies(places.fresh(), (what) => violations.push(what));
        return { runs: `1 command sent ${copies} times at once to 2 kernels`, faults: {}, violations };
      }),
  };
}

async function sendCopies(address: StoreAddress, wrong: (what: string) => void): Promise<void> {
  const kernels = [await kernelOver(address), await kernelOver(address)];
  const sending = Array.from({ length: copies }, (_, each) => send(kernels[each % 2]));
  const answers = await Promise.all(sending);
  const texts = new Set(answers.map((answer) => canonical({ ...answer, replayed: null })));
  if (texts.size !== 1) wrong(`answer.same-for-all: ${texts.size} answers to one command`);
  const fresh = answers.filter((answer) => answer?.kind === 'accepted' && !answer.replayed).length;
  if (fresh !== 1) wrong(`answer.carried-out-once: ${fresh} senders were told that theirs was the one`);
  for (const kernel of kernels) await kernel.close();
  await lookAt(address, workspace, async (raw) => {
    const batches = await checkWhole(raw, workspace, wrong);
    if (batches.length !== 1) wrong(`effect.once: the log has ${batches.length} batches`);
  });
}

async function kernelOver(address: StoreAddress): Promise<Kernel> {
  return createKernel({
    store: await openStore(address),
    clock: systemClock,
    ids: randomIds,
    capabilities: [{ capability_id: records.capability, outcome: 'Approved content is published once.' }],
  });
}

function send(kernel: Kernel | undefined) {
  return kernel?.execute(
    'put-record',
    { workspace, principal: people.capability, key: 'the-one' },
    {
      capability: records.capability,
      record_id: 'article-1',
      expected_version: 0,
      state: 'draft',
      content_digest: records.contentDigest('text'),
      facts: {},
    },
  );
}
