import { type Clock, type Ids, type IssuedIdKind, makeIssuedId } from '@cux/contracts';

/** The host's wall clock. With `randomIds`, the only place where the kernel's parts meet the outside. */
export const systemClock: Clock = { now: () => Date.now() };

/** Ids of 128 bits from the host's secure random source. */
export const randomIds: Ids = {
  next: (kind: IssuedIdKind) => makeIssuedId(kind, crypto.getRandomValues(new Uint8Array(16))),
};
