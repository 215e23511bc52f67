import type { ScreenObservation } from '@cux/contracts';

/** An element as an observation showed it. */
export interface KnownElement {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
}

/** What the host keeps of the latest observation of a Screen, to know what a reference was shown as. */
export interface KnownObservation
  extends Pick<
    ScreenObservation,
    | 'observation_id'
    | 'screenshot'
    | 'observation_generation'
    | 'generation'
    | 'control_epoch'
    | 'targets'
    | 'origin'
    | 'tree'
  > {
  readonly elements: ReadonlyMap<string, KnownElement>;
}

/** One node: its role, its name in quotes, its reference. A page controls the name, never what comes after it. */
const node = /^\s*(\S+) ("(?:[^"\\]|\\.)*") \[ref=(e[1-9]\d*)\]$/;

export function knowObservation(observation: ScreenObservation): KnownObservation {
  const elements = new Map<string, KnownElement>();
  for (const line of observation.tree.split('\n')) {
    const [, role, quoted, ref] = node.exec(line) ?? [];
    if (role === undefined || quoted === undefined || ref === undefined) continue;
    const name = unquoted(quoted);
    if (name !== null) elements.set(ref, { ref, role, name });
  }
  return { ...observation, elements };
}

/** An invisible character stays the escape that it is shown as: such a name is no other name. Null for what is no name. */
function unquoted(quoted: string): string | null {
  const readable = quoted.replace(/\\(\\|u\{)/g, (pair) => (pair === '\\\\' ? pair : '\\\\u{'));
  try {
    return String(JSON.parse(readable));
  } catch {
    return null;
  }
}
