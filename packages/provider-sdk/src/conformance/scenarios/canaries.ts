import type { ProbeStage, Scenario } from '../scenario.ts';
import { draftPlan, page, title } from './pages.ts';

/** Each stands in one place of the page, of its address or of the session, and may leave none of them. */
const canaries = {
  value: 'canary-value-83b',
  hidden: 'canary-hidden-20c',
  password: 'canary-password-6e7',
  address: 'canary-address-9a4',
  fragment: 'canary-fragment-1d8',
  cookie: 'canary-cookie-5d1',
  storage: 'canary-storage-c36',
  console: 'canary-console-4f2',
  comment: 'canary-comment-e05',
  picture: 'ghp_canaryPicture7Q2xV9mK4tR8wL1zB6nD3sF5h',
  heading: 'AKIACANARY7HEADING42',
  typed: 'canary-typed-b79',
} as const;

const form = page({
  title: `data-note="${canaries.comment}"`,
  fields: `<input type="hidden" name="token" value="${canaries.hidden}">
<label>Remark <input name="remark" value="${canaries.value}"></label>
<label>One <input></label><label>Two <input></label><label>Key <input type="password" name="key" value="${canaries.password}"></label>`,
  more: `<!-- ${canaries.comment} --><h2>${canaries.heading}</h2><img alt="token ${canaries.picture}" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">
<script>localStorage.setItem('k','${canaries.storage}');console.log('${canaries.console}')</script>`,
});

/** Whatever a provider hands out is looked through; a screenshot is for people and is not read. */
async function look(stage: ProbeStage): Promise<readonly string[]> {
  const { guard, site } = stage;
  guard.configure({ allowed_origins: [site.origin], write_rules: [] });
  const session = await stage.open();
  const { surface } = session;
  const out: string[] = [session.sessionReference];
  const note = (answer: unknown) => out.push(JSON.stringify(answer) ?? '');
  const startUrl = `${site.startUrl}?t=${canaries.address}#${canaries.fragment}`;
  note(await surface.open(startUrl, 10_000));
  const field = await surface.resolve({ role: 'textbox', name: 'Remark' });
  note(field);
  if (field.kind === 'found') note(await surface.fill(field.element, canaries.typed));
  note(await surface.location());
  note(await surface.targets());
  note(await surface.stopSigns());
  note(await surface.observe({ nodes: 2_000, bytes: 45_000 }));
  const snapshot = await surface.capture('accessibility_snapshot');
  if (snapshot !== null) out.push(new TextDecoder().decode(snapshot.bytes));
  const steps = [
    { kind: 'fill', target: { role: 'textbox', name: 'Remark' }, value: canaries.typed },
    { kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: title },
  ] as const;
  out.push(await stage.run(session, draftPlan(site, { start_url: startUrl, steps: [...steps] })));
  await session.close();
  out.push(stage.logs());
  const text = out.join('\n');
  const leaked = Object.entries(canaries).filter(([, canary]) => text.includes(canary));
  return [
    ...leaked.map(([place]) => `what stands in the ${place} of the page left the provider`),
    ...(field.kind === 'found' ? [] : ['the field of the page is not found']),
  ];
}

export const canaryScenario: Scenario = {
  id: 'canaries-stay-in',
  because: 'no value, address, cookie, stored text, console line or secret-looking name leaves the provider',
  needs: [],
  site: { page: form, api: { remark: canaries.value, token: canaries.hidden } },
  play: { kind: 'probe', look },
};
