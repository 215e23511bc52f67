import type { Contenders } from './contenders/all.ts';
import { hardPages } from './pages.ts';
import { table } from './table.ts';

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

async function rawPresses({ raw }: Contenders, url: string): Promise<string> {
  await raw.page.goto(url);
  const outcome = await raw.page
    .locator('#target')
    .click({ timeout: 2_000 })
    .then(
      () => 'done',
      () => 'gave up',
    );
  await pause(100);
  const presses = await raw.page.evaluate(() => Number((globalThis as { presses?: number }).presses ?? 0));
  return `${presses}, ${outcome}`;
}

/** Targets that move, are covered or animated: a fast press must not have lost what makes a press right. */
export async function benchHardTargets(contenders: Contenders, origin: string): Promise<string> {
  const { governed } = contenders;
  const rows: string[][] = [];
  for (const [where, { presses, because }] of Object.entries(hardPages)) {
    await governed.open(where);
    const element = await governed.elementOf('button "Target"');
    const outcome = await governed.surface.press(element, 5_000);
    await pause(200);
    const pressed = governed.stopped(where);
    const answer = outcome.kind === 'refused' ? outcome.readiness.kind : outcome.kind;
    const isRight = pressed === presses && (outcome.kind === 'done') === (presses === 1);
    rows.push([
      because,
      String(presses),
      `${pressed}, ${answer}`,
      await rawPresses(contenders, origin + where),
      isRight ? 'yes' : 'no',
    ]);
  }
  return table(['target', 'presses wanted', 'governed', '`locator.click`, 2 s', 'governed is right'], rows);
}
