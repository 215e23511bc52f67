import { type Plan, planSchema } from '@cux/contracts';
import { rehearsePlan, systemClock } from '@cux/provider-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { page } from '../harness/page.ts';
import { loadPatience, startWorkbench, type Workbench } from '../harness/workbench.ts';

const form =
  '<label>Title <input></label> <label>Summary <textarea></textarea></label> <button>Publish</button>';
const fixed = 'position:fixed;inset:0;background:#fffd';

interface Row {
  readonly body: string;
  readonly script?: string;
  readonly signs: readonly {
    readonly code: string;
    readonly role?: string | null;
    readonly name?: string | null;
  }[];
  readonly because: string;
}

const rows: Record<string, Row> = {
  '/plain': { body: form, signs: [], because: 'nothing is in the way' },
  '/dialog': {
    body: `${form}<dialog id="d" aria-label="New plan"><button>Continue</button></dialog>`,
    script: 'd.showModal()',
    signs: [{ code: 'modal', role: 'dialog', name: 'New plan' }],
    because: 'a modal dialog element',
  },
  '/plain-dialog': {
    body: `<dialog open aria-label="Tip" style="position:fixed;bottom:0">Tip</dialog>${form}`,
    signs: [],
    because: 'a dialog that is not modal and covers nothing',
  },
  '/aria-modal': {
    body: `${form}<div role="dialog" aria-modal="true" aria-labelledby="h"><h2 id="h">Welcome</h2></div>`,
    signs: [{ code: 'modal', role: 'dialog', name: 'Welcome' }],
    because: 'declared modal, with its name',
  },
  '/focus-dialog': {
    body: `${form}<div style="${fixed}"><div role="dialog" aria-label="Welcome to the editor" tabindex="-1" id="d">Hello</div></div>`,
    script: 'd.focus()',
    signs: [{ code: 'modal', role: 'dialog', name: 'Welcome to the editor' }],
    because: 'the overlay around a dialog is the dialog',
  },
  '/delete': {
    body: `${form}<div role="alertdialog" aria-label="Are you sure?"><button>Delete forever</button></div>`,
    signs: [{ code: 'destructive_confirmation', role: 'alertdialog', name: 'Are you sure?' }],
    because: 'it offers to destroy something',
  },
  '/popover': {
    body: `${form}<div popover id="p">Try it</div>`,
    script: 'p.showPopover()',
    signs: [{ code: 'popover', role: null, name: null }],
    because: 'only the top layer tells',
  },
  '/wall': {
    body: `${form}<div style="${fixed}">Before you go on</div>`,
    signs: [{ code: 'overlay', role: null, name: null }],
    because: 'no role; the pointer tells',
  },
  '/clear-wall': {
    body: `${form}<div style="position:fixed;inset:0"></div>`,
    signs: [{ code: 'overlay' }],
    because: 'a cover that cannot be seen is a cover',
  },
  '/ghost': {
    body: `${form}<div style="${fixed};pointer-events:none"></div>`,
    signs: [],
    because: 'the pointer goes through it',
  },
  '/frame-cover': {
    body: `${form}<iframe title="Notice" style="${fixed};width:100%;height:100%" srcdoc="<p>Soon</p>"></iframe>`,
    signs: [{ code: 'overlay', name: 'Notice' }],
    because: 'a frame that covers',
  },
  '/modal-in-frame': {
    body: `${form}<iframe style="width:400px;height:200px" srcdoc="<div role=dialog aria-modal=true aria-label=Inner>x</div>"></iframe>`,
    signs: [{ code: 'modal', role: 'dialog', name: 'Inner' }],
    because: 'a frame is part of the screen',
  },
  '/closed-cover': {
    body: `${form}<div id="host"></div>`,
    script: `host.attachShadow({ mode: 'closed' }).innerHTML = '<div style="${fixed}">Notice</div>'`,
    signs: [{ code: 'overlay' }],
    because: 'the host of a closed shadow root gets the pointer',
  },
  '/shell': {
    body: `<div style="position:fixed;inset:0;overflow:auto">${form}</div>`,
    signs: [],
    because: 'an application that fills the window is not over itself',
  },
  '/sticky': {
    body: `<div style="position:fixed;top:0;left:0;right:0;height:40px;background:#eee;z-index:2">Bar</div>${form}`,
    signs: [],
    because: 'a bar is not a wall',
  },
  '/banner': {
    body: `${form}<div role="dialog" aria-label="Cookies" style="position:fixed;bottom:0;left:0;right:0">We use cookies <button>Reject</button></div>`,
    signs: [],
    because: 'a banner that covers nothing',
  },
  '/login': {
    body: '<h1>Sign in</h1><form><label>User <input></label><label>Password <input type="password"></label><button>Go</button></form>',
    signs: [{ code: 'login' }],
    because: 'a small form with a password',
  },
  '/code': {
    body: '<form><label>Code <input autocomplete="one-time-code"></label><button>Verify</button></form>',
    signs: [{ code: 'login' }],
    because: 'a second factor',
  },
  '/account': {
    body: `<form>${form}<label>Phone <input></label><label>New password <input type="password"></label></form>`,
    signs: [],
    because: 'one setting among many',
  },
  '/card': {
    body: `<label>Card number <input name="n"></label>${form}`,
    signs: [{ code: 'payment' }],
    because: 'an empty card field asks for a card',
  },
  '/card-on-file': {
    body: `<label>Card on file <input autocomplete="cc-number" value="4111"></label>${form}`,
    signs: [],
    because: 'a card that is there is not asked for',
  },
  '/captcha': {
    body: `${form}<iframe title="reCAPTCHA" width="300" height="80" srcdoc="<p>x</p>"></iframe>`,
    signs: [{ code: 'captcha' }],
    because: 'a challenge in a frame',
  },
  '/badge': {
    body: `${form}<iframe title="reCAPTCHA" width="256" height="60" src="/plain?size=invisible"></iframe>`,
    signs: [],
    because: 'a badge asks for nothing',
  },
  '/asks': {
    body: form,
    script: 'navigator.geolocation.getCurrentPosition(() => post("/granted"), () => 0)',
    signs: [{ code: 'permission', name: 'geolocation' }],
    because: 'the page asked; the browser has refused',
  },
};

/**
 * A menu that closes when the focus leaves it, as menus do, and a tour that comes up once over the open menu. The second press of
 * an open menu's button would close it.
 */
const menu: Pick<Row, 'body' | 'script'> = {
  body: `<button id="options" aria-haspopup="menu">Options</button>${form}<output id="view">visual</output>`,
  script: `
    let toured = false;
    const close = () => document.querySelector('[role=menu]')?.remove();
    const tour = () => {
      toured = true;
      document.body.insertAdjacentHTML('beforeend', '<div style="${fixed}"><div role="dialog" aria-modal="true" aria-label="Welcome" tabindex="-1"><button>Close</button></div></div>');
      const dialog = document.querySelector('[role=dialog]');
      dialog.querySelector('button').onclick = () => dialog.parentElement.remove();
      dialog.focus();
    };
    options.onclick = () => {
      if (document.querySelector('[role=menu]')) return close();
      options.insertAdjacentHTML('afterend', '<div role="menu" aria-label="Options" tabindex="-1"><div role="menuitemradio" tabindex="-1">Code editor</div></div>');
      const opened = document.querySelector('[role=menu]');
      opened.onblur = close;
      opened.firstChild.onmousedown = (event) => event.preventDefault();
      opened.firstChild.onclick = () => { view.value = 'code'; close(); };
      opened.focus();
      if (!toured) setTimeout(tour);
    };`,
};

let bench: Workbench;
beforeAll(async () => {
  const shown = { ...rows, '/menu': menu };
  const pages = Object.entries(shown).map(([where, { body, script = '' }]) => [where, page(body, script)]);
  bench = await startWorkbench(Object.fromEntries(pages) as Record<string, string>);
});
afterAll(() => bench.close());

describe('stop signs', () => {
  test.each(Object.entries(rows).map(([where, row]) => [where, row.because, row] as const))(
    '%s: %s',
    async (where, _because, { signs }) => {
      await bench.surface.open(bench.site.origin + where, loadPatience);
      const seen = await bench.surface.stopSigns();
      expect(seen).toHaveLength(signs.length);
      expect(seen).toMatchObject(signs);
    },
  );

  test.each([
    { opens: { role: 'menu', name: 'Options' } as const, stop: 'stopped_at_gate', view: 'code' },
    { opens: undefined, stop: 'failed', view: 'visual' },
  ])('a known one that takes an open menu with it: $stop', async ({ opens, stop, view }) => {
    const target = { role: 'button', name: 'Options' } as const;
    const plan: Plan = planSchema.parse({
      schema_version: 'cux_plan_v1',
      action_unit: 'draft_until_review_gate',
      start_url: `${bench.site.origin}/menu`,
      allowed_origins: [bench.site.origin],
      steps: [
        { kind: 'press', target, ...(opens === undefined ? {} : { opens }) },
        { kind: 'press', target: { role: 'menuitemradio', name: 'Code editor' } },
        { kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: 'Quarterly notes' },
      ],
      final_action: { role: 'button', name: 'Publish' },
      write_rules: [],
      permit_rules: [],
      known_modals: [
        {
          id: 'tour',
          match: { role: 'dialog', name: 'Welcome' },
          dismiss: { role: 'button', name: 'Close' },
        },
      ],
      sign_in_walls: [],
      extractions: [],
      evidence: [],
      settle_ms: 0,
      deadline_ms: 60_000,
      viewport: { width: 1_280, height: 800 },
    });
    const { session, guard } = bench;
    const signal = new AbortController().signal;
    const { receipt } = await rehearsePlan({
      providerId: 'playwright',
      plan,
      session,
      guard,
      clock: systemClock,
      signal,
      limits: { target: 1_000 },
    });
    expect(receipt.stop_reason).toBe(stop);
    expect(await bench.probe.evaluate(bench.site.origin, 'view.value')).toBe(view);
  });

  test('none of it was answered', () => {
    expect(bench.site.writes).toEqual([]);
  });
});
