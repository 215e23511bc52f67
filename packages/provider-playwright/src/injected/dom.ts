/**
 * Reading the DOM without trusting it. A form or a document can shadow its own properties by the `name` of an
 * input, so the getters are taken from the prototypes before the page's first script runs.
 */
function getterOf<Owner, Value>(prototype: object, property: string): (owner: Owner) => Value {
  const getter = Object.getOwnPropertyDescriptor(prototype, property)?.get;
  if (getter === undefined) {
    throw new TypeError(`no getter ${property}`);
  }
  return (owner) => getter.call(owner) as Value;
}

export const parentOf = getterOf<Node, Node | null>(Node.prototype, 'parentNode');
const connected = getterOf<Node, boolean>(Node.prototype, 'isConnected');
const slotOf = getterOf<Element, Element | null>(Element.prototype, 'assignedSlot');
/** The text as it is laid out: lines where blocks are. */
export const shownTextOf = getterOf<HTMLElement, string>(HTMLElement.prototype, 'innerText');
const openShadow = getterOf<Element, ShadowRoot | null>(Element.prototype, 'shadowRoot');
const attribute = Element.prototype.getAttribute;
const rectangle = Element.prototype.getBoundingClientRect;
const rectangles = Element.prototype.getClientRects;
const queryInElement = Element.prototype.querySelectorAll;
const queryInFragment = DocumentFragment.prototype.querySelectorAll;
const queryInDocument = Document.prototype.querySelectorAll;
const byName = Document.prototype.getElementsByTagName;
const elementAtDocument = Document.prototype.elementFromPoint;
const elementAtShadow = ShadowRoot.prototype.elementFromPoint;
const matchesSelector = Element.prototype.matches;

export type Root = Document | ShadowRoot | Element;

export function isConnected(node: Node): boolean {
  return connected(node);
}

export function attributeOf(element: Element, name: string): string | null {
  return attribute.call(element, name);
}

export function matches(element: Element, selector: string): boolean {
  return matchesSelector.call(element, selector);
}

export function boxOf(element: Element): DOMRect {
  return rectangle.call(element);
}

export function boxesOf(element: Element): DOMRectList {
  return rectangles.call(element);
}

/** Shadow roots that markup declares as closed, by their hosts: nothing here can find one, so the host hands them in. */
const handedIn = new WeakMap<Element, ShadowRoot>();

export function knowClosedRoot(root: ShadowRoot): void {
  handedIn.set(root.host, root);
}

function shadowOf(element: Element): ShadowRoot | null {
  return openShadow(element) ?? handedIn.get(element) ?? null;
}

/** The shadow root that can be looked into. */
export function openShadowOf(element: Element): ShadowRoot | null {
  return shadowOf(element);
}

/** The element that has the focus, through every shadow root. */
export function focusedElement(): Element | null {
  let element = document.activeElement;
  for (;;) {
    const inner = element === null ? null : (shadowOf(element)?.activeElement ?? null);
    if (inner === null) {
      return element;
    }
    element = inner;
  }
}

/** What an event is for: in a closed root that was handed in, what the event does not say by itself. */
export function targetOf(event: Event): Element | null {
  const [target] = event.composedPath();
  if (!(target instanceof Element) || !handedIn.has(target)) {
    return target instanceof Element ? target : null;
  }
  const inner = event instanceof MouseEvent ? deepElementAt(event.clientX, event.clientY) : focusedElement();
  return flatContains(target, inner) ? inner : target;
}

export function queryAll(root: Root, selector: string): Element[] {
  if (root instanceof Document) {
    return Array.from(queryInDocument.call(root, selector));
  }
  return Array.from((root instanceof Element ? queryInElement : queryInFragment).call(root, selector));
}

/** The parent in the flat tree: slots and shadow hosts included. */
export function flatParentOf(node: Node): Element | null {
  if (node instanceof Element) {
    const slot = slotOf(node);
    if (slot !== null) {
      return slot;
    }
  }
  const parent = parentOf(node);
  if (parent instanceof ShadowRoot) {
    return parent.host;
  }
  return parent instanceof Element ? parent : null;
}

/** Whether `inner` is `outer` or lies in it, through shadow roots and slots. */
export function flatContains(outer: Element, inner: Node | null): boolean {
  for (let node: Node | null = inner; node !== null; node = flatParentOf(node)) {
    if (node === outer) {
      return true;
    }
  }
  return false;
}

/** Elements of HTML and SVG that cannot hold a shadow root: left to the engine, since pages have many of them. */
const neverHosts =
  'a,abbr,address,area,audio,b,base,bdi,bdo,br,button,canvas,caption,cite,code,col,colgroup,data,datalist,dd,del,details,dfn,dialog,dl,dt,em,embed,fieldset,figcaption,figure,form,head,hgroup,hr,html,i,iframe,img,input,ins,kbd,label,legend,li,link,map,mark,menu,meta,meter,noscript,object,ol,optgroup,option,output,picture,pre,progress,q,rp,rt,ruby,s,samp,script,search,select,slot,small,source,strong,style,sub,summary,sup,table,tbody,td,template,textarea,tfoot,th,thead,time,title,tr,track,u,ul,var,video,wbr,svg,g,path,rect,circle,line,polyline,polygon,ellipse,text,tspan,defs,use,mask,clipPath,linearGradient,stop';
const mayHost = `*:not(${neverHosts})`;

/** How many elements the document has, without those in shadow roots and frames. */
export function sizeOf(root: Document): number {
  return byName.call(root, '*').length;
}

/** Every element that can hold a shadow root, and so may get one without a trace. */
export function possibleHosts(root: Root): Element[] {
  return queryAll(root, mayHost);
}

/** The document and every open shadow root in it, outermost first. */
export function openRoots(root: Root, hostsIn: (root: Root) => readonly Element[] = possibleHosts): Root[] {
  const found: Root[] = [root];
  for (const element of hostsIn(root)) {
    const shadow = shadowOf(element);
    if (shadow !== null) {
      found.push(...openRoots(shadow, hostsIn));
    }
  }
  return found;
}

let rootsOfDocument: readonly Root[] | null = null;

/** Walks the document once for everything that is asked within one synchronous piece of work. */
export function withRoots<Value>(work: () => Value, roots: readonly Root[] = openRoots(document)): Value {
  rootsOfDocument = roots;
  try {
    return work();
  } finally {
    rootsOfDocument = null;
  }
}

/** Every element that the selector matches, open shadow roots included. */
export function queryDeep(root: Root, selector: string): Element[] {
  const roots = root === document ? (rootsOfDocument ?? openRoots(root)) : openRoots(root);
  return roots.flatMap((each) => queryAll(each, selector));
}

/** What a pointer at this point of the viewport would touch, down through open shadow roots. */
export function deepElementAt(x: number, y: number): Element | null {
  let found = elementAtDocument.call(document, x, y);
  for (;;) {
    const shadow = found === null ? null : shadowOf(found);
    const inner = shadow === null ? null : elementAtShadow.call(shadow, x, y);
    if (inner === null || inner === found) {
      return found;
    }
    found = inner;
  }
}

/** Whether it takes part in rendering and has a size. */
export function isRendered(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) {
    return false;
  }
  const box = boxOf(element);
  return box.width > 0 && box.height > 0;
}
