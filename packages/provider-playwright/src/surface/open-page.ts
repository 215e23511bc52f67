import type { OpenOutcome } from '@cux/provider-sdk';
import type { PageTarget } from '../session/page-target.ts';
import type { Screen } from '../session/screen.ts';

/** How long the isolated world of a loaded document may take to be known here, in milliseconds. */
const worldPatience = 30_000;
const worldPoll = 10;
/** How long the browser may take to stop loading, in milliseconds. */
const stopPatience = 1_000;

async function worldIsThere(target: PageTarget): Promise<boolean> {
  for (let waited = 0; waited < worldPatience; waited += worldPoll) {
    if (target.mainWorld !== null) {
      return true;
    }
    await new Promise((done) => setTimeout(done, worldPoll));
  }
  return false;
}

/** The browser would go on waiting for the page, and answer no question about the one that is shown meanwhile. */
async function giveUpLoading(target: PageTarget): Promise<void> {
  await target.guarded(target.channel.send('Page.stopLoading'), stopPatience);
}

/** Goes to a page and waits until it has loaded; a native dialog on the way is an answer at once. */
export async function openPage(screen: Screen, url: string, timeoutMs: number): Promise<OpenOutcome> {
  const target = screen.active ?? (screen.open.length === 0 ? await screen.openTarget() : null);
  if (target === null) {
    return { kind: 'failed' };
  }
  const answer = await target.guarded(
    target.page.goto(url, { waitUntil: 'load', timeout: timeoutMs }),
    timeoutMs,
  );
  if (answer.kind === 'dialog') {
    return { kind: 'stopped' };
  }
  if (answer.kind === 'timeout' || answer.kind === 'gone') {
    await giveUpLoading(target);
  }
  if (answer.kind !== 'value' || (answer.value !== null && answer.value.status() >= 400)) {
    return { kind: 'failed' };
  }
  return { kind: (await worldIsThere(target)) ? 'reached' : 'failed' };
}
