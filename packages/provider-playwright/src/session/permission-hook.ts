/**
 * Runs in the page's own world before its scripts: tells our world that a permission was asked for, then lets
 * the browser refuse it. Sent as text, so it refers to nothing outside itself.
 */
export function hookPermissionRequests(eventName: string): void {
  const tell = (what: string) => dispatchEvent(new CustomEvent(eventName, { detail: what }));
  const hook = (owner: object | undefined, method: string, what: string) => {
    const original = owner === undefined ? undefined : Reflect.get(owner, method);
    if (owner === undefined || typeof original !== 'function') {
      return;
    }
    Reflect.set(owner, method, function hooked(this: unknown, ...parameters: unknown[]) {
      tell(what);
      return Reflect.apply(original, this, parameters);
    });
  };
  hook(globalThis.Geolocation?.prototype, 'getCurrentPosition', 'geolocation');
  hook(globalThis.Geolocation?.prototype, 'watchPosition', 'geolocation');
  hook(globalThis.Notification, 'requestPermission', 'notifications');
  hook(globalThis.MediaDevices?.prototype, 'getUserMedia', 'camera or microphone');
  hook(globalThis.MediaDevices?.prototype, 'getDisplayMedia', 'screen capture');
  hook(globalThis.Clipboard?.prototype, 'read', 'clipboard');
  hook(globalThis.Clipboard?.prototype, 'readText', 'clipboard');
  hook(globalThis.PushManager?.prototype, 'subscribe', 'push');
}
