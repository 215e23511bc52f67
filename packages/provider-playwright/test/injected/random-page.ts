/**
 * Runs in the page: a tree of everything that names are read from, and changes to it by a repeatable series. Sent as
 * text, so it refers to nothing outside itself.
 */
export function randomPage(seed: number, rules: 'none' | 'inner' | 'siblings' | 'states' | 'has') {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state >>> 5) / 0x8000000;
  };
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const words = ['Save', 'Publish', 'Draft', 'Note', 'Title', 'Body', 'Next', 'Item'];
  const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
  const classes = ['gone', 'unseen', 'marked', 'after', 'open', 'on', 'plain'];
  const sheets = {
    none: '',
    inner: `.gone { display: none } .unseen { visibility: hidden } .marked::before { content: "* " }
      .open .inner { display: block } .inner { display: none } [data-state="off"] em { display: none }
      .menu { & .deep { display: none } &.open .deep { display: inline } }`,
    siblings: `.after + * { display: none } .after ~ .plain::after { content: " later" }
      li:first-child span::before { content: "1st " } p:empty + span { visibility: hidden }`,
    states: `:checked + label span { display: none } button:focus span::after { content: " (focus)" }
      section:focus-within em { display: none } span:not(:focus-within) em { visibility: hidden }`,
    has: 'section:has(> .on) span { visibility: hidden }',
  };
  const style = sheets[rules];
  const tags = [
    'div',
    'span',
    'em',
    'section',
    'p',
    'button',
    'a',
    'label',
    'h2',
    'li',
    'ul',
    'table-row',
    'input',
    'textarea',
    'select',
    'checkbox',
    'x-host',
    'fieldset',
    'img',
    'cell',
    'editor',
    'form',
    'slot',
  ];
  const make = (depth: number): Element => {
    const tag = pick(tags);
    const known: Record<string, [string, Record<string, string>]> = {
      a: ['a', { href: '/x' }],
      'table-row': ['div', { role: 'row' }],
      cell: ['div', { role: 'cell' }],
      checkbox: ['input', { type: 'checkbox' }],
      img: ['img', { alt: pick(words) }],
      editor: ['div', { contenteditable: 'true', 'aria-label': 'Editor' }],
    };
    const [name, attributes] = known[tag] ?? [tag, {}];
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    if (random() < 0.3) element.id = pick(ids);
    if (random() < 0.3) element.className = pick(classes);
    if (name === 'span' && random() < 0.4) element.classList.add('inner', 'deep');
    if (name === 'label' && random() < 0.7) element.setAttribute('for', pick(ids));
    if (random() < 0.15) element.setAttribute('aria-labelledby', `${pick(ids)} ${pick(ids)}`);
    if (random() < 0.05) element.setAttribute('aria-owns', pick(ids));
    if (random() < 0.05) element.setAttribute('aria-label', pick(words));
    if (element instanceof HTMLSelectElement) element.append(new Option('One'), new Option('Two'));
    if (['input', 'textarea', 'select', 'img'].includes(name)) return element;
    if (random() < 0.8) element.append(pick(words));
    if (depth > 0) for (let count = below(4); count > 0; count -= 1) element.append(make(depth - 1));
    return element;
  };
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  for (let count = 0; count < 14; count += 1) document.body.append(make(3));
  const roots = () => {
    const found: (Document | ShadowRoot)[] = [document];
    for (const root of found)
      for (const each of root.querySelectorAll('*')) if (each.shadowRoot) found.push(each.shadowRoot);
    return found;
  };
  const everything = () =>
    roots()
      .flatMap((root) => [...root.querySelectorAll('body *, :host *, *')])
      .filter((each) => !each.closest('head') && each.localName !== 'html' && each !== document.body);
  const any = () => pick(everything());
  const toggle = (element: Element, name: string, value: string) =>
    element.getAttribute(name) === value ? element.removeAttribute(name) : element.setAttribute(name, value);
  const changes: Record<string, () => unknown> = {
    text: () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      if (texts.length > 0) pick(texts).data = `${pick(words)} ${below(100)}`;
    },
    content: () => {
      const element = pick([...document.querySelectorAll('button, h2, a, label, em, span')]);
      if (element) element.textContent = pick(words);
    },
    class: () => any().classList.toggle(pick(classes)),
    bodyClass: () => document.body.classList.toggle(pick(classes)),
    id: () => {
      any().id = pick(ids);
    },
    noId: () => any().removeAttribute('id'),
    for: () => {
      const label = pick([...document.querySelectorAll('label')]);
      label?.setAttribute('for', pick(ids));
    },
    labelledby: () => toggle(any(), 'aria-labelledby', pick(ids)),
    owns: () => toggle(any(), 'aria-owns', pick(ids)),
    label: () => toggle(any(), 'aria-label', pick(words)),
    hidden: () => toggle(any(), 'hidden', ''),
    ariaHidden: () => toggle(any(), 'aria-hidden', 'true'),
    inert: () => toggle(any(), 'inert', ''),
    role: () => toggle(any(), 'role', pick(['button', 'row', 'presentation', 'region'])),
    state: () => toggle(any(), 'data-state', 'off'),
    style: () => toggle(any(), 'style', pick(['display: none', 'visibility: hidden', 'display: inline'])),
    insert: () => {
      const at = any();
      if (!(at instanceof HTMLSelectElement)) at.append(make(2));
    },
    before: () => any().before(make(1)),
    move: () => {
      const [element, to] = [any(), any()];
      if (!element.contains(to) && to !== element && element.getRootNode() === to.getRootNode())
        to.append(element);
    },
    remove: () => {
      if (everything().length > 60) any().remove();
    },
    shadow: () => {
      const host = pick([...document.querySelectorAll('div, span, section, x-host')]);
      if (host && !host.shadowRoot && !host.closest('[role=row]')?.shadowRoot)
        host.attachShadow({ mode: 'open' }).append(make(2), document.createElement('slot'));
    },
    slot: () => {
      const host = pick(everything().filter((each) => each.shadowRoot));
      const child = host && pick([...host.children]);
      if (child) toggle(child, 'slot', 'named');
    },
    value: () => {
      const field = pick([...document.querySelectorAll('input, textarea')]) as HTMLInputElement | undefined;
      if (field) field.checked = !field.checked;
      if (field && field.type !== 'checkbox') field.value = `CANARY ${below(9)}`;
    },
    choice: () => {
      const list = pick([...document.querySelectorAll('select')]);
      if (list) list.selectedIndex = below(2);
    },
    focus: () =>
      (pick([...document.querySelectorAll('button, a, input')]) as HTMLElement | undefined)?.focus(),
    sheet: () => {
      const sheet = document.createElement('style');
      sheet.textContent = `.${pick(classes)} em { display: ${pick(['none', 'inline'])} }`;
      document.head.append(sheet);
      if (document.head.querySelectorAll('style').length > 4)
        document.head.querySelectorAll('style')[1]?.remove();
    },
    rule: () =>
      document.styleSheets[0]?.insertRule(
        `.${pick(classes)} span { visibility: ${pick(['hidden', 'visible'])} }`,
      ),
    adopted: () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`.${pick(classes)} button { display: ${pick(['none', 'block'])} }`);
      document.adoptedStyleSheets = [sheet];
    },
    disable: () => {
      const sheet = document.styleSheets[0];
      if (sheet) sheet.disabled = !sheet.disabled;
    },
  };
  for (let count = 0; count < 5; count += 1) {
    const box = document.createElement('section');
    box.innerHTML = `<input type="checkbox" id="check${count}"><label for="check${count}">Check <span>now</span></label>
      <p></p><div role="row">Row <span>one</span> <em>two</em></div>
      <div class="menu"><button>Save <span class="inner">in</span> <em>em</em> <span class="deep">deep</span></button></div>
      <div role="row" class="plain">Later <span>three</span></div><ul><li role="row"><span>item</span></li></ul>`;
    document.body.prepend(box);
  }
  const inBoxes = (selector: string) => [...document.querySelectorAll(`section ${selector}`)];
  const flip = (selector: string) => pick(inBoxes(selector))?.classList.toggle(pick(classes));
  /** Changes that show through a style sheet only, far from where they are made. */
  const styled: Record<string, () => unknown> = {
    flipAny: () => flip('*'),
    flipMenu: () => pick(inBoxes('.menu'))?.classList.toggle(pick(['open', 'menu', 'gone'])),
    rename: () => {
      const label = pick(inBoxes('label'));
      if (label) label.textContent = `${pick(words)} ${below(100)}`;
    },
    flipSection: () => pick([...document.querySelectorAll('section')])?.classList.toggle(pick(classes)),
    flipBody: () => document.body.classList.toggle(pick(classes)),
    state: () => toggle(pick(inBoxes('div')), 'data-state', 'off'),
    check: () => (pick(inBoxes('input')) as HTMLInputElement).click(),
    focus: () => (pick(inBoxes('button')) as HTMLElement).focus(),
    blur: () => (document.activeElement as HTMLElement | null)?.blur(),
    fill: () => {
      const paragraph = pick(inBoxes('p'));
      if (paragraph) paragraph.textContent = paragraph.textContent === '' ? 'full' : '';
    },
    first: () => {
      const list = pick(inBoxes('ul'));
      if (list)
        list.children.length > 1
          ? list.firstElementChild?.remove()
          : list.prepend(document.createElement('li'));
    },
  };
  const every = { ...changes, ...styled };
  return {
    /** One to three changes at once; answers what they were. */
    change(kind: 'any' | 'styled') {
      const names = Object.keys(kind === 'any' ? every : styled);
      const done = Array.from({ length: 1 + below(3) }, () => pick(names));
      for (const name of done) every[name]?.();
      return done.join(', ');
    },
  };
}
