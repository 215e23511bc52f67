let asked: string | null = null;

declare global {
  /** Present in this world only: the name of the event by which the page's world tells of a request. */
  var cuxPermissionEvent: string | undefined;
}

/** What the page has asked for, for example `geolocation`; null when nothing. */
export function permissionAsked(): string | null {
  return asked;
}

/**
 * Hears the page's own world say that a permission was asked for. The event's name is known to the session
 * only; a page that forged it would stop itself and nothing else.
 */
export function hearPermissionRequests(): void {
  const eventName = globalThis.cuxPermissionEvent;
  if (eventName === undefined) {
    return;
  }
  addEventListener(
    eventName,
    (event) => {
      const detail = event instanceof CustomEvent ? event.detail : null;
      asked = typeof detail === 'string' ? detail.slice(0, 40) : 'permission';
    },
    { capture: true },
  );
}
