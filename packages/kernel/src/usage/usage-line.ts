import { digestOf, makeIssuedId, type Usage } from '@cux/contracts';

/**
 * One line of the ledger of Computers. Lines are read from rows that stand anyway, never stored: the same rows make the same
 * lines, so nothing is lost or counted twice that the rows do not lose or count twice.
 */
export type UsageLine = Omit<Usage, 'schema_version' | 'workspace_id'>;

/** What is added up in one line. */
export type UsagePlace = Omit<UsageLine, 'usage_id' | 'quantity' | 'from' | 'until'>;

/** One thing that happened, at one moment of the kernel's time. */
export interface Happened {
  readonly place: UsagePlace;
  readonly quantity: number;
  readonly at: number;
}

/** What has happened, a line for each place, in the order in which they began. */
export function linesOf(happened: readonly Happened[]): readonly UsageLine[] {
  const lines = new Map<string, UsageLine>();
  for (const { place, quantity, at } of happened) {
    const usage_id = idOf(place);
    const known = lines.get(usage_id);
    lines.set(usage_id, {
      ...place,
      usage_id,
      quantity: quantity + (known?.quantity ?? 0),
      from: Math.min(at, known?.from ?? at),
      until: Math.max(at + 1, known?.until ?? 0),
    });
  }
  return inOrder([...lines.values()]);
}

export function stretchLine(place: UsagePlace, from: number, until: number): UsageLine {
  return { ...place, usage_id: idOf(place), quantity: until - from, from, until };
}

export function inOrder(lines: readonly UsageLine[]): readonly UsageLine[] {
  return lines.toSorted((left, right) => left.from - right.from || (left.usage_id < right.usage_id ? -1 : 1));
}

/** The id of a line is made of what it is about. */
function idOf(place: UsagePlace): string {
  const hex = digestOf('cux/usage-line', place).slice('sha256:'.length);
  const bytes = new Uint8Array(16);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  }
  return makeIssuedId('usage', bytes);
}
