const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype);

/** Reads an internal slot of a typed array, whatever a subclass or an own property says. */
function slot(name: typeof Symbol.toStringTag | 'length'): (value: unknown) => unknown {
  const getter = Object.getOwnPropertyDescriptor(typedArray, name)?.get;
  if (getter === undefined) throw new TypeError('typed arrays have no such slot here');
  return (value) => Reflect.apply(getter, value, []);
}

const nameOf = slot(Symbol.toStringTag);
const lengthOf = slot('length');

/** Whether a value is in truth an array of bytes: no object with its prototype, no proxy, no array of other numbers. */
export function isBytes(value: unknown): value is Uint8Array {
  return nameOf(value) === 'Uint8Array';
}

/** How many bytes there are; no code of a subclass runs. */
export function byteLength(bytes: Uint8Array): number {
  return lengthOf(bytes) as number;
}

/** A plain copy, which nobody else can change while it is read; no code of a subclass runs. */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
