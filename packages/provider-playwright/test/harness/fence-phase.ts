import type { ActionOutcome } from '@cux/provider-sdk';
import type { CasePage } from './case-page.ts';
import { blockedWrites } from './on-page.ts';
import { pause, type Workbench } from './workbench.ts';

export interface FenceOutcome {
  readonly press: ActionOutcome;
  /** Writes that the press set off: all of them stop at the guard, which counts them. */
  readonly attempts: number;
}

/** How long a press may take to set off a write, in milliseconds. */
const effect = 300;

/** Observes, changes the page, and presses the named element by the reference of before the change. */
export async function runFence(page: CasePage, bench: Workbench): Promise<FenceOutcome> {
  const { mutation = '', click = '' } = page.fence ?? {};
  const { surface, site, probe, guard } = bench;
  guard.configure({ allowed_origins: [site.origin], write_rules: [] });
  await surface.open(`${site.origin}/${page.file}`, 30_000);
  const { tree } = await surface.observe({ nodes: 2_000, bytes: 45_000 });
  const line = tree.split('\n').find((each) => each.includes(` ${JSON.stringify(click)} [ref=`));
  const [, role = '', ref = ''] = /^\s*(\S+) .*\[ref=(e\d+)\]$/.exec(line ?? '') ?? [];
  await probe.evaluate(site.origin, mutation);
  await pause(effect);
  const before = blockedWrites(bench);
  const press = await surface.press({ ref, role, name: click } as Parameters<typeof surface.press>[0], 5_000);
  await pause(effect);
  return { press, attempts: blockedWrites(bench) - before };
}

/** Everything in which a press with an old observation differs from the right one. */
export function judgeFence({ fence }: CasePage, { press, attempts }: FenceOutcome): string[] {
  if (fence === undefined) return [];
  const seen = press.kind === 'refused' ? `refused_${press.readiness.kind}` : press.kind;
  const wanted = fence.expect;
  const right = wanted === seen || (wanted === 'refused' && press.kind === 'refused');
  return [
    ...(right ? [] : [`fence: the press is ${seen}, not ${wanted}`]),
    ...(attempts === fence.posts ? [] : [`fence: ${attempts} writes were set off, not ${fence.posts}`]),
  ];
}
