import type { Effect, ValueSource } from '../fixture/effect.ts';
import type { MockBrowser } from './mock-browser.ts';

type EffectOf<Kind, Member = Effect> = Member extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? Member
    : never
  : never;

/** What it returns is awaited and not looked at. */
type Runner<Kind extends Effect['kind']> = (browser: MockBrowser, effect: EffectOf<Kind>) => unknown;

/** What each effect does to the page. */
const runners: { readonly [Kind in Effect['kind']]: Runner<Kind> } = {
  request: sendRequest,
  show: (browser, effect) => setFlag(browser, effect.element, { hidden: false }),
  hide: (browser, effect) => setFlag(browser, effect.element, { hidden: true }),
  enable: (browser, effect) => setFlag(browser, effect.element, { disabled: false }),
  disable: (browser, effect) => setFlag(browser, effect.element, { disabled: true }),
  cover: (browser, effect) => setFlag(browser, effect.element, { covered: true }),
  uncover: (browser, effect) => setFlag(browser, effect.element, { covered: false }),
  set_value: (browser, effect) => setFlag(browser, effect.element, { value: effect.value }),
  rename: (browser, effect) => setFlag(browser, effect.element, { name: effect.name }),
  open_modal: (browser, effect) => browser.document?.openModal(effect.modal),
  close_modal: (browser, effect) => browser.document?.closeModal(effect.modal),
  native_dialog: (browser, effect) => {
    browser.dialog = effect.dialog;
  },
  ask_permission: (browser, effect) => {
    browser.permission = effect.permission;
  },
  navigate: (browser, effect) => browser.leave(effect.url),
  open_target: (browser) => browser.openTarget(),
  stall: (browser, effect) => {
    browser.stalledFor += effect.for_ms;
  },
  close_target: (browser) => browser.closeTarget(),
  end_engine: (browser) => browser.endEngine(),
  later: (browser, effect) => browser.later(effect.after_ms, effect.effects, effect.id),
  drop_later: (browser, effect) => browser.dropLater(effect.id),
  once: (browser, effect) => {
    if (browser.done.has(effect.id)) return;
    browser.done.add(effect.id);
    browser.touch(effect.effects);
  },
};

/** Everything but a request and a navigation is done when it returns. */
export async function runEffect(browser: MockBrowser, effect: Effect): Promise<void> {
  const runner = runners[effect.kind] as Runner<Effect['kind']>;
  await runner(browser, effect);
}

function setFlag(
  { document }: MockBrowser,
  id: string,
  change: Partial<Record<'hidden' | 'disabled' | 'covered', boolean> & { value: string; name: string }>,
): void {
  const element = document?.elements.get(id);
  if (element !== undefined) Object.assign(element, change);
}

/** The body is put together now; what follows the answer belongs to the document that asked. */
async function sendRequest(browser: MockBrowser, effect: EffectOf<'request'>): Promise<void> {
  const asking = browser.document;
  const answer = await browser.http.send({
    method: effect.method,
    url: browser.addressOf(effect.url),
    ...(await encodedRequest(browser, effect)),
  });
  if (browser.document !== asking) return;
  browser.touch(answer !== null && answer.status < 400 ? effect.on_answer : effect.on_refusal);
}

/** As a page's own writes do, one without GET says where it comes from. */
async function encodedRequest(browser: MockBrowser, { method, body }: EffectOf<'request'>) {
  const origin = browser.document?.url.origin;
  const from: Record<string, string> = method === 'GET' || origin === undefined ? {} : { origin };
  if (body === undefined) return { headers: from };
  const entries = Object.entries(body.fields).map(
    ([name, source]) => [name, valueAt(browser, source)] as const,
  );
  if (body.kind === 'json') {
    const headers = { ...from, 'content-type': 'application/json' };
    return { headers, body: JSON.stringify(Object.fromEntries(entries)) };
  }
  if (body.kind === 'multipart') return multipart(from, browser, body.fields);
  const form = new URLSearchParams();
  for (const [name, value] of entries) form.append(name, String(value));
  const headers = { ...from, 'content-type': 'application/x-www-form-urlencoded' };
  return { headers, body: form.toString() };
}

/** The body is put together before anything is waited for, as of this moment. */
async function multipart(
  from: Record<string, string>,
  browser: MockBrowser,
  fields: Readonly<Record<string, ValueSource>>,
) {
  const form = new FormData();
  for (const [name, source] of Object.entries(fields)) {
    const files = 'element' in source ? browser.document?.elements.get(source.element)?.files : undefined;
    for (const file of files ?? [])
      form.append(name, new Blob([new Uint8Array(file.bytes)], { type: file.mediaType }), file.name);
    if (files === undefined || files.length === 0) form.append(name, String(valueAt(browser, source)));
  }
  const encoded = new Response(form);
  const headers = { ...from, 'content-type': encoded.headers.get('content-type') ?? '' };
  return { headers, body: new Uint8Array(await encoded.arrayBuffer()) };
}

function valueAt({ document }: MockBrowser, source: ValueSource): string | number | boolean | null {
  if ('literal' in source) return source.literal;
  const element = document?.elements.get(source.element);
  if (element === undefined) return null;
  return element.declared.control === 'toggle' ? element.checked : element.value;
}
