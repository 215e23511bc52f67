import type { Plan, PlanStep, Target } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import type { AttemptHooks, Surface } from '../../src/index.ts';
import { permitted, planOf, publishPlan, run } from './support/run.ts';
import { scriptedGuard } from './support/scripted-guard.ts';
import { refOf, type ScriptedSurface, scriptedSurface, sign } from './support/scripted-surface.ts';

const tour: Target = { role: 'dialog', name: 'Welcome' };
const menu: Target = { role: 'menu', name: 'Options' };
const submenu: Target = { role: 'menu', name: 'View' };
const panel: Target = { role: 'region', name: 'Ready?' };
const button = (name: string): Target => ({ role: 'button', name });
const item = (name: string): Target => ({ role: 'menuitem', name });
const openMenu: PlanStep = { kind: 'press', target: button('Options'), opens: menu };
const openSubmenu: PlanStep = { kind: 'press', target: item('View'), opens: submenu };
const choose: PlanStep = { kind: 'press', target: item('Code') };
const title: PlanStep = {
  kind: 'fill',
  target: { role: 'textbox', name: 'Title' },
  value: 'Quarterly notes',
};

/** What can be closed, what opens it, and what is only there while it is open. */
const opened: Readonly<Record<string, { readonly by: string; readonly holds: readonly string[] }>> = {
  Options: { by: 'Options', holds: ['View', 'Code', 'Address'] },
  View: { by: 'View', holds: ['Code', 'Whole page'] },
  'Ready?': { by: 'Preview', holds: ['Publish'] },
};

interface Trouble {
  /** The tour comes up right after these presses, the first this many times. */
  readonly comesAfter: string;
  readonly times: number;
  /** What it takes with it. */
  readonly closes: readonly string[];
  /** Nobody knows it: it closes things, and no modal is there to be put away. */
  readonly unseen?: boolean;
}

/** A page whose menus are closed by a welcome tour that comes up over them. */
function pageWith(trouble: Trouble): ScriptedSurface & { comeUp(): void } {
  const open = new Set<string>();
  let shown = false;
  let left = trouble.times;
  const comeUp = () => {
    shown = trouble.unseen !== true;
    for (const name of trouble.closes) open.delete(name);
  };
  const isThere = ({ role, name }: Target): boolean => {
    if (role === 'dialog') return shown;
    if (role === 'menu' || role === 'region') return open.has(name);
    const holders = Object.entries(opened).filter(([, { holds }]) => holds.includes(name));
    return holders.length === 0 || holders.some(([holder]) => open.has(holder));
  };
  const resolve: Surface['resolve'] = async (target) =>
    isThere(target) ? { kind: 'found', element: refOf(target) } : { kind: 'missing' };
  const surface = scriptedSurface({
    resolve,
    stopSigns: async () => (shown ? [sign({ name: 'Welcome' })] : []),
    press: async ({ name }) => {
      surface.touched.push(`press ${name}`);
      if (name === 'Skip') shown = false;
      for (const [holder, { by }] of Object.entries(opened)) if (by === name) open.add(holder);
      if (name === trouble.comesAfter && left > 0) {
        left -= 1;
        comeUp();
      }
      return { kind: 'done' };
    },
  });
  return Object.assign(surface, { comeUp });
}

const known: Pick<Plan, 'known_modals'> = {
  known_modals: [{ id: 'tour', match: tour, dismiss: button('Skip') }],
};
const draft = (steps: readonly PlanStep[], parts: Partial<Plan> = {}) =>
  planOf({ ...known, steps: [...steps], final_action: button('Publish now'), ...parts });
const pressed = ({ touched }: ScriptedSurface) =>
  touched.flatMap((call) => (call.startsWith('press ') ? [call.slice(6)] : []));
const rest = { comesAfter: 'Options', times: 1, closes: ['Options', 'View'] };

interface Row {
  readonly because: string;
  readonly steps: readonly PlanStep[];
  readonly trouble: Trouble;
  readonly pressed: readonly string[];
  readonly stop: string | null;
}

const rows: readonly Row[] = [
  {
    because: 'nothing came: everything is pressed once',
    steps: [openMenu, choose, title],
    trouble: { ...rest, times: 0 },
    pressed: ['Options', 'Code'],
    stop: null,
  },
  {
    because: 'the menu that the tour has closed is opened again',
    steps: [openMenu, choose, title],
    trouble: rest,
    pressed: ['Options', 'Skip', 'Options', 'Code'],
    stop: null,
  },
  {
    because: 'as often as the tour comes back',
    steps: [openMenu, choose, title],
    trouble: { ...rest, times: 3 },
    pressed: [...Array(3).fill(['Options', 'Skip']).flat(), 'Options', 'Code'],
    stop: null,
  },
  {
    because: 'a menu within a menu is opened from the first that is closed',
    steps: [openMenu, openSubmenu, { kind: 'await', target: item('Code') }, choose, title],
    trouble: { ...rest, comesAfter: 'View' },
    pressed: ['Options', 'View', 'Skip', 'Options', 'View', 'Code'],
    stop: null,
  },
  {
    because: 'a menu that is still open is not pressed: it would close',
    steps: [openMenu, openSubmenu, { kind: 'press', target: item('Whole page') }, title],
    trouble: { ...rest, comesAfter: 'View', closes: ['View'] },
    pressed: ['Options', 'View', 'Skip', 'View', 'Whole page'],
    stop: null,
  },
  {
    because: 'what was filled in since is filled in again',
    steps: [
      openMenu,
      { kind: 'fill', target: { role: 'textbox', name: 'Address' }, value: 'https://site.example' },
      choose,
      title,
    ],
    trouble: rest,
    pressed: ['Options', 'Skip', 'Options', 'Code'],
    stop: null,
  },
  {
    because: 'a press that does not say that it only opens is never taken again',
    steps: [{ kind: 'press', target: button('Options') }, choose, title],
    trouble: rest,
    pressed: ['Options', 'Skip'],
    stop: 'target_missing',
  },
  {
    because: 'nor is one with such a press after it',
    steps: [openMenu, { kind: 'press', target: button('Save draft') }, choose, title],
    trouble: { ...rest, comesAfter: 'Save draft' },
    pressed: ['Options', 'Save draft', 'Skip'],
    stop: 'target_missing',
  },
  {
    because: 'nor is one on a page that the plan has left',
    steps: [openMenu, { kind: 'open', url: 'https://site.example/other' }, choose, title],
    trouble: rest,
    pressed: ['Options', 'Skip'],
    stop: 'target_missing',
  },
  {
    because: 'without a known modal nobody knows why it is gone',
    steps: [openMenu, choose, title],
    trouble: { ...rest, unseen: true },
    pressed: ['Options'],
    stop: 'target_missing',
  },
  {
    because: 'a modal that was put away earlier has not closed it',
    steps: [
      { kind: 'press', target: button('Start') },
      { kind: 'press', target: button('Options'), opens: submenu },
      { kind: 'press', target: item('Whole page') },
      title,
    ],
    trouble: { comesAfter: 'Start', times: 1, closes: [] },
    pressed: ['Start', 'Skip', 'Options'],
    stop: 'target_missing',
  },
];

describe('going back to what opened a menu', () => {
  it.each(rows)('$because', async ({ steps, trouble, pressed: wanted, stop }) => {
    const surface = pageWith(trouble);
    const { receipt, annex } = await run(draft(steps), surface, scriptedGuard());
    expect(pressed(surface)).toEqual(wanted);
    expect(annex.blocker?.code ?? null).toBe(stop);
    expect(receipt.stop_reason).toBe(stop === null ? 'stopped_at_gate' : 'failed');
  });

  it('ends with the tour when that comes back for ever', async () => {
    const surface = pageWith({ ...rest, times: Number.POSITIVE_INFINITY });
    const { receipt, annex } = await run(draft([openMenu, choose, title]), surface, scriptedGuard(), {
      limits: { dismissals: 3 },
    });
    expect(pressed(surface)).toEqual([...Array(3).fill(['Options', 'Skip']).flat(), 'Options']);
    expect(receipt.stop_reason).toBe('blocked_by_unknown_modal');
    expect(annex.blocker).toMatchObject({ code: 'modal', label: 'Welcome' });
  });

  it('asks for the lease before each step that it takes again', async () => {
    const asked: number[] = [];
    const progress = async (step: number) => {
      asked.push(step);
      return asked.length < 4;
    };
    const surface = pageWith(rest);
    const { annex } = await run(draft([openMenu, choose, title]), surface, scriptedGuard(), {
      hooks: { progress },
    });
    expect(asked).toEqual([0, 1, 0, 1]);
    expect(annex.blocker).toMatchObject({ code: 'cancelled', step: 1 });
    expect(pressed(surface)).toEqual(['Options', 'Skip', 'Options']);
  });
});

const openPanel: PlanStep = { kind: 'press', target: button('Preview'), opens: panel };
const final: Target = { role: 'button', name: 'Publish', within: panel as { role: 'region'; name: string } };
const closesPanel: Trouble = { comesAfter: 'Preview', times: 1, closes: ['Ready?'] };

describe('the final action in a panel that the tour has closed', () => {
  it('is reached again in a draft, whose fields are read back once more', async () => {
    const surface = pageWith(closesPanel);
    const plan = draft([title, openPanel], { final_action: final });
    const { receipt, annex } = await run(plan, surface, scriptedGuard());
    expect(pressed(surface)).toEqual(['Preview', 'Skip', 'Preview']);
    expect(receipt.stop_reason).toBe('stopped_at_gate');
    expect(annex.draft).toEqual({ fields_expected: 1, fields_held: 1 });
  });

  const publish = async (trouble: Trouble, hooks: (surface: { comeUp(): void }) => Partial<AttemptHooks>) => {
    const surface = pageWith(trouble);
    const guard = scriptedGuard();
    const plan = publishPlan({ ...known, steps: [openPanel], final_action: final });
    const report = await run(plan, surface, guard, { hooks: hooks(surface) });
    return { ...report, guard, pressed: pressed(surface) };
  };

  it('is reached again before anybody is asked to commit', async () => {
    const done = await publish(closesPanel, () => ({}));
    expect(done.pressed).toEqual(['Preview', 'Skip', 'Preview', 'Publish']);
    expect(done.guard.calls).toEqual(['configure', 'arm', 'disarm']);
  });

  it('is not, from the commit on', async () => {
    const plan = publishPlan({ ...known, steps: [openPanel], final_action: final });
    const done = await publish({ ...closesPanel, times: 0 }, (surface) => ({
      prepared: async () => {
        surface.comeUp();
        return permitted(plan);
      },
    }));
    expect(done.pressed).toEqual(['Preview']);
    expect(done.guard.calls).toEqual(['configure']);
    expect(done.annex).toMatchObject({ press: 'not_attempted', blocker: { code: 'modal' } });
  });
});
