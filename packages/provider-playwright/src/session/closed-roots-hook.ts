/**
 * Runs in the page's own world before its scripts: a shadow root that a script closes is open to our world, so that a
 * dialog or field in it is seen like any other, and closed to the page. Sent as text, so it refers to nothing outside
 * itself. A root that markup declares as closed stays closed to both.
 */
export function openClosedRoots(): void {
  const closed = new WeakSet<object>();
  const proxied = <Method extends (...parameters: never[]) => unknown>(
    method: Method,
    apply: (target: Method, self: object, parameters: unknown[]) => unknown,
  ): Method => new Proxy(method, { apply });
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = proxied(attach, (target, self, parameters) => {
    const [settings] = parameters as [ShadowRootInit | undefined];
    if (settings?.mode !== 'closed') return Reflect.apply(target, self, parameters as never);
    const root = Reflect.apply(target, self, [{ ...settings, mode: 'open' }] as never);
    closed.add(root);
    return root;
  });
  const hide = (owner: object, property: string, shown: (value: unknown, self: object) => unknown) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, property);
    const getter = descriptor?.get;
    if (descriptor === undefined || getter === undefined) return;
    const get = proxied(getter, (target, self) => shown(Reflect.apply(target, self, []), self));
    Object.defineProperty(owner, property, { ...descriptor, get });
  };
  hide(Element.prototype, 'shadowRoot', (root) => (closed.has(Object(root)) ? null : root));
  hide(ShadowRoot.prototype, 'mode', (mode, root) => (closed.has(root) ? 'closed' : mode));
}
